import { z } from 'zod'
import type { StripeApi } from '../api.ts'
import type { StripeService } from '../context.ts'
import { change, emitEvent } from '../emit-event.ts'
import { makeId } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { nulls } from '../nulls.ts'
import { bool, hash, integer, mergeMetadata, metadata, oneOf, parameters, text, url } from '../parameters.ts'
import { insert, readHidden, requireObject } from '../store.ts'
import { invalid } from '../stripe-error.ts'
import { createSession } from './create-session.ts'
import { requireMatchingPrices } from './require-consistent-parameters.ts'
import type { Session } from './session-json.ts'

type PaymentLink = Stored<'payment_link'>

const paymentLinkInput = parameters({
  line_items: z
    .array(hash({ price: text(), quantity: integer({ min: 1, max: 999_999 }) }))
    .min(1)
    .max(20),
  // the stand-in has no confirmation page of its own
  after_completion: hash({ type: oneOf('redirect'), redirect: hash({ url }) }),
  allow_promotion_codes: bool.optional(),
  customer_creation: oneOf('always', 'if_required').optional(),
  metadata: metadata.optional(),
})
type Input = z.output<typeof paymentLinkInput>

/** The parameters of the sessions that a link creates. */
type SessionTerms = { mode: 'payment' | 'subscription'; line_items: Input['line_items']; success_url: string }

/** Creates a payment link and emits the event. Throws a StripeError for input that Stripe refuses. */
async function createLink(service: StripeService, input: Input): Promise<PaymentLink> {
  const prices = []
  for (const { price } of input.line_items) prices.push(await requireObject(service, 'price', price, 'line_items[0][price]'))
  const mode = prices.some(({ type }) => type === 'recurring') ? 'subscription' : 'payment'
  requireMatchingPrices(mode, prices)
  if (mode === 'subscription' && input.customer_creation !== undefined)
    throw invalid('`customer_creation` can only be used for one-time payments.', 'customer_creation')
  const id = makeId('payment_link')
  const link: PaymentLink = {
    id,
    object: 'payment_link',
    active: true,
    after_completion: input.after_completion,
    allow_promotion_codes: input.allow_promotion_codes ?? false,
    ...nulls(
      'inactive_message',
      'application',
      'application_fee_amount',
      'application_fee_percent',
      'consent_collection',
      'invoice_creation',
    ),
    ...nulls('managed_payments', 'on_behalf_of', 'payment_intent_data', 'payment_method_options', 'payment_method_types', 'restrictions'),
    ...nulls('shipping_address_collection', 'subscription_data', 'transfer_data'),
    automatic_tax: { enabled: false, liability: null },
    billing_address_collection: 'auto',
    currency: prices[0]?.currency ?? 'usd',
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer_creation: mode === 'subscription' ? 'always' : (input.customer_creation ?? 'if_required'),
    livemode: false,
    metadata: mergeMetadata({}, input.metadata),
    payment_method_collection: mode === 'subscription' ? 'always' : 'if_required',
    phone_number_collection: { enabled: false },
    shipping_options: [],
    submit_type: 'auto',
    tax_id_collection: { enabled: false, required: 'never' },
    url: `${service.publicUrl}/stripe/pay/${id}`,
  }
  const terms: SessionTerms = { mode, line_items: input.line_items, success_url: input.after_completion.redirect.url }
  await insert(service, 'payment_link', link, terms)
  await emitEvent(service, 'payment_link.created', link)
  return link
}

/**
 * Opens a checkout for a visitor of a link, with the metadata of the link. Each buyer becomes a new customer, or a guest if the link does
 * not require a customer.
 */
export async function openLink(service: StripeService, link: PaymentLink): Promise<Session> {
  const { mode, line_items, success_url } = await readHidden<SessionTerms>(service, link.id)
  const session = await createSession(service, {
    mode,
    line_items,
    success_url,
    metadata: link.metadata,
    allow_promotion_codes: link.allow_promotion_codes,
    ...(mode === 'payment' && { customer_creation: link.customer_creation as 'always' | 'if_required' }),
    expand: [],
  } as Parameters<typeof createSession>[1])
  return change(service, 'checkout.session', session, { payment_link: link.id })
}

/** Registers the endpoint that creates payment links: URLs that open the same checkout for every visitor. */
export function paymentLinkRoutes(api: StripeApi) {
  api.post('/payment_links', paymentLinkInput, ({ service, input }) => createLink(service, input))
}
