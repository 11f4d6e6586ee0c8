import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { Fault, Faults, ServiceName } from '../service.ts'

export type SwitchableFaults = Faults & {
  list(): Fault[]
  /** Replaces the fault that the service has by now. */
  set(fault: Fault): void
  clear(service?: ServiceName): void
}

/** A body cut off in the middle, as a proxy that lost its upstream would send it. */
const CUT_OFF = '{"data":[{"id":"'

const suffer = async (
  fault: Fault,
  reply: FastifyReply,
  bodyOf: (fault: { kind: 'error' | 'rate_limited'; status: number }) => unknown,
): Promise<FastifyReply | undefined> => {
  switch (fault.kind) {
    case 'slow':
      await sleep(fault.delay_ms ?? 3000)
      return undefined
    case 'down':
      reply.hijack()
      reply.raw.destroy()
      return reply
    case 'malformed':
      return reply.type('application/json').send(CUT_OFF)
    case 'error': {
      const status = fault.status ?? 500
      return reply.status(status).send(bodyOf({ kind: 'error', status }))
    }
    case 'rate_limited':
      reply.header('retry-after', String(fault.retry_after ?? 1))
      return reply.status(429).send(bodyOf({ kind: 'rate_limited', status: 429 }))
  }
}

/** Faults on demand, one per service. They are kept in memory alone: a restart is always a way back to a working academy. */
export const createFaults = (): SwitchableFaults => {
  const active = new Map<ServiceName, Fault>()

  const take = (service: ServiceName, path = ''): Fault | undefined => {
    const fault = active.get(service)
    if (fault === undefined || !path.includes(fault.path ?? '')) return undefined
    if (fault.times !== undefined) {
      if (fault.times <= 1) active.delete(service)
      else active.set(service, { ...fault, times: fault.times - 1 })
    }
    return fault
  }

  return {
    take,
    apply:
      (service, bodyOf = ({ status }) => ({ message: `Switched-on fault: ${status}` })) =>
      async (request, reply) => {
        const fault = take(service, request.url)
        return fault === undefined ? undefined : suffer(fault, reply, bodyOf)
      },
    list: () => [...active.values()],
    set: (fault) => active.set(fault.service, fault),
    clear: (service) => (service === undefined ? active.clear() : active.delete(service)),
  }
}
