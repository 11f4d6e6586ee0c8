import { isObject, type Json } from '../json-values.ts'
import type { StripeService } from './context.ts'
import { STRIPE_VERSION } from './identity.ts'
import { makeId } from './ids.ts'
import type { Kind, Stored } from './kinds.ts'
import { insert, save } from './store.ts'
import { endpointsFor, queueDeliveries } from './webhooks/outbox.ts'

/** Returns the previous values of changed fields: only the changed keys of objects, but whole lists. */
export function previousAttributes(before: object, after: object): Json {
  const [old, now] = [before as Json, after as Json]
  const changed: Json = {}
  for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const [was, is] = [old[key], now[key]]
    if (JSON.stringify(was) === JSON.stringify(is)) continue
    changed[key] = isObject(was) && isObject(is) ? previousAttributes(was, is) : (was ?? null)
  }
  return changed
}

/**
 * Stores an event with a copy of the object and queues it for the subscribed webhook endpoints. `type` is Stripe's, e.g. `invoice.paid`.
 * Call it within a write, after the object was stored.
 */
export async function emitEvent(service: StripeService, type: string, object: object, previous?: Json): Promise<void> {
  const endpoints = await endpointsFor(service, type)
  const event = {
    id: makeId('event'),
    object: 'event' as const,
    api_version: STRIPE_VERSION,
    created: service.now(),
    data: { object: structuredClone(object), ...(previous !== undefined && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: endpoints.length,
    request: service.cause ?? { id: null, idempotency_key: null },
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
  const previous = previousAttributes(before, after)
  if (Object.keys(previous).length === 0) return before
  await save(service, kind, after)
  if (type !== undefined) await emitEvent(service, type, after, previous)
  return after
}
