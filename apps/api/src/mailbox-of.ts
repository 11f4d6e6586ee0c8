/** The domains of providers that also ignore characters of the name, and those characters. */
const IGNORED_CHARACTERS: readonly (readonly [domain: RegExp, ignored: RegExp])[] = [
  [/^(gmail|googlemail)\.com$/, /\./g],
  [/^(proton\.me|protonmail\.com|pm\.me)$/, /[._-]/g],
]

/** Domains that name the mailboxes of another one. */
const SAME_MAILBOXES: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' }

/**
 * Returns the mailbox of an email address for limits: in lower case, without a tag such as `+news`, and without the characters that its provider
 * ignores, such as the dots of Gmail. Other spellings of an address would make a flood of mails unlimited.
 */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = email
    .trim()
    .toLowerCase()
    .split(/@(?=[^@]*$)/)
  const ignored = IGNORED_CHARACTERS.find(([domains]) => domains.test(domain))?.[1]
  const withoutTag = name.replace(/^([^+]+)\+.*$/, '$1')
  return `${ignored ? withoutTag.replace(ignored, '') : withoutTag}@${SAME_MAILBOXES[domain] ?? domain}`
}
