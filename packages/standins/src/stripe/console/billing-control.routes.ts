import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { StripeService } from '../context.ts'
import { billingSettings, readSettings, writeSettings } from '../invoices/billing-settings.ts'
import { refundCharge, requireCharge } from '../payments/refund.ts'
import { withoutUndefined } from '../without-undefined.ts'
import { listOverview } from './overview.ts'

const refundBody = z
  .strictObject({ charge: z.string().optional(), payment_intent: z.string().optional(), amount: z.int().min(1).optional() })
  .refine(({ charge, payment_intent }) => (charge === undefined) !== (payment_intent === undefined), 'charge or payment_intent')
const query = z.object({ q: z.string().default('') })

/**
 * Registers the console's actions over HTTP, for tests: refunds, the billing settings, and an overview of customers.
 * The clock is `/control/clock`, with `service: 'stripe'`.
 */
export function billingControlRoutes(app: FastifyInstance, service: StripeService): void {
  app.get('/customers', async (request) => ({ customers: await listOverview(service, query.parse(request.query).q) }))

  app.get('/billing_settings', () => readSettings(service))
  app.put('/billing_settings', async (request) => {
    const settings = withoutUndefined(billingSettings.partial().parse(request.body))
    return service.write((tx) => writeSettings(tx, settings))
  })

  app.post('/refunds', async (request) => {
    const { amount, ...target } = refundBody.parse(request.body)
    return service.write(async (tx) => refundCharge(tx, await requireCharge(tx, target), { amount, reason: 'requested_by_customer' }))
  })
}
