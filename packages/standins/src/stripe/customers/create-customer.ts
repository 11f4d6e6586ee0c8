import type { StripeService } from '../context.ts'
import { emitEvent } from '../emit-event.ts'
import { makeId } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { nulls } from '../nulls.ts'
import { insert } from '../store.ts'

type Customer = Stored<'customer'>

type CustomerInput = {
  address?: Customer['address'] | undefined
  email?: string | null | undefined
  metadata?: Record<string, string>
  name?: string | null | undefined
}

/** Stores a new customer and emits the event. */
export async function createCustomer(service: StripeService, { address, email, metadata, name }: CustomerInput): Promise<Customer> {
  const customer: Customer = {
    id: makeId('customer'),
    object: 'customer',
    address: address ?? null,
    balance: 0,
    created: service.now(),
    ...nulls('currency', 'customer_account', 'default_source', 'description', 'discount', 'phone', 'shipping', 'test_clock'),
    delinquent: false,
    email: email ?? null,
    // like the id of a coupon: eight letters without a prefix
    invoice_prefix: makeId('coupon').toUpperCase(),
    invoice_settings: nulls('custom_fields', 'default_payment_method', 'footer', 'rendering_options'),
    livemode: false,
    metadata: metadata ?? {},
    name: name ?? null,
    next_invoice_sequence: 1,
    preferred_locales: [],
    tax_exempt: 'none',
  }
  await insert(service, 'customer', customer)
  await emitEvent(service, 'customer.created', customer)
  return customer
}
