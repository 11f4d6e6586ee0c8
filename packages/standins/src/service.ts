import type { onRequestAsyncHookHandler } from 'fastify'
import type { Sql } from 'postgres'

export const serviceNames = ['auth', 'notion', 'stripe', 'amplitude', 'mailbox'] as const
export type ServiceName = (typeof serviceNames)[number]

/** Time as a service sees it. Moved over HTTP (`/control/clock`), so that whatever takes an hour can be seen at once. */
export type Clock = {
  now(service: ServiceName): Date
  /** Has the listener called after each move of the service's time; the request that moved it waits for the listener. */
  onMove(service: ServiceName, listener: () => Promise<void>): void
}

const requestFaults = ['down', 'slow', 'error', 'rate_limited', 'malformed'] as const
const deliveryFaults = ['duplicate', 'reorder', 'delay', 'drop'] as const
export const faultKinds = [...requestFaults, ...deliveryFaults] as const
type RequestFault = (typeof requestFaults)[number]
type DeliveryFault = (typeof deliveryFaults)[number]

/** Whether a fault hits webhooks on their way out rather than requests. */
export const hitsDeliveries = ({ kind }: Pick<Fault, 'kind'>): boolean => deliveryFaults.some((known) => known === kind)

export type Fault = {
  service: ServiceName
  /**
   * What happens to requests: down: no answer at all; slow: the right answer, late; malformed: a success whose body cannot be read.
   * Or to webhooks (Stripe's): duplicate, reorder, delay, drop.
   */
  kind: RequestFault | DeliveryFault
  /** Of `error`. Default 500. */
  status?: number | undefined
  /** Of `slow` (default 3000), `delay` (default 10000) and `reorder` (how long to gather what is then sent backwards, default 1500). */
  delay_ms?: number | undefined
  /** Of `rate_limited`, in seconds. Default 1. */
  retry_after?: number | undefined
  /** Only requests whose path, or webhooks whose event type, contains this. */
  path?: string | undefined
  /** How many requests or webhooks are hit before the fault ends by itself. Default: until it is switched off. */
  times?: number | undefined
}

export type Faults = {
  /**
   * The hook that a service's plugin adds as `onRequest`. `bodyOf` gives error bodies the service's own form;
   * status and Retry-After are set by the hook.
   */
  apply(service: ServiceName, bodyOf?: (fault: { kind: 'error' | 'rate_limited'; status: number }) => unknown): onRequestAsyncHookHandler
  /** For what is not a request: the fault to setFault now, counted as one of its times. */
  take(service: ServiceName): Fault | undefined
  /** The fault that a webhook suffers on its way out, counted as one of its times. */
  takeDelivery(service: ServiceName, eventType: string): Fault | undefined
}

/** What every stand-in, a Fastify plugin, is registered with. It creates its own schema and tables when it starts. */
export type ServiceOptions = {
  sql: Sql
  clock: Clock
  faults: Faults
  /** Where a browser reaches the stand-ins, without a slash at the end. */
  publicUrl: string
}
