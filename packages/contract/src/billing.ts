import { type CheckoutChoice, CURRENCIES, OFFER_NAMES, OFFERS, offersInCheckout } from '@academy/catalog'
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

/**
 * The flag of one offer names what is bought. The server picks the price (D-118). `numberOfPlans` is the Studio, which an account needs once
 * (D-117).
 */
export const checkoutInput = z
  .strictObject({
    ...(Object.fromEntries(flags.map(([flag, value]) => [flag, flagSchema(flag, value)])) as FlagSchemas),
    currency: z.enum(CURRENCIES, { error: `currency must be one of ${CURRENCIES.join(', ')}.` }),
    successUrl: returnUrl('successUrl'),
    cancelUrl: returnUrl('cancelUrl'),
    allow_promotion_codes: z.boolean().default(true),
  })
  .refine((body) => offersInCheckout(body).length === 1, {
    error: `Choose exactly one of ${flagNames.slice(0, -1).join(', ')} and ${flagNames.at(-1)}.`,
    path: flagNames.slice(0, 1),
  })
export type CheckoutInput = z.input<typeof checkoutInput>

const portalInput = z.strictObject({
  customer: z
    .string({ error: 'customer is required.' })
    .min(1, 'customer is required.')
    .max(255, 'customer must be at most 255 characters.'),
  returnUrl: returnUrl('returnUrl'),
})

const redirect = z.object({ url: z.url() })

/** Checkout and billing portal; both return a page of the payment provider. */
export const billing = c.router(
  {
    checkout: {
      method: 'POST',
      path: '/api/payments/create-checkout-session',
      body: checkoutInput,
      summary: 'Start a checkout; returns the URL of its page',
      // 409: already_purchased, not_on_offer. 502: payment_provider_error, to be retried.
      responses: { ...bearerErrors, 200: redirect, 409: apiError, 502: apiError },
      metadata: { auth: 'bearer' },
    },
    portal: {
      method: 'POST',
      path: '/api/payments/create-portal-session',
      body: portalInput,
      summary: 'Manage the own subscription; returns the URL of the billing portal',
      // 403: the customer belongs to another account. 404: no_customer.
      responses: { ...bearerErrors, 200: redirect, 403: apiError, 404: apiError, 502: apiError },
      metadata: { auth: 'bearer' },
    },
  },
  { strictStatusCodes: true },
)
