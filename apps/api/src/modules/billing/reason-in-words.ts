import { formatAmount, graceEnd, OFFERS, PACKAGE_NAMES, type Reason } from '@academy/catalog'
import { longDay, longMinute } from './days-in-words.ts'
import type { RecordedGrant } from './grants.store.ts'
import type { RecordedPurchase, RecordedSubscription } from './payments.store.ts'

/** Why an entitlement is on, or is on no more, with the rows that say so. */
export type RecordedReason = Reason<RecordedGrant, RecordedPurchase, RecordedSubscription>

/** A reason for operators, as a sentence with its dates and amounts. */
export function reasonInWords(reason: RecordedReason): string {
  switch (reason.kind) {
    case 'admin':
      return 'This is the address of the administrator, who may open everything.'
    case 'grant':
      return grantInWords(reason.grant, reason.state)
    case 'purchase':
      return purchaseInWords(reason.purchase)
    case 'subscription':
      return subscriptionInWords(reason.subscription, reason.state)
  }
}

function grantInWords(grant: RecordedGrant, state: 'active' | 'expired' | 'revoked'): string {
  const given = `${PACKAGE_NAMES[grant.package]} was granted on ${longDay(grant.granted_at)} by ${grant.granted_by}: "${grant.reason}"`
  if (state === 'revoked' && grant.revoked_at !== null)
    return `${given}. It was revoked on ${longDay(grant.revoked_at)} by ${grant.revoked_by}: "${grant.revoke_reason}".`
  if (grant.expires_at === null) return `${given}. It has no end.`
  return `${given}. It ${state === 'expired' ? 'ended' : 'ends'} on ${longMinute(grant.expires_at)}.`
}

function purchaseInWords({
  offer,
  amount,
  currency,
  paid_at,
  refunded_amount,
  refunded_at,
  subscription_id,
  revoked_at,
  ...dispute
}: RecordedPurchase): string {
  const told = [`${OFFERS[offer].title} was bought on ${longDay(paid_at)} for ${formatAmount(amount, currency)}.`]
  if (refunded_at !== null) told.push(`It was refunded in full on ${longDay(refunded_at)}.`)
  else if (refunded_amount > 0) told.push(`${formatAmount(refunded_amount, currency)} of it was refunded, which ends nothing.`)
  if (dispute.dispute !== null) {
    const since = dispute.dispute_at ? ` on ${longDay(dispute.dispute_at)}` : ''
    const outcome = {
      open: 'That is not decided yet, and ends nothing.',
      won: 'That was decided for us.',
      lost: 'That was decided for them.',
    }
    told.push(`Its buyer disputed the payment${since}. ${outcome[dispute.dispute]}`)
  }
  if (revoked_at !== null) told.push(`It was taken back on ${longDay(revoked_at)}; the audit log says why.`)
  const isOver = refunded_at !== null || dispute.dispute === 'lost' || revoked_at !== null
  if (isOver && subscription_id !== null)
    told.push('The Studio that came with it was cancelled as well, unless a month of it had been paid for.')
  return told.join(' ')
}

function subscriptionInWords(subscription: RecordedSubscription, state: string): string {
  const { offer, status, started_at, paid_until, trial_end, cancel_at, ended_at, revoked_at } = subscription
  const name = `The subscription to ${OFFERS[offer].title} of ${longDay(started_at)}`
  const paid = paid_until ? `paid until ${longDay(paid_until)}` : 'not paid for yet'
  const end = graceEnd(subscription)
  if (revoked_at !== null) return `${name} cost nothing. It was taken back on ${longDay(revoked_at)}; the audit log says why.`
  if (state === 'ended') return `${name} is over${ended_at ? ` since ${longDay(ended_at)}` : ''} (${status}).`
  if (state === 'grace' && end) return `${name} was ${paid}. Its renewal failed; it stays open until ${longMinute(end)}.`
  if (state === 'processing') return `${name} began, and its first payment is processing. It opens when the money arrives.`
  if (state === 'overdue')
    return `${name} was ${paid}. Its renewal failed${end ? `, and the days of grace ended on ${longMinute(end)}` : ''} (${status}).`
  if (state === 'inactive') return `${name} does not run (${status}).`
  const runs = status === 'trialing' && trial_end ? `is free until ${longDay(trial_end)}` : `runs and is ${paid}`
  return `${name} ${runs}.${cancel_at ? ` It was cancelled and ends on ${longDay(cancel_at)}.` : ''}`
}
