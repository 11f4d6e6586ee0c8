import { MAILING_NAMES } from '@academy/contract/mailing-kinds'
import type { Config } from '../../config.ts'
import { type ComposedMail, composeMail } from '../../mail/compose-mail.ts'
import type { PlacedTutorial } from '../courses/outline.ts'
import type { Mailing, Prompt } from './decide-mailing.ts'

type Academy = Pick<Config, 'webOrigin' | 'academyName' | 'stripe'>
type Content = Omit<Parameters<typeof composeMail>[1], 'academyName'>

/** The most items that a mail lists. */
const MAX_LISTED = 10

const urlOf = ({ webOrigin }: Academy, { id, course_id, session_id }: PlacedTutorial): string => {
  const [course, session, tutorial] = [course_id, session_id, id].map(encodeURIComponent)
  return `${webOrigin}/courses/${course}/sessions/${session}/tutorials/${tutorial}`
}

const promptStep = ({ webOrigin }: Academy, { id, name }: Prompt, text: string) => ({
  label: name,
  text,
  href: `${webOrigin}/resources/${encodeURIComponent(id)}`,
})

function contentOf(mailing: Mailing, academy: Academy): Content {
  if (mailing.kind === 'stopped') {
    const { tutorial, days } = mailing
    const weeks = days === 7 ? 'A week has' : 'Three weeks have'
    return {
      heading: `You stopped at “${tutorial.name}”`,
      paragraphs: [`${weeks} passed since you were in the course. Your place is kept.`, tutorial.description].filter(Boolean),
      action: { label: 'Go on with the course', href: urlOf(academy, tutorial), lifetime: 'You may have to sign in.' },
    }
  }
  if (mailing.kind === 'next_session') {
    const [first] = mailing.tutorials
    return {
      heading: `Welcome to the session “${first?.session_name ?? ''}”`,
      paragraphs: ['You have finished the session before it. These are its first tutorials:'],
      steps: mailing.tutorials.slice(0, 3).map((tutorial) => ({
        label: tutorial.name,
        text: tutorial.description,
        href: urlOf(academy, tutorial),
      })),
    }
  }
  const listed = [
    ...mailing.added.map((prompt) => promptStep(academy, prompt, 'New')),
    ...mailing.changed.map((prompt) => promptStep(academy, prompt, 'Changed')),
  ]
  const more = listed.length - MAX_LISTED
  return {
    heading: 'New and changed prompts',
    paragraphs: [
      `Last month ${listed.length === 1 ? 'one prompt was' : `${listed.length} prompts were`} added or changed in the Prompt Library.`,
    ],
    steps: listed.slice(0, MAX_LISTED),
    notes: more > 0 ? [{ text: `${more} more in the Prompt Library`, href: `${academy.webOrigin}/resources` }] : [],
  }
}

/** Composes a mail by consent. Its footer says why it came, how to end it, and who sent it. */
export function composeMailing(
  mailing: Mailing,
  { to, unsubscribeUrl }: { to: string; unsubscribeUrl: string },
  academy: Academy,
): ComposedMail {
  const { imprint, privacy } = academy.stripe?.legalPages ?? {}
  const content = contentOf(mailing, academy)
  const mail = composeMail(to, {
    ...content,
    notes: [
      ...(content.notes ?? []),
      { text: `You chose emails of the kind “${MAILING_NAMES[mailing.kind]}” in the academy.` },
      { text: 'Stop these emails', href: unsubscribeUrl },
      ...(imprint === undefined ? [] : [{ text: 'Imprint', href: imprint }]),
      ...(privacy === undefined ? [] : [{ text: 'Privacy policy', href: privacy }]),
    ],
    academyName: academy.academyName,
  })
  return { ...mail, unsubscribeUrl }
}
