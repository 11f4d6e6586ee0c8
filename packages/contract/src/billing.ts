import {
  ACCESS_CONSENT,
  type CheckoutChoice,
  CURRENCIES,
  consentFor,
  DEFAULT_CURRENCY,
  GIFT_CONSENT,
  GIFT_SEATS,
  MAX_SEATS,
  MIN_SEATS,
  OFFER_NAMES,
  OFFERS,
  offersInCheckout,
  SEATS_CONSENT,
  STUDIO_GIFTS,
  sellsSeats,
} from '@academy/catalog'
import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors } from './api-error.ts'
import { giftInput } from './gift-input.ts'

const c = initContract()

/** Return URLs of the payment provider; the API accepts only those of the web app. */
const returnUrl = (name: string) =>
  z.url({ protocol: /^https?$/, error: `${name} must be a web address.` }).max(2000, `${name} must be at most 2000 characters.`)

type FlagSchemas = { [C in CheckoutChoice as keyof C]: z.ZodOptional<z.ZodType<C[keyof C]>> }
const flags = OFFER_NAMES.flatMap((offer) => Object.entries<true | 1>(OFFERS[offer].checkout))
const flagSchema = (flag: string, value: true | 1): z.ZodOptional<z.ZodType> =>
  z
    .literal(value, { error: `${flag} must be ${value}, or left out.` })
    .optional()
    .describe('Send exactly one of these flags: it names the offer.')
const flagNames = flags.map(([flag]) => flag)

/** The message for a checkout without the consent that the seller requires. */
export const consentMissing =
  'Your consent to immediate access is missing or outdated (access_consent). Reload the page and tick the box. Nothing was charged.'

const seatsMessage = `seats must be a whole number from ${MIN_SEATS} to ${MAX_SEATS}, or left out.`

const giftMonthsMessage = `gift_months must be ${Object.values(STUDIO_GIFTS).join(', ')} for a gift of the Studio, or left out.`

/** Returns the seats that a checkout buys for others; 0: for oneself. */
export const seatsInCheckout = ({ seats = 0, gift }: { seats?: number | undefined; gift?: unknown }): number =>
  gift === undefined ? seats : GIFT_SEATS

export const checkoutInput = z
  .strictObject({
    ...(Object.fromEntries(flags.map(([flag, value]) => [flag, flagSchema(flag, value)])) as FlagSchemas),
    currency: z.enum(CURRENCIES, { error: `currency must be one of ${CURRENCIES.join(', ')}.` }).describe('The currency of the prices.'),
    successUrl: returnUrl('successUrl').describe('Where the buyer returns after the payment: an address of the web app.'),
    cancelUrl: returnUrl('cancelUrl').describe('Where the buyer returns without a payment: an address of the web app.'),
    allow_promotion_codes: z
      .boolean({ error: 'allow_promotion_codes must be true or false.' })
      .default(true)
      .describe('Whether the page accepts promotion codes.'),
    seats: z
      .int({ error: seatsMessage })
      .min(MIN_SEATS, seatsMessage)
      .max(MAX_SEATS, seatsMessage)
      .optional()
      .describe('Seats for others, of a course: the caller opens nothing with them. Without it the caller buys for oneself.'),
    gift: giftInput.optional().describe('A course, or months of the Studio, as a gift for another person.'),
    gift_months: z
      .literal(Object.values(STUDIO_GIFTS), { error: giftMonthsMessage })
      .optional()
      .describe('With `gift` and `numberOfPlans`: the months of the Studio to give. They end without a card.'),
    access_consent: z
      .enum([ACCESS_CONSENT.version, SEATS_CONSENT.version, GIFT_CONSENT.version], { error: consentMissing })
      .optional()
      .describe('The version of the text that the buyer accepted.'),
  })
  .refine((body) => offersInCheckout(body).length === 1, {
    error: `Choose exactly one of ${flagNames.slice(0, -1).join(', ')} and ${flagNames.at(-1)}.`,
    path: flagNames.slice(0, 1),
  })
  .refine((body) => body.seats === undefined || offersInCheckout(body).every(sellsSeats), {
    error: 'Seats are sold of a course alone, not of the bundle or the Studio.',
    path: ['seats'],
  })
  .refine((body) => body.gift === undefined || (body.seats === undefined && body.bundle === undefined), {
    error: 'A gift is one course, or months of the Studio; not seats or the bundle.',
    path: ['gift'],
  })
  .refine((body) => (body.gift_months !== undefined) === (body.gift !== undefined && body.numberOfPlans !== undefined), {
    error: giftMonthsMessage,
    path: ['gift_months'],
  })
  .refine((body) => body.access_consent === undefined || body.access_consent === consentFor(seatsInCheckout(body)).version, {
    error: consentMissing,
    path: ['access_consent'],
  })
  .meta({
    id: 'CheckoutInput',
    // Generators of clients skip `not`. For `oneOf` alone they would make a class of each choice, without the fields.
    not: { not: { oneOf: flagNames.map((flag) => ({ required: [flag] })) } },
    description:
      'Exactly one flag names the offer; the server chooses the price. `numberOfPlans` is the Studio, which an account buys once.',
    examples: [
      {
        masterCourse: true,
        currency: DEFAULT_CURRENCY,
        successUrl: 'https://academy.example/dashboard',
        cancelUrl: 'https://academy.example/dashboard',
      },
    ],
  })

