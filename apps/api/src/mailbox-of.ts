/**
 * Returns the mailbox of an email address for limits: in lower case, and without a tag such as `+news`. Many providers deliver the mails to all
 * tags of an address to one mailbox, so that tags would make a flood of mails unlimited.
 */
export const mailboxOf = (email: string): string =>
  email
    .trim()
    .toLowerCase()
    .replace(/^([^+@]+)\+[^@]*@/, '$1@')
