import type { StripeService } from '../context.ts'
import { change } from '../emit-event.ts'
import { requireObject } from '../store.ts'
import { invalid, wrongCurrency } from '../stripe-error.ts'
import { type CancellationDetails, NO_DETAILS } from './cancel-subscription.ts'
import { periodEnd, schedule } from './due-date.ts'
import { renewSubscription } from './renew-subscription.ts'
import { type Item, itemList, type Subscription, withPrice } from './subscription-json.ts'

/** The scheduled end of a subscription: the end of its period, a time in seconds, or null for none. */
export type Ending = 'period_end' | number | null

/** Returns the changes that schedule or remove the end of a subscription. */
export function endingChanges(
  subscription: Subscription,
  ending: Ending,
  now: number,
  details: Partial<CancellationDetails> = {},
): Partial<Subscription> {
  if (ending === null) {
    const cancellation_details = { ...NO_DETAILS, ...details, reason: null }
    return { cancel_at: null, cancel_at_period_end: false, canceled_at: null, cancellation_details }
  }
  return {
    cancel_at: ending === 'period_end' ? periodEnd(subscription) : ending,
    cancel_at_period_end: ending === 'period_end',
    canceled_at: now,
    cancellation_details: { ...(subscription.cancellation_details ?? NO_DETAILS), ...details, reason: 'cancellation_requested' },
  }
}

async function moveToPrice(service: StripeService, { currency }: Subscription, item: Item, id: string): Promise<Item> {
  const price = await requireObject(service, 'price', id, 'items[0][price]')
  if (price.type !== 'recurring') {
    throw invalid(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      'items[0][price]',
    )
  }
  if (price.currency !== currency) throw wrongCurrency(price.currency, currency, 'items[0][price]')
  return withPrice(item, price)
}

/** Returns the change that moves items to other prices. Only in a trial, because the stand-in does not prorate. */
export async function priceChanges(
  service: StripeService,
  subscription: Subscription,
  moves: readonly { id: string; price: string }[],
): Promise<Partial<Subscription>> {
  if (subscription.status !== 'trialing') throw invalid('The stand-in does not prorate: it changes prices in a trial alone.', 'items')
  const items = subscription.items.data
  const unknown = moves.find(({ id }) => !items.some((item) => item.id === id))
  if (unknown) throw invalid(`Invalid subscription_item id: ${unknown.id}`, 'items[0][id]', 'resource_missing')
  const moved: Item[] = []
  for (const item of items) {
    const move = moves.find(({ id }) => id === item.id)
    moved.push(move ? await moveToPrice(service, subscription, item, move.price) : item)
  }
  return { items: itemList(subscription.id, moved) }
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

/** Ends the trial now, starts the first paid period and collects its invoice at once. */
export async function endTrial(service: StripeService, before: Subscription): Promise<Subscription> {
  const now = service.now()
  await renewSubscription(service, { ...before, trial_end: now, billing_cycle_anchor: now }, { collectsAtOnce: true })
  return requireObject(service, 'subscription', before.id)
}
