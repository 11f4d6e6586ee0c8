import { z } from 'zod'
import { listResponse, retrieveRoute, type StripeApi } from '../core/api.ts'
import type { StripeService } from '../core/context.ts'
import { bool, emptyable, hash, integer, listParameters, mergeMetadata, metadata, oneOf, parameters, text } from '../core/parameters.ts'
import { findPage, requireObject } from '../core/store.ts'
import { invalid, noSuch, wrongCurrency } from '../core/stripe-error.ts'
import { withoutUndefined } from '../core/without-undefined.ts'
import { createSubscription } from '../subscriptions/create-subscription.ts'
import { endTrial } from '../subscriptions/renew-subscription.ts'
import {
  cancelSubscription,
  changeSubscription,
  type Ending,
  endingChanges,
  itemList,
  type Subscription,
} from '../subscriptions/subscription.ts'

const createInput = parameters({
  customer: text(),
  items: z.array(hash({ price: text() })),
  default_payment_method: text().optional(),
  metadata: metadata.optional(),
  off_session: bool.optional(),
  payment_behavior: oneOf('allow_incomplete').optional(),
  trial_period_days: integer({ min: 1, max: 730 }).optional(),
})

const updateInput = parameters({
  cancel_at: emptyable(integer()).optional(),
  cancel_at_period_end: bool.optional(),
  items: z.array(hash({ id: text(), price: text() })).optional(),
  metadata: metadata.optional(),
  trial_end: oneOf('now').optional(),
})
const cancelInput = parameters({ cancellation_details: hash({ comment: emptyable(text()).optional() }).optional() })

const STATUSES = ['active', 'canceled', 'incomplete', 'incomplete_expired', 'past_due', 'paused', 'trialing', 'unpaid'] as const
const listInput = listParameters({ customer: text().optional(), status: oneOf(...STATUSES, 'all').optional() })

async function create(service: StripeService, input: z.output<typeof createInput>) {
  const { customer, default_payment_method: paymentMethod } = input
  await requireObject(service, 'customer', customer, 'customer')
  const method = paymentMethod && (await requireObject(service, 'payment_method', paymentMethod, 'default_payment_method'))
  if (method && method.customer !== customer) {
    const message = `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`
    throw invalid(message, 'default_payment_method', 'resource_missing')
  }
  const { subscription } = await createSubscription(service, {
    customer,
    paymentMethod,
    items: input.items.map(({ price }) => price),
    metadata: mergeMetadata({}, input.metadata),
    allowsIncomplete: true,
    attempt: { offSession: input.off_session ?? false },
    trialDays: input.trial_period_days,
  })
  return subscription
}

type Update = z.output<typeof updateInput>

function requestedEnding({ cancel_at_period_end, cancel_at }: Update, now: number): Ending | undefined {
  if (cancel_at_period_end !== undefined) return cancel_at_period_end ? 'period_end' : null
  if (typeof cancel_at === 'number' && cancel_at <= now) {
    throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', 'cancel_at')
  }
  return cancel_at
}

/** Returns the change that moves items to other prices. Only in a trial, because the stand-in does not prorate. */
async function priceChanges(service: StripeService, subscription: Subscription, moves: NonNullable<Update['items']>) {
  if (subscription.status !== 'trialing') throw invalid('The stand-in does not prorate: it changes prices in a trial alone.', 'items')
  const items = subscription.items.data
  const unknown = moves.find(({ id }) => !items.some((item) => item.id === id))
  if (unknown) throw invalid(`Invalid subscription_item id: ${unknown.id}`, 'items[0][id]', 'resource_missing')
  const moved = []
  for (const item of items) {
    const price = await requireObject(service, 'price', moves.find(({ id }) => id === item.id)?.price ?? item.price.id, 'items[0][price]')
    if (price.currency !== subscription.currency) throw wrongCurrency(price.currency, subscription.currency, 'items[0][price]')
    moved.push({ ...item, price })
  }
  return { items: itemList(moved) }
}

async function update(service: StripeService, id: string, { expand: _, ...input }: Update) {
  const before = await requireObject(service, 'subscription', id)
  const { metadata: metadataChanges, items, ...others } = input
  if (before.ended_at !== null && Object.values({ items, ...others }).some((value) => value !== undefined))
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.')
  const ending = requestedEnding(input, service.now())
  const after = await changeSubscription(service, before, {
    metadata: mergeMetadata(before.metadata, metadataChanges),
    ...(items !== undefined && (await priceChanges(service, before, items))),
    ...(ending !== undefined && endingChanges(before, ending, service.now())),
  })
  return input.trial_end === 'now' && after.status === 'trialing' ? endTrial(service, after) : after
}

/** Registers the endpoints of subscriptions. */
export function subscriptionRoutes(api: StripeApi) {
  api.post('/subscriptions', createInput, ({ service, input }) => create(service, input))
  retrieveRoute(api, '/subscriptions', 'subscription')
  api.post('/subscriptions/:id', updateInput, ({ service, id, input }) => update(service, id, input))

  api.delete('/subscriptions/:id', cancelInput, async ({ service, id, input }) => {
    const subscription = await requireObject(service, 'subscription', id)
    // Stripe responds with 404 for a subscription that has ended
    if (subscription.ended_at !== null) throw noSuch('subscription', id)
    const details = withoutUndefined(input.cancellation_details ?? {})
    return cancelSubscription(service, subscription, { ...details, reason: 'cancellation_requested' })
  })

  api.get('/subscriptions', listInput, async ({ service, input: { customer, status, ...paging } }) => {
    const statuses: string[] = status === undefined ? STATUSES.filter((one) => one !== 'canceled') : [status]
    const and = status === 'all' ? undefined : service.sql`and data->>'status' = any(${statuses})`
    return listResponse('/v1/subscriptions', await findPage(service, 'subscription', { where: { customer }, and }, paging))
  })
}
