import { isDeepStrictEqual } from 'node:util'
import type { StripeService } from '../core/context.ts'
import { STRIPE_VERSION } from '../core/identity.ts'
import { type Kind, makeId, type Stored } from '../core/kinds.ts'
import { insert, save } from '../core/store.ts'
import type { EventType } from './event-types.ts'
import { endpointsFor, queueDeliveries } from './webhooks.ts'

/**
 * Stores an event with a copy of the object and queues it for the subscribed webhook endpoints. `type` is Stripe's, e.g. `invoice.paid`.
 * Call it within a write, after the object was stored.
 */
export async function emitEvent(service: StripeService, type: EventType, object: object): Promise<void> {
  const endpoints = await endpointsFor(service, type)
  const event = await create(service, 'event', {
    api_version: STRIPE_VERSION,
    data: { object: structuredClone(object) },
    pending_webhooks: endpoints.length,
    type,
  } as Partial<Stored<'event'>>)
  await queueDeliveries(service, event, endpoints)
}

/** Stores a new object with the fields that the academy reads. Stripe's own objects have more fields, most of them null. */
export async function create<K extends Kind>(
  service: StripeService,
  kind: K,
  fields: Partial<Stored<K>>,
  hidden: Record<string, unknown> = {},
): Promise<Stored<K>> {
  const { livemode } = service.identity
  const object = { id: makeId(kind), object: kind, created: service.now(), livemode, ...fields } as Stored<K>
  await insert(service, kind, object, hidden)
  return object
}

/** Stores changes of an object and emits an event of the given type, unless nothing changed. Returns the new state. */
export async function change<K extends Kind>(
  service: StripeService,
  kind: K,
  before: Stored<K>,
  changes: Partial<Stored<K>>,
  type?: EventType,
): Promise<Stored<K>> {
  const after = { ...before, ...changes }
  if (isDeepStrictEqual(before, after)) return before
  await save(service, kind, after)
  if (type !== undefined) await emitEvent(service, type, after)
  return after
}
