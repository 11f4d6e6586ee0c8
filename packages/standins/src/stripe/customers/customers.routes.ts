import { listRoute, type StripeApi } from '../api.ts'
import type { StripeService } from '../context.ts'
import { change, emitEvent } from '../emit-event.ts'
import type { Stored } from '../kinds.ts'
import { nulls } from '../nulls.ts'
import { email, emptyable, hash, mergeMetadata, metadata, parameters, text, timeRange } from '../parameters.ts'
import { findAny, remove, requireObject } from '../store.ts'
import { withoutUndefined } from '../without-undefined.ts'
import { createCustomer } from './create-customer.ts'

const short = emptyable(text(512)).optional()
const address = emptyable(
  hash({ line1: short, line2: short, city: short, state: short, postal_code: short, country: short }).transform((parts) => ({
    ...nulls('line1', 'line2', 'city', 'state', 'postal_code', 'country'),
    ...withoutUndefined(parts),
  })),
)

const fields = {
  address: address.optional(),
  email: emptyable(email).optional(),
  metadata: metadata.optional(),
  name: emptyable(text(256)).optional(),
}
const updateInput = parameters({
  ...fields,
  invoice_settings: hash({ default_payment_method: emptyable(text()).optional() }).optional(),
})

/** Cancels the subscriptions of a customer. A parameter of routes, because the folder of subscriptions imports this one. */
type CancelSubscriptions = (service: StripeService, customer: string) => Promise<void>

/** Registers the endpoints of customers. The API returns a deleted customer as a stub, as Stripe does. */
export function customerRoutes(api: StripeApi, cancelSubscriptions: CancelSubscriptions) {
  api.post('/customers', parameters(fields), ({ service, input }) =>
    createCustomer(service, { ...input, metadata: mergeMetadata({}, input.metadata) }),
  )

  listRoute(api, '/customers', 'customer', { email: text().optional(), created: timeRange.optional() })

  api.get('/customers/:id', parameters({}), async ({ service, id }) => {
    const found = await findAny(service, id)
    return found?.object === 'customer' ? found : requireObject(service, 'customer', id)
  })

  api.post('/customers/:id', updateInput, async ({ service, input, id }) => {
    const before = await requireObject(service, 'customer', id)
    const { metadata: metadataChanges, invoice_settings, expand: _, ...rest } = input
    const chosen = invoice_settings?.default_payment_method
    if (typeof chosen === 'string') await requireObject(service, 'payment_method', chosen, 'invoice_settings[default_payment_method]')
    const changes = {
      ...withoutUndefined(rest),
      metadata: mergeMetadata(before.metadata, metadataChanges),
      ...(chosen !== undefined && { invoice_settings: { ...before.invoice_settings, default_payment_method: chosen } }),
    }
    return change(service, 'customer', before, changes as Partial<Stored<'customer'>>, 'customer.updated')
  })

  api.delete('/customers/:id', parameters({}), async ({ service, id }) => {
    const customer = await requireObject(service, 'customer', id)
    await cancelSubscriptions(service, id)
    const stub = await remove(service, 'customer', id)
    await emitEvent(service, 'customer.deleted', customer)
    return stub
  })
}
