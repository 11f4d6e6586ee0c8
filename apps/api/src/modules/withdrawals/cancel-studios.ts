import type { FastifyInstance } from 'fastify'
import Stripe from 'stripe'
import { type Cancellation, finishCancellation, runningStudios } from './cancellations.store.ts'

type Tools = Pick<FastifyInstance, 'db' | 'payments'>

/**
 * Cancels the Studios of a confirmed request at Stripe for the end of their period, and records it. Repeating it changes nothing.
 * @throws the SDK's error while Stripe is unreachable or refuses; Error without a Stripe account.
 */
export async function cancelStudios({ db, payments }: Tools, request: Cancellation): Promise<void> {
  if (!payments) throw new Error('there is no Stripe account to cancel at')
  const running = await runningStudios(db, request.account_id)
  let refusal: unknown
  for (const { id } of running.filter(({ is_cancelled }) => !is_cancelled)) {
    try {
      await payments.stripe.subscriptions.update(id, { cancel_at_period_end: true })
    } catch (error) {
      // Stripe refuses to change a subscription that has ended. The sync below then stores its end.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      refusal = error
    }
  }
  for (const customer of new Set(running.map(({ customer_id }) => customer_id))) await payments.sync(customer)
  const left = await runningStudios(db, request.account_id)
  if (left.some(({ is_cancelled }) => !is_cancelled)) throw refusal ?? new Error('a Studio still renews after its cancellation')
  const ends = left.flatMap(({ ends_at }) => (ends_at === null ? [] : [ends_at.getTime()]))
  await finishCancellation(db, request, {
    ends_at: ends.length === 0 ? null : new Date(Math.max(...ends)),
    ids: running.map(({ id }) => id),
  })
}
