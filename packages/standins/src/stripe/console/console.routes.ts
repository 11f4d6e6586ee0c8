import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Sql } from 'postgres'
import { z } from 'zod'
import type { MovableClock } from '../../control/clock.ts'
import { withoutEmptyFields } from '../../control/control-routes.ts'
import type { SwitchableFaults } from '../../control/faults.ts'
import type { StripeService } from '../context.ts'
import { StripeError } from '../stripe-error.ts'
import { DAY_SECONDS } from '../time/day.ts'
import { listDeliveries } from '../webhooks/outbox.ts'
import { consoleAction, runAction } from './actions.ts'
import { stripeConsolePage } from './console-html.ts'
import { listOverview } from './overview.ts'

type Options = { sql: Sql; service: StripeService; clock: MovableClock; faults: SwitchableFaults }

const SHOWN_DELIVERIES = 40
const BASE = '/console/stripe'

const clockForm = z.object({ days: z.coerce.number().min(0).max(36_500) })
/** Returns why a form was invalid. */
function problemOf(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error)
  if (error instanceof StripeError) return error.message
  throw error
}

/** Serves the console page of Stripe. It works without JavaScript, so every button is a form. */
export async function stripeConsoleRoutes(app: FastifyInstance, { sql, service, clock, faults }: Options): Promise<void> {
  await app.register(formbody)

  async function show(reply: FastifyReply, search: string, problem?: string): Promise<FastifyReply> {
    const view = {
      search,
      problem,
      customers: await listOverview(service, search),
      now: clock.now('stripe'),
      secondsAhead: clock.offsets().stripe,
      faults: faults.list().filter((fault) => fault.service === 'stripe'),
      deliveries: await listDeliveries(sql, SHOWN_DELIVERIES),
    }
    return reply
      .code(problem === undefined ? 200 : 400)
      .type('text/html; charset=utf-8')
      .send(stripeConsolePage(view))
  }

  const form = (path: string, work: (fields: Record<string, unknown>) => Promise<unknown>) => {
    app.post(`${BASE}/${path}`, async (request, reply) => {
      try {
        await work(withoutEmptyFields(request.body))
      } catch (error) {
        return show(reply, '', problemOf(error))
      }
      return reply.redirect(BASE, 303)
    })
  }

  app.get(BASE, async (request, reply) => show(reply, z.object({ q: z.string().trim().default('') }).parse(request.query).q))
  form('clock', async (fields) => clock.advance(clockForm.parse(fields).days * DAY_SECONDS, 'stripe'))
  form('clock/reset', async () => clock.reset('stripe'))
  form('do', async (fields) => {
    const action = consoleAction.parse(fields)
    return service.write((tx) => runAction(tx, action))
  })
}
