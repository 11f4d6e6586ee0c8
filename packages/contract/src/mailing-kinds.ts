/** The kinds of mails that users choose, with their names. Each needs a consent of its own. */
export const MAILING_NAMES = {
  stopped: 'Where I stopped',
  next_session: 'The next session',
  new_prompts: 'New prompts',
} as const
export type MailingKind = keyof typeof MAILING_NAMES

export const MAILING_KINDS = Object.keys(MAILING_NAMES) as MailingKind[]
