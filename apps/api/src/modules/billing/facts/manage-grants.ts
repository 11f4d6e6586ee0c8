import { isPackage, OFFERS, PACKAGE_NAMES, PACKAGES, type Package, purchaseState } from '@academy/catalog'
import type { Db } from '../../../database/open-database.ts'
import { formatDay, formatMinute } from './format-dates.ts'
import { grantsOf, insertGrant, purchaseOf, type RecordedGrant, type Revoked, revokeWithoutMoney, runningStudioOf } from './grants.store.ts'

export type GrantRefusal =
  | 'unknown_package'
  | 'reason_missing'
  | 'reason_too_long'
  | 'operator_missing'
  | 'end_not_ahead'
  | 'end_too_late'
  | 'already_granted'
  | 'nothing_to_revoke'

type Refused = { done: false; code: GrantRefusal; message: string }
/** A refusal with a message that says what to do. */
export type GrantOutcome = { done: true; grant: RecordedGrant } | Refused

/** What was revoked, or a refusal with a message that says what to do. */
export type RevokeOutcome = ({ done: true; package: Package } & Revoked) | Refused

export type GrantChange = {
  account_id: string
  /** As the operator typed it. */
  package: string
  reason: string
  /** The operator's name or address, for the audit log. */
  by: string
}

const MAX_REASON_LENGTH = 500
/** The first date whose year has more than four digits, which a date picker cannot show. */
const YEAR_10000 = new Date('+010000-01-01T00:00:00Z')

const refused = (code: GrantRefusal, message: string): Refused => ({ done: false, code, message })

type Checked = { target: { account_id: string; package: Package }; reason: string; by: string }

function check({ account_id, package: name, ...words }: GrantChange): Checked | Refused {
  const [reason, by] = [words.reason.trim(), words.by.trim()]
  if (!isPackage(name)) return refused('unknown_package', `There is no package "${name}". Choose one of: ${PACKAGES.join(', ')}.`)
  if (reason === '') return refused('reason_missing', 'A reason is needed: the audit log records why.')
  if (reason.length > MAX_REASON_LENGTH)
    return refused('reason_too_long', `The reason is too long: at most ${MAX_REASON_LENGTH} characters.`)
  if (by === '') return refused('operator_missing', 'The name of the operator is needed.')
  return { target: { account_id, package: name }, reason, by }
}

/** `granted on 2026-11-20 by ada: "speaker"` */
const origin = ({ granted_at, granted_by, reason }: RecordedGrant): string =>
  `granted on ${formatDay(granted_at)} by ${granted_by}: "${reason}"`

/**
 * Grants a package to an account until `expires_at`, or without an end. All instances apply it at once. The caller makes sure that the
 * account exists.
 */
export async function grantPackage(db: Db, change: GrantChange & { expires_at: Date | null }): Promise<GrantOutcome> {
  const checked = check(change)
  if ('code' in checked) return checked
  const { target, reason, by } = checked
  const { expires_at } = change
  if (expires_at !== null && !(new Date() < expires_at)) return refused('end_not_ahead', 'The end of the grant must lie in the future.')
  if (expires_at !== null && expires_at >= YEAR_10000)
    return refused('end_too_late', 'The end of the grant must lie before the year 10000. A grant may also have no end.')

  const grant = await insertGrant(db, { ...target, reason, granted_by: by, expires_at })
  if (grant) return { done: true, grant }
  const existing = (await grantsOf(db, target.account_id)).find((grant) => grant.package === target.package && grant.revoked_at === null)
  const until = existing?.expires_at ? `, until ${formatMinute(existing.expires_at)}` : ''
  return refused(
    'already_granted',
    `This account holds ${PACKAGE_NAMES[target.package]} already${until}${existing ? ` (${origin(existing)})` : ''}. Revoke that first to change it.`,
  )
}

/** Revokes a package that was granted or bought for nothing. All instances apply it at once. */
export async function revokePackage(db: Db, change: GrantChange): Promise<RevokeOutcome> {
  const checked = check(change)
  if ('code' in checked) return checked
  const { target, reason, by } = checked

  const revoked = await revokeWithoutMoney(db, target, { revoked_by: by, revoke_reason: reason })
  if (revoked.grant || revoked.purchases.length > 0 || revoked.studios.length > 0)
    return { done: true, package: target.package, ...revoked }
  return refused('nothing_to_revoke', `There is nothing to revoke: ${await whyNothingToRevoke(db, target)}`)
}

async function whyNothingToRevoke(db: Db, target: Checked['target']): Promise<string> {
  const packageName = PACKAGE_NAMES[target.package]
  const last = (await grantsOf(db, target.account_id)).find((grant) => grant.package === target.package)
  const bought = await purchaseOf(db, target)
  const studio = target.package === OFFERS.studio.unlocks ? await runningStudioOf(db, target.account_id) : undefined
  if (studio?.payment === 'processing') return `the payment for ${packageName} is processing. Cancel the subscription at Stripe instead.`
  if (studio?.bundle) return `${packageName} came with a bundle. Revoke master_course if the bundle cost nothing, or refund it at Stripe.`
  if (studio) return `${packageName} was paid for. Refund the payment and cancel the subscription at Stripe instead.`
  if (bought?.revoked_at) return `the purchase of ${packageName} was revoked before, on ${formatDay(bought.revoked_at)}.`
  const state = bought && purchaseState({ ...bought, dispute: bought.dispute_status })
  if (state === 'active') return `${packageName} was paid for. Refund the payment at Stripe instead: that ends the purchase.`
  if (last?.revoked_at)
    return `${packageName} was revoked before, on ${formatDay(last.revoked_at)} by ${last.revoked_by}: "${last.revoke_reason}"`
  if (last?.expires_at) return `the grant of ${packageName} was over on ${formatMinute(last.expires_at)}.`
  if (bought) return `the purchase of ${packageName} has ended: its money was or is being returned.`
  return `this account was never granted ${packageName}.`
}
