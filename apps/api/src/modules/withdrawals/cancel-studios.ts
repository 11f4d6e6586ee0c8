import { isOver } from '@academy/catalog'
import type { FastifyInstance } from 'fastify'
import Stripe from 'stripe'
import { cancelSubscription } from '../billing/sync/cancel-subscription.ts'
import { type Cancellation, finishCancellation, hasForeignStudio, type RunningStudio, runningStudios } from './cancellations.store.ts'
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
const confirmedEnd = ({ confirmed_at, ends_at }: Cancellation): number =>
  Math.ceil(Math.max(confirmed_at?.getTime() ?? 0, ends_at?.getTime() ?? 0) / 1000)

/** Loads the running Studios that a request cancels: not one that was bought after the end that it confirmed. */
async function studiosOf(db: Tools['db'], request: Cancellation): Promise<RunningStudio[]> {
  const since = confirmedEnd(request) * 1000
  return (await runningStudios(db, request.account_id)).filter(({ started_at }) => started_at.getTime() < since)
}

/**
 * Cancels a Studio at Stripe for the end of its period. If Stripe began a further period since the confirmation, because it could not be
 * reached, gives the money back and ends the Studio at once. Returns true if it did that.
 */
async function cancelStudio(stripe: Stripe, id: string, request: Cancellation): Promise<boolean> {
  const subscription = await endWithPeriod(stripe, id)
  const since = confirmedEnd(request)
  if (isOver(subscription.status) || periodOf(subscription).start < since) return false
  // No further invoice follows, because the subscription ends with its period. It is cancelled last, so that a failure repeats all of this.
  for await (const invoice of stripe.invoices.list({ subscription: id, created: { gte: since }, limit: 100 })) {
    if (invoice.billing_reason === 'subscription_cycle') await refundOrVoidInvoice(stripe, invoice)
  }
  await cancelSubscription(stripe, id, COMMENT)
  return true
}

/**
 * Cancels the Studios of a confirmed request at Stripe for the end of their period, and records it. Repeating it changes nothing.
 * @throws the SDK's error while Stripe is unreachable or refuses; Error without the Stripe account of the Studio.
 */
export async function cancelStudios({ db, payments }: Tools, request: Cancellation): Promise<void> {
  if (!payments) throw new Error('there is no Stripe account to cancel at')
  const running = await studiosOf(db, request)
  if (running.length === 0 && (await hasForeignStudio(db, request.account_id)))
    throw new Error('the Studio runs at another Stripe account or mode, which the API cannot reach')
  const ended: string[] = []
  const refusals = new Map<string, Stripe.errors.StripeInvalidRequestError>()
  for (const { id } of running) {
    try {
      if (await cancelStudio(payments.stripe, id, request)) ended.push(id)
    } catch (error) {
      // Stripe also refuses to change a subscription that has ended. The sync below then stores its end.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      refusals.set(id, error)
    }
  }
  for (const customer of new Set(running.map(({ customer_id }) => customer_id))) await payments.sync(customer)
  const left = await studiosOf(db, request)
  const unfinished = left.find(({ id, is_cancelled }) => !is_cancelled || refusals.has(id))
  if (unfinished) throw refusals.get(unfinished.id) ?? new Error('a Studio still renews after its cancellation')
  const isRenewalUndone = ended.length > 0
  const ends = [...left.map(({ ends_at }) => ends_at), ...(isRenewalUndone ? [request.ends_at] : [])].filter((end) => end !== null)
  await finishCancellation(db, request, {
    ends_at: ends.length === 0 ? null : new Date(Math.max(...ends.map((end) => end.getTime()))),
    is_renewal_undone: isRenewalUndone,
    ids: running.map(({ id }) => id),
  })
}
