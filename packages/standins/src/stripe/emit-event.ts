import { isDeepStrictEqual } from 'node:util'
import type { StripeService } from './context.ts'
import { STRIPE_VERSION } from './identity.ts'
import { makeId } from './ids.ts'
import type { Kind, Stored } from './kinds.ts'
import { insert, save } from './store.ts'
import { endpointsFor, queueDeliveries } from './webhooks/outbox.ts'

/**
 * Stores an event with a copy of the object and queues it for the subscribed webhook endpoints. `type` is Stripe's, e.g. `invoice.paid`.
 * Call it within a write, after the object was stored.
 */
export async function emitEvent(service: StripeService, type: string, object: object): Promise<void> {
  const endpoints = await endpointsFor(service, type)
  const event = {
    id: makeId('event'),
    object: 'event' as const,
    api_version: STRIPE_VERSION,
    created: service.now(),
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: endpoints.length,
    request: { id: null, idempotency_key: null },
    type,
  } as Stored<'event'>
  await insert(service, 'event', event)
  await queueDeliveries(service, event, endpoints)
}

/** Stores changes of an object and emits an event of the given type, unless nothing changed. Returns the new state. */
export async function change<K extends Kind>(
  service: StripeService,
  kind: K,
  before: Stored<K>,
  changes: Partial<Stored<K>>,
  type?: string,
): Promise<Stored<K>> {
  const after = { ...before, ...changes }
  if (isDeepStrictEqual(before, after)) return before
  await save(service, kind, after)
  if (type !== undefined) await emitEvent(service, type, after)
  return after
}
