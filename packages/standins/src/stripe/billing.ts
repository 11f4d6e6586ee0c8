import type { FastifyInstance } from 'fastify'
import type { Sql } from 'postgres'
import { createTables } from '../schema.ts'
import { listResponse, type StripeApi } from './api.ts'
import { invoicePages } from './billing/invoice-pages.ts'
import { invoicePaymentRoutes } from './billing/invoice-payments.routes.ts'
import { invoiceStep } from './billing/invoice-step.ts'
import { invoiceRoutes } from './billing/invoices.routes.ts'
import { subscriptionStep } from './billing/subscription-step.ts'
import { subscriptionRoutes } from './billing/subscriptions.routes.ts'
import type { StripeService } from './context.ts'
import type { Includables } from './expand.ts'
import { paidOffStripe } from './invoices/close-invoice.ts'
import { listInvoicePayments } from './invoices/invoice-payment.ts'
import { portalConfigurationRoutes } from './portal/configurations.routes.ts'
import { portalPages } from './portal/portal.routes.ts'
import { portalSessionRoutes } from './portal/sessions.routes.ts'
import type { DueSteps } from './time/due.ts'

// `settings` holds the account's settings in the dashboard. The index finds the next due object.
const ddl = `
create table if not exists stripe.settings (name text primary key, value jsonb not null);
create index if not exists objects_due_next on stripe.objects (((hidden->>'due')::bigint), seq) where hidden->>'due' is not null;
`

/** Creates the tables of billing. */
export const prepareBilling = (sql: Sql) => createTables(sql, ddl)

/** The due steps by kind of object. */
export const billingSteps: DueSteps = { subscription: subscriptionStep, invoice: invoiceStep }

/** The fields of billing objects that Stripe returns only for `expand[]`. */
export const billingIncludables: Includables = {
  invoice: {
    payments: async (service, { id }) =>
      listResponse(`/v1/invoice_payments?invoice=${String(id)}`, { data: await listInvoicePayments(service, String(id)), has_more: false }),
    amount_paid_off_stripe: (service, { id }) => paidOffStripe(service, String(id)),
  },
}

/** Registers the API routes of billing. */
export function billingRoutes(api: StripeApi) {
  subscriptionRoutes(api)
  invoiceRoutes(api)
  invoicePaymentRoutes(api)
  portalConfigurationRoutes(api)
  portalSessionRoutes(api)
}

/** Registers the hosted pages of billing, below `/stripe`. */
export async function billingPages(app: FastifyInstance, service: StripeService): Promise<void> {
  await app.register((pages) => invoicePages(pages, service))
  await app.register((pages) => portalPages(pages, service))
}
