import { closingTime } from '@academy/contract/mentorship-draw'
import type { Config } from '../../config.ts'
import { type ComposedMail, composeMail } from '../../mail/compose-mail.ts'
import { formatLongDay, formatLongMinute } from '../billing/facts/format-dates.ts'
import type { Place } from './draws.store.ts'
import { sessionCalendar } from './session-events.ts'

type Academy = Pick<Config, 'webOrigin' | 'academyName' | 'mentorship'>
type OfferedPlace = Place & { starts_at: Date; answer_by: Date }

function contentOf({ week, answer, starts_at, answer_by, sequence }: OfferedPlace, { webOrigin, mentorship }: Academy) {
  const start = formatLongMinute(starts_at)
  const place = mentorship?.meetingUrl
    ? { text: 'Meet here', href: mentorship.meetingUrl }
    : { text: 'The mentor will send you the address of the meeting.' }
  if (answer === 'passed' || answer === 'expired') {
    const why = answer === 'passed' ? 'You passed it on' : 'You did not answer in time'
    return {
      heading: 'Your mentoring session is cancelled',
      paragraphs: [`${why}, so the session on ${start} goes to a substitute. You can register for the draw of any later week.`],
    }
  }
  if (sequence > 0) {
    const open = answer === null ? [`Accept or pass by ${formatLongMinute(answer_by)}: ${webOrigin}/mentorship`] : []
    return {
      heading: 'Your mentoring session has moved',
      paragraphs: [`It now begins on ${start}, and takes 30 minutes. The attached event moves it in your calendar.`, ...open],
      notes: [place, { text: 'If the new time does not suit you, pass', href: `${webOrigin}/mentorship` }],
    }
  }
  return {
    heading: 'You won a mentoring session',
    paragraphs: [
      `You were drawn for the week of ${formatLongDay(new Date(closingTime(week)))}. Your session begins on ${start}, and takes 30 minutes. The invitation for your calendar is attached.`,
      'Bring your biggest open question, and something to show.',
    ],
    action: {
      label: 'Accept or pass',
      href: `${webOrigin}/mentorship`,
      lifetime: `Please answer by ${formatLongMinute(answer_by)}. After that the session goes to a substitute.`,
    },
    notes: [place, { text: 'How the winners were drawn', href: `${webOrigin}/draws/${week}` }],
  }
}

/** Composes the mail about the present state of an offered session, with its event. */
export function composeSessionMail(place: OfferedPlace, to: string, from: string, academy: Academy): ComposedMail {
  const method = place.answer === 'passed' || place.answer === 'expired' ? 'cancel' : 'request'
  return {
    ...composeMail(to, { ...contentOf(place, academy), academyName: academy.academyName }),
    event: { method, content: sessionCalendar([place], academy, { email: to, from, method }) },
  }
}
