import { z } from 'zod'
import { bool, email, emptyable, hash, integer, metadata, oneOf, parameters, text, url } from '../parameters.ts'
import { priceFields } from '../products/create-price.ts'

const {
  lookup_key: _key,
  transfer_lookup_key: _transfer,
  active: _active,
  nickname: _nickname,
  billing_scheme: _scheme,
  ...inlinePrice
} = priceFields

const lineItem = hash({
  price: text().optional(),
  price_data: hash(inlinePrice).optional(),
  quantity: integer({ min: 1, max: 999_999 }).optional(),
})

const auto = oneOf('auto', 'never').optional()
const message = emptyable(hash({ message: text(1200) })).optional()

export const createInput = parameters({
  mode: oneOf('payment', 'subscription'),
  line_items: z.array(lineItem).min(1).max(100),
  // may contain {CHECKOUT_SESSION_ID}
  success_url: url,
  cancel_url: url.optional(),
  ui_mode: oneOf('hosted_page').optional(),
  customer: text().optional(),
  customer_email: email.optional(),
  customer_creation: oneOf('always', 'if_required').optional(),
  customer_update: hash({ address: auto, name: auto, shipping: auto }).optional(),
  client_reference_id: text(200).optional(),
  metadata: metadata.optional(),
  locale: text().optional(),
  expires_at: integer().optional(),
  allow_promotion_codes: bool.optional(),
  discounts: z
    .array(hash({ coupon: text().optional(), promotion_code: text().optional() }))
    .max(1)
    .optional(),
  // the stand-in does not convert prices to the buyer's currency
  adaptive_pricing: hash({ enabled: oneOf('false').optional() }).optional(),
  automatic_tax: hash({ enabled: bool }).optional(),
  tax_id_collection: hash({ enabled: bool, required: oneOf('if_supported', 'never').optional() }).optional(),
  billing_address_collection: oneOf('auto', 'required').optional(),
  phone_number_collection: hash({ enabled: bool }).optional(),
  payment_method_types: z.array(oneOf('card', 'sepa_debit')).min(1).optional(),
  payment_method_collection: oneOf('always', 'if_required').optional(),
  submit_type: oneOf('auto', 'pay', 'book', 'donate', 'subscribe').optional(),
  consent_collection: hash({ terms_of_service: oneOf('none', 'required').optional() }).optional(),
  custom_text: hash({ submit: message, after_submit: message, terms_of_service_acceptance: message }).optional(),
  invoice_creation: hash({
    enabled: bool,
    invoice_data: hash({ description: text().optional(), footer: text().optional(), metadata: metadata.optional() }).optional(),
  }).optional(),
  payment_intent_data: hash({
    description: text(1000).optional(),
    metadata: metadata.optional(),
    receipt_email: email.optional(),
    setup_future_usage: oneOf('off_session', 'on_session').optional(),
    statement_descriptor: text(22).optional(),
  }).optional(),
  subscription_data: hash({
    description: text(500).optional(),
    metadata: metadata.optional(),
    trial_end: integer().optional(),
    trial_period_days: integer({ min: 1, max: 730 }).optional(),
    trial_settings: hash({ end_behavior: hash({ missing_payment_method: oneOf('cancel', 'create_invoice') }) }).optional(),
  }).optional(),
})

export type SessionInput = z.output<typeof createInput>
