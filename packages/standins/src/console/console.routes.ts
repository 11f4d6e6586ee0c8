import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { MovableClock } from '../control/clock.ts'
import { faultInput, withoutEmptyFields } from '../control/control-routes.ts'
import type { SwitchableFaults } from '../control/faults.ts'
import { serviceNames } from '../service.ts'
import { consolePage, type RunningService } from './console-html.ts'

type Options = { clock: MovableClock; faults: SwitchableFaults; running(): Promise<RunningService[]> }

const number = z.coerce.number().optional()
const faultForm = z
  .object({ service: z.string(), kind: z.string(), status: number, delay_ms: number, times: number })
  .transform((form) => Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined)))
  .pipe(faultInput)
const service = z.enum(serviceNames).optional()
const clockForm = z.object({ service, hours: z.coerce.number().min(0).max(876_000) })

/** Serves the page at `/` and its forms. The page works without JavaScript, so every button is a form. */
export const consoleRoutes = async (app: FastifyInstance, { clock, faults, running }: Options): Promise<void> => {
  await app.register(formbody)

  const show = async (reply: FastifyReply, problem?: string): Promise<FastifyReply> =>
    reply
      .status(problem === undefined ? 200 : 400)
      .type('text/html')
      .send(consolePage({ running: await running(), faults: faults.list(), clocks: clock.offsets(), now: clock.now, problem }))

  app.get('/', async (_request, reply) => show(reply))

  app.post('/console/fault', async (request, reply) => {
    const form = faultForm.safeParse(withoutEmptyFields(request.body))
    if (!form.success) return show(reply, z.prettifyError(form.error))
    faults.set(form.data)
    return reply.redirect('/', 303)
  })

  app.post('/console/fault/clear', async (request, reply) => {
    faults.clear(z.object({ service }).parse(withoutEmptyFields(request.body)).service)
    return reply.redirect('/', 303)
  })

  app.post('/console/clock', async (request, reply) => {
    const form = clockForm.safeParse(withoutEmptyFields(request.body))
    if (!form.success) return show(reply, z.prettifyError(form.error))
    await clock.advance(form.data.hours * 3600, form.data.service)
    return reply.redirect('/', 303)
  })

  app.post('/console/clock/reset', async (_request, reply) => {
    await clock.reset()
    return reply.redirect('/', 303)
  })
}
