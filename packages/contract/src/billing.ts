import { ACCESS_CONSENT, type CheckoutChoice, CURRENCIES, OFFER_NAMES, OFFERS, offersInCheckout } from '@academy/catalog'
import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors } from './api-error.ts'

const c = initContract()

/** Return URLs of the payment provider; the API accepts only those of the web app (D-123). */
const returnUrl = (name: string) =>
  z.url({ protocol: /^https?$/, error: `${name} must be a web address.` }).max(2000, `${name} must be at most 2000 characters.`)

type FlagSchemas = { [C in CheckoutChoice as keyof C]: z.ZodOptional<z.ZodType<C[keyof C]>> }
const flags = OFFER_NAMES.flatMap((offer) => Object.entries<true | 1>(OFFERS[offer].checkout))
const flagSchema = (flag: string, value: true | 1): z.ZodOptional<z.ZodType> =>
  z.literal(value, { error: `${flag} must be ${value}, or left out.` }).optional()
const flagNames = flags.map(([flag]) => flag)

/** The message for a checkout without the consent that the seller requires. */
export const consentMissing =
  'Your consent to immediate access is missing or outdated (access_consent). Reload the page and tick the box. Nothing was charged.'

/** Exactly one flag names the offer; the server chooses the price (D-118). `numberOfPlans` is the Studio, which an account buys once (D-117). */
export const checkoutInput = z
  .strictObject({
    ...(Object.fromEntries(flags.map(([flag, value]) => [flag, flagSchema(flag, value)])) as FlagSchemas),
    currency: z.enum(CURRENCIES, { error: `currency must be one of ${CURRENCIES.join(', ')}.` }),
    successUrl: returnUrl('successUrl'),
    cancelUrl: returnUrl('cancelUrl'),
    allow_promotion_codes: z.boolean({ error: 'allow_promotion_codes must be true or false.' }).default(true),
    /** The version of the text that the buyer accepted. */
    access_consent: z.literal(ACCESS_CONSENT.version, { error: consentMissing }).optional(),
  })
  .refine((body) => offersInCheckout(body).length === 1, {
    error: `Choose exactly one of ${flagNames.slice(0, -1).join(', ')} and ${flagNames.at(-1)}.`,
    path: flagNames.slice(0, 1),
  })

const portalInput = z.strictObject({
  customer: z
    .string({ error: 'customer is required.' })
    .min(1, 'customer is required.')
    .max(255, 'customer must be at most 255 characters.'),
  returnUrl: returnUrl('returnUrl'),
})

const refundInput = z.strictObject({
  purchase_id: z
    .string({ error: 'purchase_id is required.' })
    .min(1, { error: 'purchase_id is required.', abort: true })
    .regex(/^\w{1,255}$/, 'purchase_id must be the id of a purchase.'),
})

const redirect = z.object({ url: z.url() })

const timestamp = z.iso.datetime()

/** A subscription that has not ended, with the price of its contract. */
const plan = z.object({
  /** Stripe's status: trialing, active, past_due, unpaid, paused or incomplete. */
  status: z.string(),
  /** Price per month, in the smallest unit of the currency. */
  amount: z.number().int(),
  /** Three letters in lower case. */
  currency: z.string(),
  /** Whether a coupon reduces the amount. */
  is_discounted: z.boolean(),
  /** The end of the current period. */
  renews_at: timestamp.nullable(),
  /** The end of the free months; null afterwards. */
  free_until: timestamp.nullable(),
  /** When it ends, after a cancellation. */
  ends_at: timestamp.nullable(),
  /** After a failed payment, the end of the grace period. */
  pay_until: timestamp.nullable(),
})
export type Plan = z.infer<typeof plan>

/** An invoice, or a payment without one. */
const receipt = z.object({
  id: z.string(),
  at: timestamp,
  description: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  /** `dispute_lost`: the bank of the buyer took the payment back. */
  state: z.enum(['paid', 'open', 'refunded', 'partly_refunded', 'dispute_lost']),
  /** Its page at Stripe, with the receipt and the invoice as PDF. */
  url: z.url().nullable(),
})
export type Receipt = z.infer<typeof receipt>

/** Checkout and billing portal, which return a page of the payment provider, and the refund under the guarantee. */
export const billing = c.router({
  checkout: {
    method: 'POST',
    path: '/api/payments/create-checkout-session',
    body: checkoutInput,
    summary: 'Start a checkout; returns the URL of its page',
    description: `Where the seller has information on withdrawal, \`access_consent\` is required: it says that the buyer saw and accepted this text: “${ACCESS_CONSENT.text}”`,
    // 409: already_purchased, not_on_offer; 502: payment_provider_error, clients may retry
    responses: { ...bearerErrors, 200: redirect, 409: apiError, 502: apiError },
    metadata: { auth: 'bearer' },
  },
  portal: {
    method: 'POST',
    path: '/api/payments/create-portal-session',
    body: portalInput,
    summary: 'Open the billing portal; returns its URL',
    // 403: the customer belongs to another account; 404: no_customer
    responses: { ...bearerErrors, 200: redirect, 404: apiError, 502: apiError },
    metadata: { auth: 'bearer' },
  },
  plans: {
    method: 'GET',
    path: '/api/payments/plans',
    summary: "The caller's subscriptions that have not ended, with the price and the dates of their contract",
    responses: { ...bearerErrors, 200: z.array(plan), 502: apiError },
    metadata: { auth: 'bearer' },
  },
  receipts: {
    method: 'GET',
    path: '/api/payments/receipts',
    summary: "The caller's receipts and invoices at the payment provider, newest first, 1,000 at most of each",
    // has_more: the billing portal lists older ones
    responses: { ...bearerErrors, 200: z.object({ receipts: z.array(receipt), has_more: z.boolean() }), 502: apiError },
    metadata: { auth: 'bearer' },
  },
  refund: {
    method: 'POST',
    path: '/api/payments/refund',
    body: refundInput,
    summary: 'Request the refund of the 30-day guarantee; idempotent',
    // `requested`: the payment provider was unreachable, and the API retries; 409: guarantee_over
    responses: {
      ...bearerErrors,
      200: z.object({ success: z.literal(true), state: z.enum(['refunded', 'requested']), message: z.string() }),
      404: apiError,
      409: apiError,
      502: apiError,
    },
    metadata: { auth: 'bearer' },
  },
})
