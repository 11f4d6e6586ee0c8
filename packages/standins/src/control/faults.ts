import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { affectsWebhooks, type Fault, type Faults, type ServiceName } from '../service.ts'

export type SwitchableFaults = Faults & {
  list(): Fault[]
  /** Switches a fault on. A service can have one fault of requests and one of webhooks; a second one replaces the first. */
  set(fault: Fault): void
  /** Ends the faults of a service, or of all services. Requests that they delay go on at once. */
  clear(service?: ServiceName): void
  /** Drops the requests that a fault delays, because the stand-ins are stopping. */
  close(): void
}

/** A truncated body, as from a proxy that lost its upstream. */
const TRUNCATED_BODY = '{"data":[{"id":"'

/** Closes the connection without a response. */
const drop = (reply: FastifyReply): FastifyReply => {
  reply.hijack()
  reply.raw.destroy()
  return reply
}

const applyFault = async (
  fault: Fault,
  reply: FastifyReply,
  bodyOf: (fault: { kind: 'error' | 'rate_limited'; status: number }) => unknown,
  { ended, stopped }: { ended: AbortSignal; stopped: AbortSignal },
): Promise<FastifyReply | undefined> => {
  switch (fault.kind) {
    case 'slow':
      // a real service finishes a request even if the client disconnects
      await sleep(fault.delay_ms ?? 3000, undefined, { signal: AbortSignal.any([ended, stopped]) }).catch(() => undefined)
      return stopped.aborted ? drop(reply) : undefined
    case 'down':
      return drop(reply)
    case 'malformed':
      return reply.type('application/json').send(TRUNCATED_BODY)
    case 'error': {
      const status = fault.status ?? 500
      return reply.status(status).send(bodyOf({ kind: 'error', status }))
    }
    case 'rate_limited':
      reply.header('retry-after', String(fault.retry_after ?? 1))
      return reply.status(429).send(bodyOf({ kind: 'rate_limited', status: 429 }))
    default:
      throw new Error(`${fault.kind} is not a fault of requests`)
  }
}

/** Creates the switchable faults. They are in memory, so that a restart ends them. */
export const createFaults = (): SwitchableFaults => {
  const requests = new Map<ServiceName, Fault>()
  const deliveries = new Map<ServiceName, Fault>()
  const stopping = new AbortController()
  const endings = new Map<ServiceName, AbortController>()

  /** Returns the fault that affects a path or event type, and counts it as used once. */
  const takeFrom = (active: Map<ServiceName, Fault>, service: ServiceName, pathOrEventType: string): Fault | undefined => {
    const fault = active.get(service)
    if (fault === undefined || !pathOrEventType.includes(fault.path ?? '')) return undefined
    if (fault.times !== undefined) {
      if (fault.times <= 1) active.delete(service)
      else active.set(service, { ...fault, times: fault.times - 1 })
    }
    return fault
  }

  return {
    take: (service) => takeFrom(requests, service, ''),
    takeDelivery: (service, eventType) => takeFrom(deliveries, service, eventType),
    apply:
      (service, bodyOf = ({ status }) => ({ message: `Active fault: ${status}` })) =>
      async (request, reply) => {
        const fault = takeFrom(requests, service, request.url)
        if (fault === undefined) return undefined
        const ending = endings.get(service) ?? new AbortController()
        endings.set(service, ending)
        return await applyFault(fault, reply, bodyOf, { ended: ending.signal, stopped: stopping.signal })
      },
    list: () => [...requests.values(), ...deliveries.values()],
    set: (fault) => (affectsWebhooks(fault) ? deliveries : requests).set(fault.service, fault),
    clear: (service) => {
      for (const active of [requests, deliveries]) {
        if (service === undefined) active.clear()
        else active.delete(service)
      }
      for (const [owner, ending] of endings) {
        if (service !== undefined && owner !== service) continue
        endings.delete(owner)
        ending.abort()
      }
    },
    close: () => stopping.abort(),
  }
}
