import { COURSES, CURRENCIES, ENTITLEMENTS, type Entitlement, forCourses, OFFER_NAMES } from '@academy/catalog'
import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors, commonErrors, done } from './api-error.ts'
import { nextGuarantee } from './next-guarantee.ts'
import { emailAddress, requiredLine } from './text.ts'

const c = initContract()

const ENTITLEMENT_TEXTS: Record<Entitlement, string> = {
  ...forCourses((id) => `All tutorials of ${COURSES[id].inText}.`),
  resources: 'The Prompt Library.',
  slack_standard: 'The community on Slack.',
  slack_premium: 'Premium support on Slack.',
  my_prompts: 'My Prompts.',
  aha_sessions: 'The weekly sessions.',
}

const entitlements = z
  .object(
    Object.fromEntries(ENTITLEMENTS.map((name) => [name, z.boolean().describe(ENTITLEMENT_TEXTS[name])])) as Record<
      Entitlement,
      z.ZodBoolean
    >,
  )
  .meta({ id: 'Entitlements', description: 'What the account may open, by entitlement. Others may be added.' })

const price = z
  .object({
    price_id: z.string().describe('The id of the price at Stripe.'),
    plan_id: z.string().describe('The offer.'),
    status: z.string().describe('The status of the payment or subscription.'),
  })
  .meta({ id: 'AccountPrice', description: 'A price that the account pays or has paid.' })
const subscription = z
  .object({
    price_id: z.string().describe('The id of the price at Stripe.'),
    plan_name: z.string().describe('The offer.'),
    status: z.string().describe("Stripe's status, such as active or past_due."),
  })
  .meta({ id: 'AccountSubscription', description: 'A subscription of the account that has not ended.' })

const webUrl = z.url({ protocol: /^https?$/ })

const links = z
  .object({
    slack_standard_url: webUrl.optional().describe('The invitation to the community.'),
    slack_premium_url: webUrl.optional().describe('The invitation to premium support.'),
  })
  .meta({ id: 'AccountLinks', description: 'Slack invitations. Each is present if it is configured and the account is entitled to it.' })

const guarantee = z
  .object({
    purchase_id: z.string().describe('The id for the refund request.'),
    offer: z.enum(OFFER_NAMES),
    state: z
      .enum(['open', 'requested'])
      .describe('`open`: the account can request a refund. `requested`: the payment provider has not confirmed the requested refund yet.'),
    amount: z.number().int().describe('The refund, in cents.'),
    currency: z.enum(CURRENCIES),
    last_day: z.iso
      .datetime()
      .describe('A time on the last day of the guarantee. The guarantee lasts until the end of that day in every time zone.'),
  })
  .meta({ id: 'Guarantee', description: 'The 30-day guarantee of the newest purchase that it covers.' })
export type Guarantee = z.infer<typeof guarantee>

const accountData = z
  .object({
    account_id: z.uuid().describe('The id of the account.'),
    email: z.string().describe('The confirmed email address.'),
    first_name: z.string().nullable().describe('Null until the user filled in the profile, as are the next two.'),
    last_name: z.string().nullable().describe('The last name.'),
    job_title: z.string().nullable().describe('What the user does.'),
    stripe_customer_id: z.string().nullable().describe('The customer at Stripe; null before the first completed checkout.'),
    deal: z.string().nullable().describe('The name of a special offer of this account; null without one.'),
    hide_bundle_deal: z.boolean().describe('Whether the bundle is not offered to this account.'),
    is_admin: z.boolean().describe('Whether this is the administrator in a session; false for every token.'),
    entitlements,
    processing_payments: z
      .array(z.enum([...OFFER_NAMES, 'seats', 'gift']))
      .describe(
        'Offers whose payment has not arrived; `seats`: seats for others; `gift`: a gift. They unlock nothing yet, and block other purchases.',
      ),
    subscriptions: z.array(subscription).describe('The subscriptions that have not ended.'),
    prices: z.array(price).describe('The prices that the account pays or has paid.'),
    guarantee: guarantee.nullable().describe('Null without a refundable purchase. Opening the first paid tutorial ends the guarantee.'),
    next_guarantee: nextGuarantee,
    links: links.optional(),
  })
  .meta({ id: 'Account', description: 'All fields of an account. The server decides `is_admin`.' })

export const accountContext = z
  .object({
    success: z.literal(true),
    message: z.string().nullable(),
    data: accountData,
    prices: z.array(price).describe('As in `data`.'),
    subscriptions: z.array(subscription).describe('As in `data`.'),
    deal: z.string().nullable().describe('As in `data`.'),
    hide_bundle_deal: z.boolean().describe('As in `data`.'),
  })
  .meta({
    id: 'AccountContext',
    description: "The caller's account and entitlements. Four fields are repeated at the top level for existing clients.",
  })
export type AccountContext = z.infer<typeof accountContext>

export const profileInput = z
  .strictObject({
    first_name: requiredLine('First name', 100).describe('The first name, as on certificates.'),
    last_name: requiredLine('Last name', 100).describe('The last name, as on certificates.'),
    job_title: requiredLine('Job title', 100)
      // The choice of the form that asks for a title.
      .refine((title) => title.toLowerCase() !== 'other', 'Specify the job title.')
      .describe('What the user does; not `Other`.'),
  })
  .meta({ id: 'ProfileInput', description: 'The messages are shown to users.' })
export type ProfileInput = z.infer<typeof profileInput>

const createAccountInput = z
  .strictObject({
    user_id: z.uuid('user_id must be a UUID.').describe('The id of the user at the auth provider.'),
    email: emailAddress('email must be an email address.')
      .max(320, 'email must be at most 320 characters.')
      .describe('The address with which the user signed up.'),
  })
  .meta({ id: 'AccountInput', description: 'The account after a sign-up.' })

export const accounts = c.router({
  context: {
    method: 'GET',
    path: '/api/accounts/context',
    summary: "The caller's account and entitlements",
    description:
      'Call this first: `data.entitlements` says what the account may open. Every token may call it. Also finishes purchases whose payment has arrived in the meantime.',
    responses: { ...bearerErrors, 200: accountContext },
    metadata: { auth: 'bearer', scope: 'any' },
  },
  updateProfile: {
    method: 'PUT',
    path: '/api/accounts/profile',
    summary: "Change the caller's name and job title",
    description: 'The name stands on certificates that are issued later; issued ones are changed with `certificates.reissue`.',
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
    metadata: { auth: 'public', acceptsSession: true } as const,
  },
})
