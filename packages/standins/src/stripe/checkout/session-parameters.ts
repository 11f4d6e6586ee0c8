import { z } from 'zod'
import { bool, emptyable, hash, integer, metadata, oneOf, parameters, text, url } from '../parameters.ts'

const lineItem = hash({
  price: text().optional(),
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
  customer: text().optional(),
  customer_creation: oneOf('always', 'if_required').optional(),
  customer_update: hash({ address: auto, name: auto }).optional(),
  client_reference_id: text(200).optional(),
  metadata: metadata.optional(),
  expires_at: integer().optional(),
  allow_promotion_codes: bool.optional(),
  // the stand-in does not convert prices to the buyer's currency
  adaptive_pricing: hash({ enabled: oneOf('false').optional() }).optional(),
  automatic_tax: hash({ enabled: bool }).optional(),
  tax_id_collection: hash({ enabled: bool, required: oneOf('if_supported', 'never').optional() }).optional(),
  billing_address_collection: oneOf('auto', 'required').optional(),
  consent_collection: hash({ terms_of_service: oneOf('none', 'required').optional() }).optional(),
  custom_text: hash({ submit: message, terms_of_service_acceptance: message }).optional(),
  invoice_creation: hash({
    enabled: bool,
    invoice_data: hash({ metadata: metadata.optional() }).optional(),
  }).optional(),
  payment_intent_data: hash({ metadata: metadata.optional() }).optional(),
  subscription_data: hash({
    metadata: metadata.optional(),
    trial_period_days: integer({ min: 1, max: 730 }).optional(),
  }).optional(),
})

export type SessionInput = z.output<typeof createInput>
