import type { Price, Stored } from '../kinds.ts'
import { invalid, wrongCurrency } from '../stripe-error.ts'
import { DAY_SECONDS } from '../time/day.ts'
import type { SessionInput } from './session-parameters.ts'

/** In seconds. */
const HALF_HOUR = 30 * 60

function requireParametersForMode(input: SessionInput) {
  if (input.mode === 'subscription') {
    if (input.payment_intent_data) throw invalid('You can not pass `payment_intent_data` in `subscription` mode.', 'payment_intent_data')
    if (input.customer_creation) throw invalid('`customer_creation` can only be used in `payment` mode.', 'customer_creation')
    if (input.invoice_creation?.enabled) {
      throw invalid(
        'You can only enable invoice creation when `mode` is set to `payment`. Invoices are created automatically when `mode` is set to `subscription`.',
        'invoice_creation[enabled]',
      )
    }
    return
  }
  if (input.subscription_data) throw invalid('You can not pass `subscription_data` in `payment` mode.', 'subscription_data')
}

function requireValidExpiry({ expires_at }: SessionInput, now: number) {
  if (expires_at === undefined) return
  // a minute of tolerance for clock skew
  if (expires_at < now + HALF_HOUR - 60) {
    throw invalid('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.', 'expires_at')
  }
  if (expires_at > now + DAY_SECONDS + 60)
    throw invalid('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', 'expires_at')
}

function requireParametersForCustomer(input: SessionInput, customer: Stored<'customer'> | undefined) {
  if (customer === undefined) {
    if (input.customer_update) throw invalid('`customer_update` can only be used with `customer`.', 'customer_update')
    return
  }
  if (input.customer_creation !== undefined)
    throw invalid('You may only specify one of these parameters: customer, customer_creation.', 'customer', 'parameters_exclusive')
  if (input.tax_id_collection?.enabled && input.customer_update?.name !== 'auto') {
    throw invalid(
      'Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.',
      'tax_id_collection[enabled]',
    )
  }
  const hasLocation = customer.address?.country || input.customer_update?.address === 'auto'
  if (input.automatic_tax?.enabled && !hasLocation) {
    throw invalid(
      "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout to the Customer.",
      'automatic_tax',
      'customer_tax_location_invalid',
    )
  }
}

function requireValidConsent({ consent_collection, custom_text }: SessionInput, termsUrl: string | null) {
  const isRequired = consent_collection?.terms_of_service === 'required'
  if (isRequired && termsUrl === null) {
    throw invalid(
      'You cannot collect consent to your terms of service unless a URL is set in the Stripe Dashboard. Update your public details at https://dashboard.stripe.com/settings/public.',
      'consent_collection[terms_of_service]',
    )
  }
  if (custom_text?.terms_of_service_acceptance && !isRequired) {
    throw invalid(
      '`custom_text[terms_of_service_acceptance]` can only be set if `consent_collection[terms_of_service]` is `required`.',
      'custom_text[terms_of_service_acceptance]',
    )
  }
}

/** What the parameters must agree with. `termsUrl` is the URL of the seller's terms; `now` is in seconds since 1970. */
type Context = { customer: Stored<'customer'> | undefined; termsUrl: string | null; now: number }

/** Throws Stripe's error if parameters of a checkout session contradict each other, the customer or the seller's account. */
export function requireConsistentParameters(input: SessionInput, { customer, termsUrl, now }: Context): void {
  requireParametersForMode(input)
  requireValidExpiry(input, now)
  requireParametersForCustomer(input, customer)
  requireValidConsent(input, termsUrl)
}

/** Throws Stripe's error unless the prices fit the mode and have the same currency. */
export function requireMatchingPrices(mode: SessionInput['mode'], prices: readonly Price[]): void {
  const recurring = prices.filter(({ type }) => type === 'recurring')
  if (mode === 'payment' && recurring.length > 0) {
    throw invalid(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      'line_items',
    )
  }
  if (mode === 'subscription' && recurring.length === 0) {
    throw invalid('You must provide at least one recurring price in `subscription` mode when using prices.', 'line_items')
  }
  const [first] = prices
  const otherCurrency = prices.find(({ currency }) => currency !== first?.currency)
  if (first && otherCurrency) throw wrongCurrency(otherCurrency.currency, first.currency, 'line_items')
}
