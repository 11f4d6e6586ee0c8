import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { affectsWebhooks, faultKinds, serviceNames } from '../service.ts'
import type { MovableClock } from './clock.ts'
import type { SwitchableFaults } from './faults.ts'

const service = z.enum(serviceNames)

export const faultInput = z
  .strictObject({
    service,
    kind: z.enum(faultKinds),
    status: z.int().min(400).max(599).optional(),
    delay_ms: z.int().min(0).max(600_000).optional(),
    retry_after: z.int().min(0).max(86_400).optional(),
    path: z.string().max(200).optional(),
    times: z.int().min(1).optional(),
  })
  .refine((fault) => fault.service === 'stripe' || !affectsWebhooks(fault), 'Only the webhooks of Stripe can have this fault')

/** Removes empty fields, because forms send all of them. */
export const withoutEmptyFields = (body: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(z.record(z.string(), z.string()).parse(body ?? {})).filter(([, value]) => value !== ''))

const clockInput = z.union([
  z.strictObject({ service: service.optional(), advance_seconds: z.number().min(0).max(3_153_600_000) }),
  z.strictObject({ service: service.optional(), reset: z.literal(true) }),
])

type Options = { clock: MovableClock; faults: SwitchableFaults }

/** Serves the faults and clocks over HTTP, for tests, scripts and the console page. */
export const controlRoutes = async (app: FastifyInstance, { clock, faults }: Options): Promise<void> => {
  const clocks = () => ({
    clocks: serviceNames.map((name) => ({ service: name, offset_seconds: clock.offsets()[name], now: clock.now(name).toISOString() })),
  })

  app.get('/control/faults', async () => ({ faults: faults.list() }))

  app.put('/control/faults', async (request, reply) => {
    const input = faultInput.safeParse(request.body)
    if (!input.success) return reply.status(400).send({ message: z.prettifyError(input.error) })
    faults.set(input.data)
    return { faults: faults.list() }
  })

  app.delete('/control/faults', async (request, reply) => {
    const query = z.object({ service: service.optional() }).safeParse(request.query)
    if (!query.success) return reply.status(400).send({ message: z.prettifyError(query.error) })
    faults.clear(query.data.service)
    return { faults: faults.list() }
  })

  app.get('/control/clock', async () => clocks())

  app.post('/control/clock', async (request, reply) => {
    const input = clockInput.safeParse(request.body)
    if (!input.success) return reply.status(400).send({ message: z.prettifyError(input.error) })
    if ('reset' in input.data) await clock.reset(input.data.service)
    else await clock.advance(input.data.advance_seconds, input.data.service)
    return clocks()
  })
}
