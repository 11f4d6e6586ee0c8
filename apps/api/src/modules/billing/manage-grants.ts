import { isPackage, PACKAGE_NAMES, PACKAGES, type Package } from '@academy/catalog'
import type { Db } from '../../plugins/database.ts'
import { day, minute } from './days-in-words.ts'
import { endGrant, grantsOf, insertGrant, type RecordedGrant } from './grants.store.ts'

export type GrantRefusal =
  | 'unknown_package'
  | 'reason_missing'
  | 'reason_too_long'
  | 'operator_missing'
  | 'end_not_ahead'
  | 'already_granted'
  | 'nothing_to_revoke'

type Refused = { done: false; code: GrantRefusal; message: string }
/** A refusal says in words what to do, whoever asked. */
export type GrantOutcome = { done: true; grant: RecordedGrant } | Refused

export type Act = {
  account_id: string
  /** As the operator typed it. */
  package: string
  reason: string
  /** Who does it, for the audit log: a name or an address. */
  by: string
}

const LONGEST = 500

const refused = (code: GrantRefusal, message: string): Refused => ({ done: false, code, message })

type Checked = { target: { account_id: string; package: Package }; reason: string; by: string }

function check({ account_id, package: name, ...words }: Act): Checked | Refused {
  const [reason, by] = [words.reason.trim(), words.by.trim()]
  if (!isPackage(name)) return refused('unknown_package', `There is no package "${name}". Choose one of: ${PACKAGES.join(', ')}.`)
  if (reason === '') return refused('reason_missing', 'A reason is needed: whoever asks later must be able to see why.')
  if (reason.length > LONGEST) return refused('reason_too_long', `The reason is too long: at most ${LONGEST} characters.`)
  if (by === '') return refused('operator_missing', 'The name of whoever does this is needed.')
  return { target: { account_id, package: name }, reason, by }
}

/** `granted on 2026-11-20 by ada: "speaker"` */
const origin = ({ granted_at, granted_by, reason }: RecordedGrant): string => `granted on ${day(granted_at)} by ${granted_by}: "${reason}"`

/**
 * Gives a package to an account, until `expires_at` or without an end. Every instance opens at once what it unlocks. The caller makes
 * sure that the account exists.
 */
export async function grantPackage(db: Db, act: Act & { expires_at: Date | null }, now: Date = new Date()): Promise<GrantOutcome> {
  const checked = check(act)
  if ('code' in checked) return checked
  const { target, reason, by } = checked
  const { expires_at } = act
  if (expires_at !== null && !(now < expires_at)) return refused('end_not_ahead', 'The end of the grant must lie in the future.')

  const grant = await insertGrant(db, { ...target, reason, granted_by: by, expires_at })
  if (grant) return { done: true, grant }
  const held = (await grantsOf(db, target.account_id)).find((one) => one.package === target.package && one.revoked_at === null)
  const until = held?.expires_at ? `, until ${minute(held.expires_at)}` : ''
  return refused(
    'already_granted',
    `This account holds ${PACKAGE_NAMES[target.package]} already${until}${held ? ` (${origin(held)})` : ''}. Revoke that first to change it.`,
  )
}

/** Takes a granted package back. Every instance closes at once what only this grant unlocked. */
export async function revokePackage(db: Db, act: Act): Promise<GrantOutcome> {
  const checked = check(act)
  if ('code' in checked) return checked
  const { target, reason, by } = checked

  const grant = await endGrant(db, target, { revoked_by: by, revoke_reason: reason })
  if (grant) return { done: true, grant }
  const last = (await grantsOf(db, target.account_id)).find((one) => one.package === target.package)
  return refused('nothing_to_revoke', `There is nothing to revoke: ${whyNothing(target.package, last)}`)
}

function whyNothing(name: Package, last: RecordedGrant | undefined): string {
  const known = PACKAGE_NAMES[name]
  if (last?.revoked_at) return `${known} was revoked before, on ${day(last.revoked_at)} by ${last.revoked_by}: "${last.revoke_reason}"`
  if (last?.expires_at) return `the grant of ${known} was over on ${minute(last.expires_at)}.`
  return `this account was never granted ${known}.`
}
