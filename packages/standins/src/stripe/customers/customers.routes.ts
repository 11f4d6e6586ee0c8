import { listRoute, type StripeApi } from '../core/api.ts'
import type { StripeService } from '../core/context.ts'
import type { Stored } from '../core/kinds.ts'
import { email, emptyable, hash, mergeMetadata, metadata, parameters, text } from '../core/parameters.ts'
import { findAll, findAny, remove, requireObject } from '../core/store.ts'
import { invalid } from '../core/stripe-error.ts'
import { withoutUndefined } from '../core/without-undefined.ts'
import { change, create, emitEvent } from '../webhooks/emit-event.ts'

type Customer = Stored<'customer'>
type CustomerInput = {
  address?: Customer['address']
  email?: string | null | undefined
  metadata?: Record<string, string>
  name?: string | null | undefined
}

const fields = { email: emptyable(email).optional(), metadata: metadata.optional(), name: emptyable(text(256)).optional() }
const updateInput = parameters({
  ...fields,
  invoice_settings: hash({ default_payment_method: emptyable(text()).optional() }).optional(),
})

/** Stores a new customer. */
export const createCustomer = (service: StripeService, input: CustomerInput): Promise<Customer> => {
  const { address = null, email: mail = null, metadata: values = {}, name = null } = input
  const invoice_settings = { default_payment_method: null } as Customer['invoice_settings']
  const customer = { address, email: mail, invoice_settings, metadata: values, name }
  return create(service, 'customer', customer)
}

/** Throws if the customer has running subscriptions in another currency, because Stripe bills a customer in only one. */
export async function refuseSecondCurrency(service: StripeService, customer: string, currency: string): Promise<void> {
  const others = await findAll(service, 'subscription', { where: { customer } })
  const other = others.find((one) => one.ended_at === null && one.currency !== currency)
  if (other === undefined) return
  throw invalid(
    `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${other.currency}.`,
  )
}

/** Cancels the subscriptions of a customer. A parameter of routes, because the folder of subscriptions imports this one. */
type CancelSubscriptions = (service: StripeService, customer: string) => Promise<void>

/** Registers the endpoints of customers. The API returns a deleted customer as a stub, as Stripe does. */
export function customerRoutes(api: StripeApi, cancelSubscriptions: CancelSubscriptions) {
  api.post('/customers', parameters(fields), ({ service, input }) =>
    createCustomer(service, { ...input, metadata: mergeMetadata({}, input.metadata) }),
  )

  listRoute(api, '/customers', 'customer', { email: text().optional() })

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
    return change(service, 'customer', before, changes)
  })

  api.delete('/customers/:id', parameters({}), async ({ service, id }) => {
    const customer = await requireObject(service, 'customer', id)
    await cancelSubscriptions(service, id)
    const stub = await remove(service, 'customer', id)
    await emitEvent(service, 'customer.deleted', customer)
    return stub
  })
}
