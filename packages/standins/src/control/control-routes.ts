import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { affectsWebhooks, faultKinds, serviceNames } from '../service.ts'
import type { MovableClock } from './clock.ts'
import type { SwitchableFaults } from './faults.ts'
import { refuseInvalidInput } from './refuse-invalid-input.ts'

const service = z.enum(serviceNames)

const faultInput = z
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

const clockInput = z.union([
  z.strictObject({ service, advance_seconds: z.number().min(0).max(3_153_600_000) }),
  z.strictObject({ service, reset: z.literal(true) }),
])

type Options = { clock: MovableClock; faults: SwitchableFaults }

/** Serves the faults and clocks over HTTP, for tests and scripts. */
export const controlRoutes = async (app: FastifyInstance, { clock, faults }: Options): Promise<void> => {
  refuseInvalidInput(app)

  app.get('/control/faults', async () => ({ faults: faults.list() }))

  app.put('/control/faults', async (request) => {
    faults.set(faultInput.parse(request.body))
    return {}
  })

  app.delete('/control/faults', async (request) => {
    faults.clear(z.object({ service: service.optional() }).parse(request.query).service)
    return {}
  })

  app.post('/control/clock', async (request) => {
    const input = clockInput.parse(request.body)
    if ('reset' in input) await clock.reset(input.service)
    else await clock.advance(input.advance_seconds, input.service)
    return {}
  })
}
