import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Config } from '../../config.ts'
import { SESSION_MS } from './draws.store.ts'
import type { OwnPlace } from './registrations.store.ts'

type Academy = Pick<Config, 'webOrigin' | 'academyName' | 'mentorship'>

/** How often calendars ask for changes, in seconds. */
const REFRESH_SECONDS = 3600

function statusOf({ answer }: OwnPlace): ICalEventStatus {
  if (answer === 'accepted') return ICalEventStatus.CONFIRMED
  return answer === null ? ICalEventStatus.TENTATIVE : ICalEventStatus.CANCELLED
}

/**
 * Renders sessions as a calendar. An event keeps its id, so that calendars move or remove it. With `invited` it is an invitation by mail,
 * else a calendar to subscribe to.
 */
export function sessionCalendar(
  places: readonly OwnPlace[],
  { webOrigin, academyName, mentorship }: Academy,
  invited?: { email: string; from: string; method: 'request' | 'cancel' },
): string {
  const { hostname } = new URL(webOrigin)
  const calendar = ical({
    name: `${academyName}: mentoring`,
    prodId: { company: academyName, product: 'mentoring', language: 'EN' },
    method: invited ? ICalCalendarMethod[invited.method === 'cancel' ? 'CANCEL' : 'REQUEST'] : ICalCalendarMethod.PUBLISH,
    ...(!invited && { ttl: REFRESH_SECONDS }),
  })
  for (const place of places) {
    const { week, place: number, starts_at, sequence } = place
    if (starts_at === null) continue
    calendar.createEvent({
      id: `mentorship-${week}-${number}@${hostname}`,
      sequence,
      start: starts_at,
      end: new Date(starts_at.getTime() + SESSION_MS),
      summary: `${academyName}: mentoring session`,
      description: `Your 30 minutes with a mentor. Accept or pass: ${webOrigin}/mentorship`,
      location: mentorship?.meetingUrl ?? null,
      url: `${webOrigin}/mentorship`,
      status: statusOf(place),
      ...(invited && {
        organizer: { name: academyName, email: invited.from },
        // Answers are given on the page; the sender's address reads none.
        attendees: [{ email: invited.email, rsvp: false }],
      }),
    })
  }
  return calendar.toString()
}
