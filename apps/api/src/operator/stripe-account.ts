// The parts of the Stripe integration that the API and the operator's commands share.
// The plugins declare what they add to the app; other packages need all of them to check the types of this file.
import type {} from '../app.ts'

export { PORTAL_METADATA } from '../modules/billing/checkout/open-portal.ts'
export { findPrices, listPrices, priceProblem, suggestedFix } from '../modules/billing/checkout/price-book.ts'
export { HANDLED_EVENTS, HANDLED_TYPES, type HandledType } from '../modules/billing/stripe/handled-events.ts'
export { isMissing } from '../modules/billing/stripe/stripe-objects.ts'
export { STRIPE_WEBHOOK_PATH } from '../modules/billing/stripe/stripe-webhook.ts'
export { openStripe, STRIPE_API_VERSION } from '../plugins/stripe.ts'
