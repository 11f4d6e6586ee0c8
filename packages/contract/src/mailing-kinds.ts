/** The kinds of mails that users choose. Each needs a consent of its own. */
export const MAILING_KINDS = ['stopped', 'next_session', 'new_prompts'] as const
export type MailingKind = (typeof MAILING_KINDS)[number]
