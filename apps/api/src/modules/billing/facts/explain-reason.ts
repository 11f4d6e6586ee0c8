import { formatAmount, graceEnd, isGift, OFFERS, PACKAGE_NAMES, type Reason, soldTitle } from '@academy/catalog'
import { formatLongDay, formatLongMinute } from './format-dates.ts'
import type { RecordedGrant } from './grants.store.ts'
import type { RecordedPurchase, RecordedSubscription } from './payments.store.ts'

/** Why an entitlement is or was active, with the recorded rows. */
export type RecordedReason = Reason<RecordedGrant, RecordedPurchase, RecordedSubscription>

/** Returns a reason as a sentence with dates and amounts, for operators. */
export function explainReason(reason: RecordedReason): string {
  switch (reason.kind) {
    case 'admin':
      return "This is the administrator's account, which may open everything."
    case 'grant':
      return explainGrant(reason.grant, reason.state)
    case 'purchase':
      return explainPurchase(reason.purchase)
    case 'subscription':
      return explainSubscription(reason.subscription, reason.state)
    case 'seat':
      return explainSeat(reason)
  }
}

function explainGrant(grant: RecordedGrant, state: 'active' | 'expired' | 'revoked'): string {
  const granted = `${PACKAGE_NAMES[grant.package]} was granted on ${formatLongDay(grant.granted_at)} by ${grant.granted_by}: "${grant.reason}"`
  if (state === 'revoked' && grant.revoked_at !== null)
    return `${granted}. It was revoked on ${formatLongDay(grant.revoked_at)} by ${grant.revoked_by}: "${grant.revoke_reason}".`
  if (grant.expires_at === null) return `${granted}. It has no end.`
  return `${granted}. It ${state === 'expired' ? 'ended' : 'ends'} on ${formatLongMinute(grant.expires_at)}.`
}

function explainPurchase({
  offer,
  amount,
  currency,
  paid_at,
  refunded_amount,
  refunded_at,
  subscription_id,
  revoked_at,
  refund_requested_at,
  ...dispute
}: RecordedPurchase): string {
  const sentences = [`${soldTitle(offer)} was bought on ${formatLongDay(paid_at)} for ${formatAmount(amount, currency)}.`]
  if (refunded_at !== null) sentences.push(`It was refunded in full on ${formatLongDay(refunded_at)}.`)
  else if (refunded_amount > 0) sentences.push(`${formatAmount(refunded_amount, currency)} of it was refunded, so access stays.`)
  if (dispute.dispute !== null) {
    const since = dispute.dispute_at ? ` on ${formatLongDay(dispute.dispute_at)}` : ''
    const outcome = {
      open: 'The bank has not decided yet, so access stays.',
      won: 'The bank decided in our favor.',
      lost: 'The bank decided in the buyer’s favor.',
    }
    sentences.push(`Its buyer disputed the payment${since}. ${outcome[dispute.dispute]}`)
  }
  if (revoked_at !== null) sentences.push(`It was revoked on ${formatLongDay(revoked_at)}; the audit log says why.`)
  if (refunded_at === null && refund_requested_at !== null)
    sentences.push(`Its buyer used the guarantee on ${formatLongDay(refund_requested_at)}, and Stripe has not confirmed the refund.`)
  const isOver = refunded_at !== null || dispute.dispute === 'lost' || revoked_at !== null
  if (isOver && subscription_id !== null)
    sentences.push('The Studio that came with it was cancelled as well, unless a month of it had been paid for.')
  return sentences.join(' ')
}

function explainSeat({
  seat: { claimed_at, purchase },
  state,
  from,
  end,
}: Pick<Extract<RecordedReason, { kind: 'seat' }>, 'seat' | 'state' | 'from' | 'end'>): string {
  const [what, bought] = isGift(purchase) ? ['gift', 'it was'] : ['seat', `${purchase.seats} were`]
  const claimed = `A ${what} of ${soldTitle(purchase.offer)} was claimed on ${formatLongDay(claimed_at)}; ${bought} bought on ${formatLongDay(purchase.paid_at)}.`
  const ends: Readonly<Record<string, string>> = {
    refunded: 'It was closed by a refund.',
    refund_requested: 'It was closed, because their buyer requested the refund.',
    dispute_lost: 'It was closed, because the bank gave the money back.',
    revoked: 'It was closed, because the purchase was revoked; the audit log says why.',
    ...(end && {
      active: `It ends on ${formatLongMinute(end)}, and nothing is charged then.`,
      waiting: `It begins on ${formatLongMinute(from)}, after an earlier gift, and ends on ${formatLongMinute(end)}.`,
      ended: `It ended on ${formatLongMinute(end)}.`,
    }),
  }
  return [claimed, ...(ends[state] === undefined ? [] : [ends[state]])].join(' ')
}

function explainSubscription(subscription: RecordedSubscription, state: string): string {
  const { offer, status, started_at, paid_until, trial_end, cancel_at, ended_at, revoked_at } = subscription
  const name = `The subscription to ${OFFERS[offer].title} of ${formatLongDay(started_at)}`
  const paid = paid_until ? `paid until ${formatLongDay(paid_until)}` : 'not paid for yet'
  const end = graceEnd(subscription)
  if (revoked_at !== null) return `${name} cost nothing. It was revoked on ${formatLongDay(revoked_at)}; the audit log says why.`
  if (state === 'ended') return `${name} ended${ended_at ? ` on ${formatLongDay(ended_at)}` : ''} (${status}).`
  if (state === 'grace' && end) return `${name} was ${paid}. Its renewal failed; it stays open until ${formatLongMinute(end)}.`
  if (state === 'processing') return `${name} began, and its first payment is processing. It opens when the money arrives.`
  if (state === 'overdue')
    return `${name} was ${paid}. Its renewal failed${end ? `, and the days of grace ended on ${formatLongMinute(end)}` : ''} (${status}).`
  if (state === 'inactive') return `${name} does not run (${status}).`
  const runs = status === 'trialing' && trial_end ? `is free until ${formatLongDay(trial_end)}` : `runs and is ${paid}`
  return `${name} ${runs}.${cancel_at ? ` It was cancelled and ends on ${formatLongDay(cancel_at)}.` : ''}`
}
