import type { Config } from '../../config.ts'

const DAY_MS = 86_400_000
/** Days until the file expires. RFC 9116, 2.5.5 recommends less than a year. */
const VALID_DAYS = 180

/**
 * Returns the text of /.well-known/security.txt (RFC 9116); undefined without a contact, which is required. The expiry moves with the
 * current day, so that the file never has to be renewed.
 */
export function securityTxt({ security, webOrigin }: Pick<Config, 'security' | 'webOrigin'>, now: Date): string | undefined {
  if (security.contacts.length === 0) return undefined
  const expires = new Date((Math.floor(now.getTime() / DAY_MS) + VALID_DAYS) * DAY_MS)
  const fields = [
    ...security.contacts.map((contact) => ['Contact', contact]),
    ['Expires', expires.toISOString()],
    ['Policy', security.policyUrl ?? `${webOrigin}/security-policy.txt`],
    ['Preferred-Languages', security.languages],
    // Only https URLs are allowed here (2.5.2).
    ...(webOrigin.startsWith('https:') ? [['Canonical', `${webOrigin}/.well-known/security.txt`]] : []),
  ]
  return fields.map(([name, value]) => `${name}: ${value}\n`).join('')
}
