import type { FastifyInstance } from 'fastify'
import type { Sql } from 'postgres'
import { createTables } from '../schema.ts'
import type { StripeApi } from './api.ts'
import type { StripeService } from './context.ts'
import type { Includables } from './expand.ts'
import { paidOffStripe } from './invoices/close-invoice.ts'
import { invoiceStep } from './invoices/due-step.ts'
import { invoicePages } from './invoices/invoice-pages.ts'
import { paymentsOf } from './invoices/invoice-payment.ts'
import { invoicePaymentRoutes } from './invoices/invoice-payments.routes.ts'
import { invoiceRoutes } from './invoices/invoices.routes.ts'
import { portalConfigurationRoutes } from './portal/configurations.routes.ts'
import { portalPages } from './portal/portal.routes.ts'
import { portalSessionRoutes } from './portal/sessions.routes.ts'
import { subscriptionStep } from './subscriptions/due-step.ts'
import { subscriptionItemRoutes } from './subscriptions/subscription-items.routes.ts'
import { subscriptionRoutes } from './subscriptions/subscriptions.routes.ts'
import type { DueSteps } from './time/due.ts'
import { testClockRoutes } from './time/test-clocks.routes.ts'

// `settings`: what an account sets in the dashboard; the index finds what is due next
const ddl = `
create table if not exists stripe.settings (name text primary key, value jsonb not null);
create index if not exists objects_due_next on stripe.objects (((hidden->>'due')::bigint), seq) where hidden->>'due' is not null;
`

/** What billing keeps besides the account's objects. */
export const prepareBilling = (sql: Sql) => createTables(sql, ddl)

/** What time brings about, by the kind of object. */
export const billingSteps: DueSteps = { subscription: subscriptionStep, invoice: invoiceStep }

/** What billing shows on request alone. */
export const billingIncludables: Includables = {
  invoice: {
    payments: async (service, { id }) => ({
      object: 'list',
      data: await paymentsOf(service, String(id)),
      has_more: false,
      url: `/v1/invoice_payments?invoice=${String(id)}`,
    }),
    amount_paid_off_stripe: (service, { id }) => paidOffStripe(service, String(id)),
  },
}

/** Billing over the API. */
export function billingRoutes(api: StripeApi) {
  subscriptionRoutes(api)
  subscriptionItemRoutes(api)
  invoiceRoutes(api)
  invoicePaymentRoutes(api)
  testClockRoutes(api)
  portalConfigurationRoutes(api)
  portalSessionRoutes(api)
}

/** The pages of billing that Stripe hosts, below `/stripe`. */
export async function billingPages(app: FastifyInstance, service: StripeService): Promise<void> {
  await app.register((pages) => invoicePages(pages, service))
  await app.register((pages) => portalPages(pages, service))
}
