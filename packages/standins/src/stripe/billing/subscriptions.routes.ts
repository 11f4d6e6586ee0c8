import { z } from 'zod'
import { listResponse, type StripeApi } from '../api.ts'
import type { StripeService } from '../context.ts'
import {
  bool,
  emptyable,
  hash,
  integer,
  listParameters,
  mergeMetadata,
  metadata,
  oneOf,
  parameters,
  text,
  timeRange,
} from '../parameters.ts'
import { findPage, requireObject } from '../store.ts'
import { invalid, noSuch } from '../stripe-error.ts'
import { cancelSubscription } from '../subscriptions/cancel-subscription.ts'
import { createSubscription, trialEndOf } from '../subscriptions/create-subscription.ts'
import type { Subscription } from '../subscriptions/subscription-json.ts'
import { changeSubscription, type Ending, endingChanges, endTrial, priceChanges } from '../subscriptions/update-subscription.ts'
import { withoutUndefined } from '../without-undefined.ts'

const cancellationDetails = hash({ comment: emptyable(text()).optional() }).optional()

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
  cancellation_details: cancellationDetails,
  items: z.array(hash({ id: text(), price: text() })).optional(),
  metadata: metadata.optional(),
  trial_end: oneOf('now').optional(),
})

const STATUSES = ['active', 'canceled', 'incomplete', 'incomplete_expired', 'past_due', 'paused', 'trialing', 'unpaid'] as const
const listInput = listParameters({
  customer: text().optional(),
  status: oneOf(...STATUSES, 'all').optional(),
  created: timeRange.optional(),
})

async function requireAttachedMethod(service: StripeService, id: string | undefined, customer: string) {
  if (id === undefined) return
  const method = await requireObject(service, 'payment_method', id, 'default_payment_method')
  if (method.customer === customer) return
  throw invalid(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    'default_payment_method',
    'resource_missing',
  )
}

async function create(service: StripeService, input: z.output<typeof createInput>) {
  const customer = await requireObject(service, 'customer', input.customer, 'customer')
  await requireAttachedMethod(service, input.default_payment_method, customer.id)
  const { subscription } = await createSubscription(service, {
    customer: customer.id,
    items: input.items.map(({ price }) => ({ price, quantity: 1 })),
    metadata: mergeMetadata({}, input.metadata),
    allowsIncomplete: true,
    attempt: { offSession: input.off_session ?? false },
    trialEnd: trialEndOf(input.trial_period_days, service.now()),
    ...(input.default_payment_method !== undefined && { paymentMethod: input.default_payment_method }),
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

function refuseChangesAfterEnd({ status }: Subscription, input: Update) {
  if (status !== 'canceled' && status !== 'incomplete_expired') return
  const { metadata: _metadata, cancellation_details: _details, expand: _expand, ...others } = input
  if (Object.values(others).every((value) => value === undefined)) return
  throw invalid('A canceled subscription can only update its cancellation_details and metadata.')
}

async function update(service: StripeService, id: string, input: Update) {
  const before = await requireObject(service, 'subscription', id)
  refuseChangesAfterEnd(before, input)
  const ending = requestedEnding(input, service.now())
  const after = await changeSubscription(service, before, {
    ...(input.metadata !== undefined && { metadata: mergeMetadata(before.metadata, input.metadata) }),
    ...(input.items !== undefined && (await priceChanges(service, before, input.items))),
    ...(ending !== undefined && endingChanges(before, ending, service.now(), withoutUndefined(input.cancellation_details ?? {}))),
  })
  return input.trial_end === 'now' && after.status === 'trialing' ? endTrial(service, after) : after
}

/** Registers the endpoints of subscriptions. */
export function subscriptionRoutes(api: StripeApi) {
  api.post('/subscriptions', createInput, ({ service, input }) => create(service, input))
  api.get('/subscriptions/:id', parameters({}), ({ service, id }) => requireObject(service, 'subscription', id))
  api.post('/subscriptions/:id', updateInput, ({ service, id, input }) => update(service, id, input))

  api.delete('/subscriptions/:id', parameters({ cancellation_details: cancellationDetails }), async ({ service, id, input }) => {
    const subscription = await requireObject(service, 'subscription', id)
    // Stripe responds with 404 for a subscription that has ended
    if (subscription.ended_at !== null) throw noSuch('subscription', id)
    const details = withoutUndefined(input.cancellation_details ?? {})
    return cancelSubscription(service, subscription, { ...details, reason: 'cancellation_requested' })
  })

  api.get('/subscriptions', listInput, async ({ service, input }) => {
    const { customer, status, created, ...paging } = input
    const { sql } = service
    const statuses: string[] = status === undefined ? STATUSES.filter((one) => one !== 'canceled') : [status]
    const and = status === 'all' ? sql`` : sql`and data->>'status' = any(${statuses})`
    return listResponse('/v1/subscriptions', await findPage(service, 'subscription', { where: { customer }, created, and }, paging))
  })
}
