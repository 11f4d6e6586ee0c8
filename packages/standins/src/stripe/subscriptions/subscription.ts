import type Stripe from 'stripe'
import type { StripeService } from '../core/context.ts'
import { makeId, type Price } from '../core/kinds.ts'
import { money } from '../core/money.ts'
import { find, findAll, readHidden, save, updateHidden } from '../core/store.ts'
import { stopCollecting } from '../invoices/collect-invoice.ts'
import { amountOf, type LineInput, productName } from '../invoices/invoice.ts'
import { DAY_SECONDS, setDue } from '../time/due.ts'
import { change, emitEvent } from '../webhooks/emit-event.ts'

export type Subscription = Stripe.Subscription
export type Item = Stripe.SubscriptionItem

/** Returns the price of an item in its stored form, in which the product is an id. */
export const priceOf = (item: Item) => item.price as Price

/** Builds a subscription item, without the older `plan` that repeats its price. */
export const makeItem = (subscription: string, price: Price, period: { start: number; end: number }): Item =>
  ({
    ...{ id: makeId('subscription_item'), object: 'subscription_item', price, quantity: 1, subscription },
    ...{ current_period_start: period.start, current_period_end: period.end },
  }) as unknown as Item

export const itemList = (data: Item[]) => ({ object: 'list', data, has_more: false }) as Subscription['items']

/** Returns the product of a subscription's first item. */
export async function findSubscribedProduct(service: StripeService, { items }: Subscription) {
  const [item] = items.data
  return item && find(service, 'product', priceOf(item).product)
}

/** Returns the lines of items for their current periods; during a trial the amounts are zero. */
export async function itemLines(service: StripeService, items: readonly Item[], isTrial = false): Promise<LineInput[]> {
  const lines: LineInput[] = []
  for (const item of items) {
    const price = priceOf(item)
    const name = await productName(service, price)
    lines.push({
      price,
      amount: isTrial ? 0 : amountOf(price),
      description: isTrial ? `Trial period for ${name}` : `1 × ${name} (at ${money(amountOf(price), price.currency)} / month)`,
      period: { start: item.current_period_start, end: item.current_period_end },
      item: { subscription: item.subscription, subscription_item: item.id },
    })
  }
  return lines
}

/** A subscription whose first invoice is not paid within 23 hours expires. */
const INCOMPLETE_SECONDS = 23 * 3600

type NextStep = { kind: 'expire' | 'trial_notice' | 'cancel' | 'renew'; at: number }

/** Returns the end of the current period in seconds. Items that are billed together share it. */
export const periodEnd = ({ items }: Subscription): number => Math.min(...items.data.map((item) => item.current_period_end))

/** Returns the next due step of a subscription. */
export async function stepOf(service: StripeService, subscription: Subscription): Promise<NextStep | undefined> {
  const { id, status, trial_end: trialEnd, cancel_at: cancelAt, created } = subscription
  if (status === 'incomplete') return { kind: 'expire', at: created + INCOMPLETE_SECONDS }
  if (!['trialing', 'active', 'past_due'].includes(status)) return undefined
  const end = periodEnd(subscription)
  const steps: NextStep[] = [{ kind: 'renew', at: end }]
  if (subscription.cancel_at_period_end) steps.unshift({ kind: 'cancel', at: end })
  else if (cancelAt !== null) steps.unshift({ kind: 'cancel', at: cancelAt })
  const { announcedTrialEnd } = await readHidden<{ announcedTrialEnd?: number }>(service, id)
  // Stripe announces the end of a trial three days before, or at once if the trial is shorter
  if (status === 'trialing' && trialEnd !== null && announcedTrialEnd !== trialEnd)
    steps.unshift({ kind: 'trial_notice', at: Math.max(trialEnd - 3 * DAY_SECONDS, created) })
  // the sort is stable, so that a cancellation wins over a renewal at the same time
  return steps.toSorted((a, b) => a.at - b.at)[0]
}

/** Schedules the next due step. Call it after every change of a subscription. */
export async function schedule(service: StripeService, subscription: Subscription): Promise<void> {
  await setDue(service, subscription.id, (await stepOf(service, subscription))?.at ?? null)
}

/** Emits the event that announces the end of a trial. */
export async function announceTrialEnd(service: StripeService, subscription: Subscription): Promise<void> {
  await updateHidden(service, subscription.id, { announcedTrialEnd: subscription.trial_end })
  await schedule(service, subscription)
  await emitEvent(service, 'customer.subscription.trial_will_end', subscription)
}

/** Stores the changes, emits the event and schedules the next step. */
export async function changeSubscription(
  service: StripeService,
  before: Subscription,
  changes: Partial<Subscription>,
): Promise<Subscription> {
  const after = await change(service, 'subscription', before, changes, 'customer.subscription.updated')
  await schedule(service, after)
  return after
}

type CancellationDetails = Partial<NonNullable<Subscription['cancellation_details']>>

/** The scheduled end of a subscription: the end of its period, a time in seconds, or null for none. */
export type Ending = 'period_end' | number | null

/** Returns the changes that schedule or remove the end of a subscription. */
export function endingChanges(subscription: Subscription, ending: Ending, now: number): Partial<Subscription> {
  const { cancellation_details } = subscription
  const detailsFor = (reason: 'cancellation_requested' | null) =>
    ({ ...cancellation_details, reason }) as Subscription['cancellation_details']
  if (ending === null) return { cancel_at: null, cancel_at_period_end: false, canceled_at: null, cancellation_details: detailsFor(null) }
  return {
    cancel_at: ending === 'period_end' ? periodEnd(subscription) : ending,
    cancel_at_period_end: ending === 'period_end',
    canceled_at: now,
    cancellation_details: detailsFor('cancellation_requested'),
  }
}

/** Cancels a subscription at once and stops collecting its invoices. */
export async function cancelSubscription(
  service: StripeService,
  before: Subscription,
  details: CancellationDetails,
): Promise<Subscription> {
  const now = service.now()
  const subscription: Subscription = {
    ...before,
    status: 'canceled',
    canceled_at: before.canceled_at ?? now,
    ended_at: now,
    cancellation_details: { ...before.cancellation_details, ...details } as Subscription['cancellation_details'],
  }
  await save(service, 'subscription', subscription)
  await schedule(service, subscription)
  await stopCollecting(service, subscription.id)
  await emitEvent(service, 'customer.subscription.deleted', subscription)
  return subscription
}

/** Cancels all subscriptions of a customer, e.g. before the customer is deleted. */
export async function cancelSubscriptionsOf(service: StripeService, customer: string): Promise<void> {
  for (const subscription of await findAll(service, 'subscription', { where: { customer } })) {
    if (subscription.ended_at === null) await cancelSubscription(service, subscription, {})
  }
}
