import { isOver, purchaseState } from '@academy/catalog'
import type { StripeSnapshot } from './read-customer.ts'

const sortByTime = <T extends { id: string }>(rows: readonly T[], timeOf: (row: T) => Date): T[] =>
  rows.toSorted((a, b) => timeOf(a).getTime() - timeOf(b).getTime() || a.id.localeCompare(b.id))

/**
 * Returns what an operator must refund: each checkout that bought something the account already had, with a message. A checkout is refused
 * while another one can be paid, so this happens only if Stripe accepted a payment after reporting that it would not.
 */
export function findDuplicatePayments({ checkouts, purchases, subscriptions }: StripeSnapshot): Map<string, string> {
  const problems = new Map<string, string>()
  const active = purchases.filter(
    (purchase) => purchase.seats === 0 && purchaseState({ ...purchase, dispute: purchase.dispute_status }) === 'active',
  )
  const [first, ...again] = sortByTime(active, ({ paid_at }) => paid_at)
  for (const { id } of again) problems.set(id, `The course was paid for before, with ${first?.id}. Refund this payment.`)

  const running = subscriptions.filter(({ status }) => !isOver(status))
  const [oldest, ...more] = sortByTime(running, ({ started_at }) => started_at)
  for (const { id } of more) {
    const checkout = checkouts.find(({ subscription_id }) => subscription_id === id)
    if (!checkout || problems.has(checkout.session_id)) continue
    problems.set(checkout.session_id, `The Studio runs already, as ${oldest?.id}. Cancel and refund ${id}.`)
  }
  return problems
}