const portalInput = z
  .strictObject({
    customer: z
      .string({ error: 'customer is required.' })
      .min(1, 'customer is required.')
      .max(255, 'customer must be at most 255 characters.')
      .describe('The `stripe_customer_id` of the account.'),
    returnUrl: returnUrl('returnUrl').describe('Where the user returns: an address of the web app.'),
  })
  .meta({ id: 'PortalInput', description: 'For which customer the portal opens, and where it returns to.' })

const refundInput = z
  .strictObject({
    purchase_id: z
      .string({ error: 'purchase_id is required.' })
      .min(1, { error: 'purchase_id is required.', abort: true })
      .regex(/^\w{1,255}$/, 'purchase_id must be the id of a purchase.')
      .describe('The `guarantee.purchase_id` of the account.'),
  })
  .meta({ id: 'RefundInput', description: 'The purchase to refund.' })

const redirect = z
  .object({ url: z.url().describe('The page to open in the browser.') })
  .meta({ id: 'Redirect', description: 'A page of the payment provider.' })

const timestamp = z.iso.datetime()

const plan = z
  .object({
    status: z.string().describe("Stripe's status: trialing, active, past_due, unpaid, paused or incomplete."),
    amount: z.number().int().describe('Price per month, in the smallest unit of the currency.'),
    currency: z.string().describe('Three letters in lower case.'),
    is_discounted: z.boolean().describe('Whether a coupon reduces the amount.'),
    renews_at: timestamp.nullable().describe('The end of the current period.'),
    free_until: timestamp.nullable().describe('The end of the free months; null afterwards.'),
    ends_at: timestamp.nullable().describe('When it ends, after a cancellation.'),
    pay_until: timestamp.nullable().describe('After a failed payment, the end of the grace period.'),
  })
  .meta({ id: 'Plan', description: 'A subscription that has not ended, with the price of its contract.' })
export type Plan = z.infer<typeof plan>

const receipt = z
  .object({
    id: z.string(),
    at: timestamp.describe('When it was paid or issued.'),
    description: z.string(),
    amount: z.number().int().describe('In the smallest unit of the currency.'),
    currency: z.string().describe('Three letters in lower case.'),
    state: z
      .enum(['paid', 'open', 'refunded', 'partly_refunded', 'dispute_lost'])
      .describe('`dispute_lost`: the bank of the buyer took the payment back.'),
    url: z.url().nullable().describe('Its page at Stripe, with the receipt and the invoice as PDF.'),
  })
  .meta({ id: 'Receipt', description: 'An invoice, or a payment without one.' })
export type Receipt = z.infer<typeof receipt>

/** Checkout and billing portal, which return a page of the payment provider, and the refund under the guarantee. */
export const billing = c.router({
  checkout: {
    method: 'POST',
    path: '/api/payments/create-checkout-session',
    body: checkoutInput,
    summary: 'Start a checkout; returns the URL of its page',
    description: `409 \`already_purchased\` or \`not_on_offer\`; 502 \`payment_provider_error\` may be repeated. Where the seller has information on withdrawal, \`access_consent\` is required: it says that the buyer saw and accepted this text: “${ACCESS_CONSENT.text}” Or with \`seats\`: “${SEATS_CONSENT.text}” Or with \`gift\`: “${GIFT_CONSENT.text}”`,
    responses: { ...bearerErrors, 200: redirect, 409: apiError, 502: apiError },
    metadata: { auth: 'bearer' },
  },
  portal: {
    method: 'POST',
    path: '/api/payments/create-portal-session',
    body: portalInput,
    summary: 'Open the billing portal; returns its URL',
    description:
      'The page changes the payment method, shows invoices and cancels the Studio. 403 `forbidden` for a customer of another account, 404 `no_customer` before the first checkout.',
    responses: { ...bearerErrors, 200: redirect, 404: apiError, 502: apiError },
    metadata: { auth: 'bearer' },
  },
  plans: {
    method: 'GET',
    path: '/api/payments/plans',
    summary: "The caller's subscriptions that have not ended, with the price and the dates of their contract",
    description: 'Read from the payment provider now. 502 `payment_provider_error` may be repeated.',
    responses: { ...bearerErrors, 200: z.array(plan), 502: apiError },
    metadata: { auth: 'bearer' },
  },
  receipts: {
    method: 'GET',
    path: '/api/payments/receipts',
    summary: "The caller's receipts and invoices at the payment provider, newest first, 1,000 at most of each",
    description:
      'Each with a link to its page at the payment provider, with receipt and invoice as PDF. `has_more` is true if the billing portal lists older ones.',
    responses: {
      ...bearerErrors,
      200: z.object({
        receipts: z.array(receipt),
        has_more: z.boolean().describe('Whether the billing portal lists older ones.'),
      }),
      502: apiError,
    },
    metadata: { auth: 'bearer' },
  },
  refund: {
    method: 'POST',
    path: '/api/payments/refund',
    body: refundInput,
    summary: 'Request the refund of the 30-day guarantee; idempotent',
    description:
      '`requested`: the payment provider could not be reached, and the API repeats the refund until it is made. 409 `guarantee_over` if the guarantee does not apply any more. The course closes at once.',
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
