import type { StripeService } from '../context.ts'
import { makeId } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { nulls } from '../nulls.ts'
import { mergeMetadata } from '../parameters.ts'
import { DAY_SECONDS } from '../time/day.ts'
import type { OrderSummary } from './line-items.ts'
import type { SessionInput } from './session-parameters.ts'

export type Session = Stored<'checkout.session'>

/** Returns the amount fields of a session. */
export const amountFields = ({ subtotal, discount, total }: OrderSummary): Partial<Session> => ({
  amount_subtotal: subtotal,
  amount_total: total,
  total_details: { amount_discount: discount, amount_shipping: 0, amount_tax: 0 },
})

const knownDetails = (customer: Stored<'customer'> | undefined): Session['customer_details'] =>
  customer === undefined
    ? null
    : {
        ...nulls('address', 'business_name', 'individual_name', 'name', 'phone', 'tax_ids'),
        email: customer.email,
        tax_exempt: 'none',
      }

type SessionParts = { currency: string; order: OrderSummary; customer: Stored<'customer'> | undefined }

/** Builds an open checkout session. */
export function makeSession(service: StripeService, input: SessionInput, { currency, order, customer }: SessionParts): Session {
  const id = service.identity.livemode ? makeId('checkout.session').replace('cs_test_', 'cs_live_') : makeId('checkout.session')
  const isPayment = input.mode === 'payment'
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    ...nulls('after_expiration', 'allowed_payment_method_types', 'client_secret', 'consent', 'currency_conversion', 'customer_account'),
    ...nulls('integration_identifier', 'invoice', 'locale', 'origin_context', 'payment_intent', 'payment_link', 'submit_type'),
    ...nulls('payment_method_configuration_details', 'permissions', 'recovered_from', 'saved_payment_method_options', 'setup_intent'),
    ...nulls('shipping_address_collection', 'shipping_cost', 'subscription', 'wallet_options'),
    allow_promotion_codes: input.allow_promotion_codes ?? null,
    amount_subtotal: order.subtotal,
    amount_total: order.total,
    automatic_tax: {
      enabled: input.automatic_tax?.enabled ?? false,
      liability: input.automatic_tax?.enabled ? { type: 'self' } : null,
      provider: input.automatic_tax?.enabled ? 'stripe' : null,
      status: input.automatic_tax?.enabled ? 'requires_location_inputs' : null,
    },
    billing_address_collection: input.billing_address_collection ?? null,
    cancel_url: input.cancel_url ?? null,
    client_reference_id: input.client_reference_id ?? null,
    collected_information: { business_name: null, individual_name: null, shipping_details: null },
    consent_collection: input.consent_collection
      ? {
          payment_method_reuse_agreement: null,
          promotions: 'none',
          terms_of_service: input.consent_collection.terms_of_service ?? 'none',
        }
      : null,
    created: service.now(),
    currency,
    custom_fields: [],
    custom_text: {
      ...nulls('after_submit', 'shipping_address'),
      submit: input.custom_text?.submit ?? null,
      terms_of_service_acceptance: input.custom_text?.terms_of_service_acceptance ?? null,
    },
    customer: customer?.id ?? null,
    customer_creation: customer === undefined ? (isPayment ? (input.customer_creation ?? 'if_required') : 'always') : null,
    customer_details: knownDetails(customer),
    customer_email: null,
    discounts: [],
    expires_at: input.expires_at ?? service.now() + DAY_SECONDS,
    invoice_creation: isPayment
      ? {
          enabled: input.invoice_creation?.enabled ?? false,
          invoice_data: {
            ...nulls('account_tax_ids', 'custom_fields', 'description', 'footer', 'issuer', 'rendering_options'),
            metadata: mergeMetadata({}, input.invoice_creation?.invoice_data?.metadata),
          },
        }
      : null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: mergeMetadata({}, input.metadata),
    mode: input.mode,
    payment_method_collection: isPayment ? 'if_required' : 'always',
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: currency === 'eur' ? ['card', 'sepa_debit'] : ['card'],
    payment_status: 'unpaid',
    phone_number_collection: { enabled: false },
    shipping_options: [],
    status: 'open',
    success_url: input.success_url,
    tax_id_collection: { enabled: input.tax_id_collection?.enabled ?? false, required: input.tax_id_collection?.required ?? 'never' },
    total_details: { amount_discount: order.discount, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${service.publicUrl}/stripe/checkout/${id}`,
  }
}
