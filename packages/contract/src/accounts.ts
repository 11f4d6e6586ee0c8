import { CURRENCIES, ENTITLEMENTS, type Entitlement, OFFER_NAMES } from '@academy/catalog'
import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors, commonErrors, done } from './api-error.ts'
import { emailAddress, requiredLine } from './text.ts'

const c = initContract()

const entitlements = z.object(Object.fromEntries(ENTITLEMENTS.map((name) => [name, z.boolean()])) as Record<Entitlement, z.ZodBoolean>)

const price = z.object({ price_id: z.string(), plan_id: z.string(), status: z.string() })
const subscription = z.object({ price_id: z.string(), plan_name: z.string(), status: z.string() })

const webUrl = z.url({ protocol: /^https?$/ })

/** Slack invitations. Each is present if it is configured and the account is entitled to it (D-71). */
const links = z.object({ slack_standard_url: webUrl.optional(), slack_premium_url: webUrl.optional() })

/** The 30-day guarantee of the newest purchase that it covers. */
const guarantee = z.object({
  /** The id for the refund request. */
  purchase_id: z.string(),
  offer: z.enum(OFFER_NAMES),
  /** `open`: the account can request a refund. `requested`: the payment provider has not confirmed the requested refund yet. */
  state: z.enum(['open', 'requested']),
  /** The refund, in cents. */
  amount: z.number().int(),
  currency: z.enum(CURRENCIES),
  /** A time on the last day of the guarantee. The guarantee lasts until the end of that day in every time zone. */
  last_day: z.iso.datetime(),
})
export type Guarantee = z.infer<typeof guarantee>

/** All fields of an account (D-101). The server decides `is_admin`. */
const accountData = z.object({
  account_id: z.uuid(),
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  job_title: z.string().nullable(),
  stripe_customer_id: z.string().nullable(),
  deal: z.string().nullable(),
  hide_bundle_deal: z.boolean(),
  is_admin: z.boolean(),
  entitlements,
  /** Offers whose payment has not arrived. They unlock nothing yet, and block other purchases. */
  processing_payments: z.array(z.enum(OFFER_NAMES)),
  subscriptions: z.array(subscription),
  prices: z.array(price),
  /** Null without a refundable purchase. Opening the first paid tutorial ends the guarantee. */
  guarantee: guarantee.nullable(),
  /**
   * Whether the next purchase of the course, alone or in the bundle, would have the guarantee, as far as is known before the payment. `used`: the
   * account used it; it is once per person. `started`: the account opened paid content.
   */
  next_guarantee: z.enum(['offered', 'used', 'started']),
  links: links.optional(),
})

/** The caller's account and entitlements. Four fields are repeated at the top level for existing clients (CTX-04). */
export const accountContext = z.object({
  success: z.literal(true),
  message: z.string().optional(),
  data: accountData,
  prices: z.array(price),
  subscriptions: z.array(subscription),
  deal: z.string().nullable(),
  hide_bundle_deal: z.boolean(),
})
export type AccountContext = z.infer<typeof accountContext>

/** Limits by D-85. The messages are shown to users. */
export const profileInput = z.strictObject({
  first_name: requiredLine('First name', 100),
  last_name: requiredLine('Last name', 100),
  job_title: requiredLine('Job title', 100),
})
export type ProfileInput = z.infer<typeof profileInput>

const createAccountInput = z.strictObject({
  user_id: z.uuid('user_id must be a UUID.'),
  email: emailAddress('email must be an email address.').max(320, 'email must be at most 320 characters.'),
})

export const accounts = c.router({
  context: {
    method: 'GET',
    path: '/api/accounts/context',
    summary: "The caller's account and entitlements",
    responses: { ...bearerErrors, 200: accountContext },
    metadata: { auth: 'bearer', scope: 'any' },
  },
  updateProfile: {
    method: 'PUT',
    path: '/api/accounts/profile',
    summary: "Change the caller's name and job title",
    body: profileInput,
    responses: { ...bearerErrors, 200: done },
    metadata: { auth: 'bearer' },
  },
  create: {
    method: 'POST',
    path: '/api/accounts',
    summary: 'Create the account record after sign-up',
    description:
      'Needs no token, because the email address is not confirmed yet; the API verifies the pair with the auth provider. Without a token every pair gets the same response, so that it does not show which accounts exist.',
    body: createAccountInput,
    responses: { ...commonErrors, 200: done, 201: done, 401: apiError, 403: apiError },
    metadata: { auth: 'public' } as const,
  },
})
