import { z } from 'zod'
import { listResponse, type StripeApi } from '../api.ts'
import type { StripeService } from '../context.ts'
import { change, emitEvent } from '../emit-event.ts'
import type { Stored } from '../kinds.ts'
import {
  clearable,
  email,
  hash,
  integer,
  listParameters,
  mergeMetadata,
  metadata,
  oneOf,
  parameters,
  text,
  timeRange,
} from '../parameters.ts'
import { findAny, insert, page, remove, requireObject } from '../store.ts'
import { withoutUndefined } from '../without-undefined.ts'
import { makeCustomer } from './make-customer.ts'
import { createTaxId, taxIdInput } from './tax-ids.ts'

const short = clearable(text(512)).optional()
const address = clearable(
  hash({ line1: short, line2: short, city: short, state: short, postal_code: short, country: short }).transform((parts) => ({
    line1: parts.line1 ?? null,
    line2: parts.line2 ?? null,
    city: parts.city ?? null,
    state: parts.state ?? null,
    postal_code: parts.postal_code ?? null,
    country: parts.country ?? null,
  })),
)

const fields = {
  address: address.optional(),
  balance: integer().optional(),
  description: clearable(text(350)).optional(),
  email: clearable(email).optional(),
  invoice_settings: hash({ default_payment_method: clearable(text()).optional() }).optional(),
  metadata: metadata.optional(),
  name: clearable(text(256)).optional(),
  phone: clearable(text(20)).optional(),
  preferred_locales: z.array(text()).optional(),
  tax_exempt: clearable(oneOf('none', 'exempt', 'reverse')).optional(),
}
const createInput = parameters({
  ...fields,
  payment_method: text().optional(),
  tax_id_data: z.array(taxIdInput).max(5).optional(),
  test_clock: text().optional(),
})
const updateInput = parameters({ ...fields, default_source: text().optional() })
const listInput = listParameters({ email: text().optional(), created: timeRange.optional(), test_clock: text().optional() })

/** Cancels the subscriptions of a customer before the customer is deleted. */
export type EndSubscriptions = (service: StripeService, customer: string) => Promise<void>

/** Customers. The API returns deleted ones as stubs, as Stripe does. */
export function customerRoutes(api: StripeApi, endSubscriptions: EndSubscriptions) {
  api.post('/customers', createInput, async ({ service, input }) => {
    const { test_clock = null, tax_id_data = [], payment_method, metadata: pairs, expand: _, ...rest } = input
    if (test_clock !== null) await requireObject(service, 'test_helpers.test_clock', test_clock, 'test_clock')
    if (payment_method !== undefined) await requireObject(service, 'payment_method', payment_method, 'payment_method')
    const customer = makeCustomer(service, { ...rest, metadata: mergeMetadata({}, pairs), test_clock })
    await insert(service, 'customer', customer)
    for (const taxId of tax_id_data) await createTaxId(service, customer.id, taxId)
    await emitEvent(service, 'customer.created', customer)
    return customer
  })

  api.get('/customers', listInput, async ({ service, input }) => {
    const where = { email: input.email, test_clock: input.test_clock ?? null }
    return listResponse('/v1/customers', await page(service, 'customer', { where, created: input.created }, input))
  })

  api.get('/customers/:id', parameters({}), async ({ service, id }) => {
    const found = await findAny(service, id)
    return found?.object === 'customer' ? found : requireObject(service, 'customer', id)
  })

  api.post('/customers/:id', updateInput, async ({ service, input, id }) => {
    const before = await requireObject(service, 'customer', id)
    const { metadata: pairs, invoice_settings, expand: _, ...rest } = input
    const chosen = invoice_settings?.default_payment_method
    if (typeof chosen === 'string') await requireObject(service, 'payment_method', chosen, 'invoice_settings[default_payment_method]')
    const changes = {
      ...withoutUndefined(rest),
      metadata: mergeMetadata(before.metadata, pairs),
      ...(chosen !== undefined && { invoice_settings: { ...before.invoice_settings, default_payment_method: chosen } }),
    }
    return change(service, 'customer', before, changes as Partial<Stored<'customer'>>, 'customer.updated')
  })

  api.delete('/customers/:id', parameters({}), async ({ service, id }) => {
    const customer = await requireObject(service, 'customer', id)
    await endSubscriptions(service, id)
    const stub = await remove(service, 'customer', id)
    await emitEvent(service, 'customer.deleted', customer)
    return stub
  })
}
