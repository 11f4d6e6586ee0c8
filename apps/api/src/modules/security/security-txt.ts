import type { Config } from '../../config.ts'

const DAY_MS = 86_400_000
/** RFC 9116, 2.5.5: less than a year ahead is recommended. */
const VALID_DAYS = 180

/**
 * The text of /.well-known/security.txt (RFC 9116); undefined without a contact, which it must have. It expires half a year from today,
 * whenever that is: nobody has to remember to renew it. Whole days, so that it reads the same all day.
 */
export function securityTxt({ security, webOrigin }: Pick<Config, 'security' | 'webOrigin'>, now: Date): string | undefined {
  if (security.contacts.length === 0) return undefined
  const expires = new Date((Math.floor(now.getTime() / DAY_MS) + VALID_DAYS) * DAY_MS)
  const fields = [
    ...security.contacts.map((contact) => ['Contact', contact]),
    ['Expires', expires.toISOString()],
    ['Policy', security.policyUrl ?? `${webOrigin}/security-policy.txt`],
    ['Preferred-Languages', security.languages],
    // Only an address with https says anything here (2.5.2).
    ...(webOrigin.startsWith('https:') ? [['Canonical', `${webOrigin}/.well-known/security.txt`]] : []),
  ]
  return fields.map(([name, value]) => `${name}: ${value}\n`).join('')
}
