import { isOver } from '@academy/catalog'
import type { FastifyInstance } from 'fastify'
import Stripe from 'stripe'
import type { ConfirmedStudio } from '../billing/facts/cancellations.table.ts'
import { cancelSubscription } from '../billing/stripe/cancel-subscription.ts'
import {
  type Cancellation,
  findCancellation,
  finishCancellation,
  lastEnd,
  reachableCustomers,
  saveError,
  saveOutcome,
} from './cancellations.store.ts'
import { refundOrVoidInvoice } from './refund-or-void-invoice.ts'

type Tools = Pick<FastifyInstance, 'db' | 'payments'>

const COMMENT = 'Cancelled by the academy: its subscriber had cancelled it before this period began.'

const periodOf = ({ items }: Stripe.Subscription): { start: number; end: number } => ({
  start: Math.max(...items.data.map((item) => item.current_period_start)),
  end: Math.min(...items.data.map((item) => item.current_period_end)),
})

/** Makes a subscription end with its period at the latest. Returns the resulting subscription. */
async function endWithPeriod(stripe: Stripe, id: string): Promise<Stripe.Subscription> {
  const subscription = await stripe.subscriptions.retrieve(id)
  const { status, cancel_at } = subscription
  if (isOver(status) || (cancel_at !== null && cancel_at <= periodOf(subscription).end)) return subscription
  return await stripe.subscriptions.update(id, { cancel_at_period_end: true })
}

/**
 * Returns the end that the subscriber confirmed, or the time of the confirmation if that is later, in seconds since 1970. Stripe's clock may
 * differ from the database's, so a period that began before it does not count as a later one.
 */
const confirmedEnd = ({ confirmed_at }: Cancellation, { ends_at }: ConfirmedStudio): number =>
  Math.ceil(Math.max(confirmed_at?.getTime() ?? 0, ends_at === null ? 0 : Date.parse(ends_at)) / 1000)

/**
 * Cancels a Studio at Stripe for the end of its period. If Stripe began a further period after `since`, because it could not be reached,
 * gives the money back, even if the Studio has ended by now, and ends the Studio at once. Repeating it changes nothing.
 */
async function cancelStudio(stripe: Stripe, id: string, since: number): Promise<'cancelled' | 'renewal_undone'> {
  const subscription = await endWithPeriod(stripe, id)
  if (periodOf(subscription).start < since) return 'cancelled'
  // No further invoice follows, because the subscription ends with its period. It is cancelled last, so that a failure repeats all of this.
  for await (const invoice of stripe.invoices.list({ subscription: id, created: { gte: since }, limit: 100 })) {
    if (invoice.billing_reason === 'subscription_cycle') await refundOrVoidInvoice(stripe, invoice)
  }
  if (!isOver(subscription.status)) await cancelSubscription(stripe, id, COMMENT)
  return 'renewal_undone'
}

/**
 * Cancels the Studios of a request that are not cancelled yet, and returns all of them. Records each, so that no repeat cancels what its
 * subscriber resumed. Loads the outcomes again before each, because another attempt may run at the same time.
 */
async function cancelRemaining({ db, payments }: Tools, request: Cancellation): Promise<ConfirmedStudio[]> {
  if (!payments) throw new Error('there is no Stripe account to cancel at')
  const loadStudios = async () => (await findCancellation(db, request.id))?.studios ?? []
  const ids = (request.studios ?? []).map(({ id }) => id)
  const customers = await reachableCustomers(db, ids)
  const refusals: Stripe.errors.StripeInvalidRequestError[] = []
  for (const id of ids) {
    const customer = customers.get(id)
    const studio = (await loadStudios()).find((loaded) => loaded.id === id)
    if (studio?.outcome !== null || customer === undefined) continue
    try {
      const outcome = await cancelStudio(payments.stripe, id, confirmedEnd(request, studio))
      await saveOutcome(db, request.id, { id, outcome })
    } catch (error) {
      // Stripe refuses this one alone.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      refusals.push(error)
      continue
    }
    await payments.sync(customer)
  }
  if (refusals[0]) throw refusals[0]
  const studios = await loadStudios()
  const unreachable = studios.find(({ outcome }) => outcome === null)
  if (unreachable) throw new Error(`${unreachable.id} runs at another Stripe account or mode, which the API cannot reach`)
  return studios
}

/**
 * Cancels the Studios of a confirmed request at Stripe for the end of their period, and records it once all are cancelled and refunded.
 * @throws the SDK's error while Stripe is unreachable or refuses; Error without the Stripe account of a Studio.
 */
export async function cancelStudios(tools: Tools, request: Cancellation): Promise<void> {
  const { db } = tools
  const studios = await cancelRemaining(tools, request).catch(async (error: unknown) => {
    await saveError(db, request.id, (error instanceof Error ? error.message : String(error)).slice(0, 500))
    throw error
  })
  const undone = studios.filter(({ outcome }) => outcome === 'renewal_undone')
  const cancelled = studios.filter(({ outcome }) => outcome === 'cancelled')
  const ends = [
    await lastEnd(
      db,
      cancelled.map(({ id }) => id),
    ),
    ...undone.map(({ ends_at }) => ends_at),
  ].filter((end) => end !== null)
  await finishCancellation(db, request, {
    ends_at: ends.length === 0 ? null : new Date(Math.max(...ends.map((end) => new Date(end).getTime()))),
    is_renewal_undone: undone.length > 0,
  })
}
