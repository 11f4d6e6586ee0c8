import { isOver, purchaseState } from '@academy/catalog'
import type { Truth } from './read-customer.ts'

const byTime = <T>(things: readonly T[], timeOf: (thing: T) => Date, idOf: (thing: T) => string): T[] =>
  things.toSorted((a, b) => timeOf(a).getTime() - timeOf(b).getTime() || idOf(a).localeCompare(idOf(b)))

/**
 * What an operator must give back: for each checkout that bought what its account held already, a word on it. A checkout is refused while
 * another one may still be paid, so this takes a payment that Stripe accepted although it had told us otherwise.
 */
export function paidTwice({ checkouts, purchases, subscriptions }: Truth): Map<string, string> {
  const problems = new Map<string, string>()
  const standing = purchases.filter((purchase) => purchaseState({ ...purchase, dispute: purchase.dispute_status }) === 'active')
  const [first, ...again] = byTime(
    standing,
    ({ paid_at }) => paid_at,
    ({ id }) => id,
  )
  for (const { id } of again) problems.set(id, `The course was paid for before, with ${first?.id}. Refund this payment.`)

  const running = subscriptions.filter(({ status }) => !isOver(status))
  const [kept, ...more] = byTime(
    running,
    ({ started_at }) => started_at,
    ({ id }) => id,
  )
  for (const { id } of more) {
    const checkout = checkouts.find(({ subscription_id }) => subscription_id === id)
    if (!checkout || problems.has(checkout.session_id)) continue
    problems.set(checkout.session_id, `The Studio runs already, as ${kept?.id}. Cancel and refund ${id}.`)
  }
  return problems
}
