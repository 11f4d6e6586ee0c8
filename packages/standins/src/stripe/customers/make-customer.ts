import type { StripeService } from '../context.ts'
import { makeId } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { nulls } from '../nulls.ts'

type Customer = Stored<'customer'>
type Optional<T> = T | null | undefined

type CustomerInput = {
  address?: Optional<Customer['address']>
  balance?: number | undefined
  description?: Optional<string>
  email?: Optional<string>
  invoice_settings?: { default_payment_method?: Optional<string> } | undefined
  metadata?: Record<string, string>
  name?: Optional<string>
  phone?: Optional<string>
  preferred_locales?: string[] | undefined
  tax_exempt?: Optional<'none' | 'exempt' | 'reverse'>
}

/** Builds a customer without storing it. */
export const makeCustomer = (service: StripeService, input: CustomerInput): Customer => ({
  id: makeId('customer'),
  object: 'customer',
  address: input.address ?? null,
  balance: input.balance ?? 0,
  created: service.now(),
  ...nulls('currency', 'customer_account', 'default_source', 'discount', 'shipping', 'test_clock'),
  delinquent: false,
  description: input.description ?? null,
  email: input.email ?? null,
  invoice_prefix: makeId('coupon').toUpperCase(),
  invoice_settings: {
    custom_fields: null,
    default_payment_method: input.invoice_settings?.default_payment_method ?? null,
    footer: null,
    rendering_options: null,
  },
  livemode: false,
  metadata: input.metadata ?? {},
  name: input.name ?? null,
  next_invoice_sequence: 1,
  phone: input.phone ?? null,
  preferred_locales: input.preferred_locales ?? [],
  tax_exempt: input.tax_exempt ?? 'none',
})
