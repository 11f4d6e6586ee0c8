import type { onRequestAsyncHookHandler } from 'fastify'
import type { Sql } from 'postgres'

export const serviceNames = ['auth', 'notion', 'stripe', 'amplitude', 'drand', 'mailbox'] as const
export type ServiceName = (typeof serviceNames)[number]

/** The movable time of each service. `/control/clock` moves it, so that tests and developers need not wait. */
export type Clock = {
  now(service: ServiceName): Date
  /** Adds a listener for moves of the service's time. The request that moves the clock waits for it. */
  onMove(service: ServiceName, listener: () => Promise<void>): void
}

const requestFaults = ['down', 'slow', 'error', 'rate_limited', 'malformed'] as const
const deliveryFaults = ['webhook_delay', 'webhook_drop'] as const
export const faultKinds = [...requestFaults, ...deliveryFaults] as const
type RequestFault = (typeof requestFaults)[number]
type DeliveryFault = (typeof deliveryFaults)[number]

/** Returns whether a fault affects outgoing webhooks instead of requests. */
export const affectsWebhooks = ({ kind }: Pick<Fault, 'kind'>): boolean => kind.startsWith('webhook_')

export type Fault = {
  service: ServiceName
  /**
   * Requests: `down` sends no response, `slow` a late one, `malformed` a success with an unreadable body.
   * Stripe's webhooks: the kinds that begin with `webhook_`.
   */
  kind: RequestFault | DeliveryFault
  /** The status of an `error`. Default 500. */
  status?: number | undefined
  /**
   * The delay of `slow` (default 3000) and `webhook_delay` (default 10000), in milliseconds.
   */
  delay_ms?: number | undefined
  /** The Retry-After of `rate_limited`, in seconds. Default 1. */
  retry_after?: number | undefined
  /** Limits the fault to requests whose path, or webhooks whose event type, contains this text. */
  path?: string | undefined
  /** The number of requests or webhooks that the fault affects. Default: all until it is switched off. */
  times?: number | undefined
}

export type Faults = {
  /**
   * Returns the hook for a service's plugin, before its handlers. `bodyOf` builds error bodies in the service's own format;
   * the hook sets status and Retry-After.
   */
  apply(service: ServiceName, bodyOf?: (fault: { kind: 'error' | 'rate_limited'; status: number }) => unknown): onRequestAsyncHookHandler
  /** Takes the fault that applies now, for protocols other than HTTP. */
  take(service: ServiceName): Fault | undefined
  /** Takes the fault for the delivery of a webhook. */
  takeDelivery(service: ServiceName, eventType: string): Fault | undefined
}

/** The options of every stand-in. A stand-in is a Fastify plugin that creates its own schema and tables. */
export type ServiceOptions = {
  sql: Sql
  clock: Clock
  faults: Faults
  /** Public URL of the stand-ins, without a trailing slash. */
  publicUrl: string
}
