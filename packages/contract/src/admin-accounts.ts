import { CURRENCIES, ENTITLEMENTS, OFFER_NAMES, PACKAGES } from '@academy/catalog'
import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors } from './api-error.ts'
import { pathId, requiredLine, STORABLE_LINE } from './text.ts'

const c = initContract()

const moment = z.iso.datetime({ offset: true })
const ended = moment.nullable()

/** An account in a search result. */
export const foundAccount = z.object({
  account_id: z.uuid(),
  email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  created_at: moment,
})
export type FoundAccount = z.infer<typeof foundAccount>

const reason = z.object({
  kind: z.enum(['admin', 'grant', 'purchase', 'subscription']),
  /** The id of the grant, purchase or subscription; null for the administrator. */
  id: z.string().nullable(),
  state: z.enum(['active', 'expired', 'revoked', 'refunded', 'dispute_lost', 'processing', 'grace', 'overdue', 'ended', 'inactive']),
  /** Whether it unlocks now. */
  holds: z.boolean(),
  /** When it ends; null: never on its own. */
  until: ended,
  /** The reason as a sentence, with dates (in UTC) and amounts. */
  text: z.string(),
})

/** An entitlement with every fact that unlocks or once unlocked it, newest first. */
export const explainedEntitlement = z.object({ entitlement: z.enum(ENTITLEMENTS), held: z.boolean(), reasons: z.array(reason) })
export type ExplainedEntitlement = z.infer<typeof explainedEntitlement>

const grant = z.object({
  id: z.string(),
  package: z.string(),
  state: z.enum(['active', 'expired', 'revoked']),
  reason: z.string(),
  granted_by: z.string(),
  granted_at: moment,
  expires_at: ended,
  revoked_at: ended,
  revoked_by: z.string().nullable(),
  revoke_reason: z.string().nullable(),
})

const purchase = z.object({
  /** The id of the checkout session. */
  id: z.string(),
  customer_id: z.string(),
  offer: z.string(),
  price_id: z.string(),
  currency: z.enum(CURRENCIES),
  /** In cents, like the refunded amount. */
  amount: z.number().int(),
  paid_at: moment,
  payment_intent_id: z.string().nullable(),
  charge_id: z.string().nullable(),
  refunded_amount: z.number().int(),
  refunded_at: ended,
  dispute_status: z.string().nullable(),
  dispute_at: ended,
  /** The Studio subscription of a bundle. */
  subscription_id: z.string().nullable(),
  /** When an operator took it back, which is possible for a purchase without money. */
  revoked_at: ended,
  /** False: of another Stripe account or of its other mode, so it opens nothing. */
  is_own: z.boolean(),
  synced_at: moment,
})

const charge = z.object({
  /** The charge's id at Stripe. Without a charge, because the money was paid outside Stripe, the id of its invoice. */
  id: z.string(),
  customer_id: z.string(),
  /** `outside`: paid outside the academy's checkout, so it opens nothing. */
  kind: z.enum(['studio_month', 'outside']),
  subscription_id: z.string().nullable(),
  invoice_id: z.string().nullable(),
  description: z.string().nullable(),
  /** In the smallest unit of the currency, like the refunded amount. */
  amount: z.number().int(),
  /** Three letters in lower case. */
  currency: z.string(),
  paid_at: moment,
  refunded_amount: z.number().int(),
  refunded_at: ended,
  dispute_status: z.string().nullable(),
  dispute_at: ended,
  is_own: z.boolean(),
  synced_at: moment,
})

const subscription = z.object({
  id: z.string(),
  customer_id: z.string(),
  offer: z.string(),
  price_id: z.string(),
  status: z.string(),
  started_at: moment,
  current_period_end: ended,
  /** The end of the last period that was paid for or is free. */
  paid_until: ended,
  trial_end: ended,
  cancel_at: ended,
  canceled_at: ended,
  ended_at: ended,
  /** What became of its newest invoice. */
  payment: z.enum(['settled', 'processing', 'failed']),
  /** When an operator took it back, which is possible for a subscription without money. */
  revoked_at: ended,
  /** As for a purchase. */
  is_own: z.boolean(),
  synced_at: moment,
})

export const recordedCheckout = z.object({
  session_id: z.string(),
  account_id: z.uuid(),
  customer_id: z.string(),
  offer: z.enum(OFFER_NAMES),
  currency: z.enum(CURRENCIES),
  status: z.enum(['open', 'settling', 'paid', 'failed', 'expired']),
  created_at: moment,
  expires_at: moment,
  settled_at: ended,
  /** A problem that an operator must resolve; null: none. */
  problem: z.string().nullable(),
})
export type RecordedCheckout = z.infer<typeof recordedCheckout>

export const stripeEvent = z.object({
  id: z.string(),
  type: z.string(),
  created: moment,
  customer_id: z.string().nullable(),
  /** Null: the customer is unknown. */
  account_id: z.uuid().nullable(),
  source: z.enum(['webhook', 'reconcile']),
  received_at: moment,
  /** Null: not applied yet; `error` says why. */
  applied_at: ended,
  attempts: z.number().int(),
  error: z.string().nullable(),
})
export type StripeEvent = z.infer<typeof stripeEvent>

const auditEntry = z.object({
  id: z.string(),
  at: moment,
  who: z.string(),
  what: z.string(),
  reason: z.string(),
  details: z.record(z.string(), z.string().nullable()),
})

/** An account with all facts that decide its access, in one snapshot. */
export const accountFile = z.object({
  account: foundAccount.extend({
    job_title: z.string().nullable(),
    deal: z.string().nullable(),
    hide_bundle_deal: z.boolean(),
    /** Whether its address is the administrator's. */
    is_admin: z.boolean(),
    updated_at: moment,
  }),
  entitlements: z.array(explainedEntitlement),
  grants: z.array(grant),
  purchases: z.array(purchase),
  subscriptions: z.array(subscription),
  /** Months of the Studio, and money from outside the checkout: the newest 200. */
  charges: z.array(charge),
  /** The newest 50. */
  checkouts: z.array(recordedCheckout),
  /** Its Stripe customer; null: it never started a checkout. */
  customer: z.object({ customer_id: z.string(), created_at: moment, checkout_completed_at: ended, synced_at: ended }).nullable(),
  /** Its customers that were deleted at Stripe. */
  former_customers: z.array(z.object({ customer_id: z.string(), deleted_at: moment, synced_at: ended })),
  /** The newest 50. */
  events: z.array(stripeEvent),
  /** The newest 200 actions of operators on it. */
  audit_log: z.array(auditEntry),
})
export type AccountFile = z.infer<typeof accountFile>

/** What an operator must resolve: unapplied Stripe events, and checkouts with a problem. */
export const paymentTroubles = z.object({
  events: z.array(stripeEvent),
  /** The `cursor` of older events; null: there are none. */
  next: z.string().nullable(),
  /** The newest 50. */
  checkouts: z.array(recordedCheckout),
  /** The last reconcile run; null: there was none yet. */
  reconciled: z.object({ seen_until: moment, finished_at: moment, missed: z.number(), failed: z.number() }).nullable(),
})
export type PaymentTroubles = z.infer<typeof paymentTroubles>

const because = requiredLine('Reason', 500)
const packageName = z.enum(PACKAGES, { error: `package must be one of ${PACKAGES.join(', ')}.` })

export const grantInput = z.strictObject({
  package: packageName,
  reason: because,
  expires_at: z.iso
    .datetime({ offset: true, error: 'expires_at must be a time, such as 2026-01-31T12:00:00Z, or null for no end.' })
    .nullable(),
})
export type GrantInput = z.infer<typeof grantInput>

const cursor = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,2000}$/, 'This is not a cursor of ours.')
  .optional()

const pathParams = z.object({ accountId: pathId('There is no account with this id.') })
const done = z.object({ success: z.literal(true), message: z.string() })
const adminErrors = { ...bearerErrors, 403: apiError }
const aboutOne = { ...adminErrors, 404: apiError }
const metadata = { auth: 'admin' } as const

/** Accounts and their access, for the administrator. Every change is recorded in the audit log with its reason. */
export const adminAccounts = c.router(
  {
    search: {
      method: 'GET',
      path: '/api/admin/accounts',
      query: z.object({
        /**
         * The prefix of an email address, full name or last name, in any case; or a whole account id, or the id of a customer, checkout
         * session, payment, charge or subscription at Stripe. Without it all accounts are listed, newest first.
         */
        q: z
          .string()
          .trim()
          .max(200, 'Search for at most 200 characters.')
          .regex(STORABLE_LINE, 'This cannot be searched for.')
          .refine((text) => text.isWellFormed(), 'This cannot be searched for.')
          .optional(),
        cursor,
      }),
      summary: 'Find accounts, 50 at a time',
      responses: {
        ...adminErrors,
        200: z.object({
          success: z.literal(true),
          /** `next` is the `cursor` of the next page, null at the end. A page may hold fewer than 50 and still have a next one. */
          data: z.object({ accounts: z.array(foundAccount), next: z.string().nullable() }),
        }),
      },
      metadata,
    },
    file: {
      method: 'GET',
      path: '/api/admin/accounts/:accountId',
      pathParams,
      summary: 'What an account may open and why, with every fact behind it',
      responses: { ...aboutOne, 200: z.object({ success: z.literal(true), data: accountFile }) },
      metadata,
    },
    grant: {
      method: 'POST',
      path: '/api/admin/accounts/:accountId/grants',
      pathParams,
      body: grantInput,
      summary: 'Grant a package to an account, with or without an end',
      responses: { ...aboutOne, 201: done, 409: apiError },
      metadata,
    },
    revoke: {
      method: 'POST',
      path: '/api/admin/accounts/:accountId/grants/revoke',
      pathParams,
      body: z.strictObject({ package: packageName, reason: because }),
      summary: 'Revoke a package that was granted, or bought for nothing',
      responses: { ...aboutOne, 200: done, 409: apiError },
      metadata,
    },
    bundleDeal: {
      method: 'PUT',
      path: '/api/admin/accounts/:accountId/bundle-deal',
      pathParams,
      body: z.strictObject({ hidden: z.boolean({ error: 'hidden must be true or false.' }), reason: because }),
      summary: 'Offer the bundle to an account, or hide it',
      responses: { ...aboutOne, 200: done, 409: apiError },
      metadata,
    },
    sync: {
      method: 'POST',
      path: '/api/admin/accounts/:accountId/sync',
      pathParams,
      body: z.strictObject({}),
      summary: 'Sync the payments of an account with Stripe',
      // 409: it never started a checkout. 502: payment_provider_error, to be retried.
      responses: { ...aboutOne, 200: done, 409: apiError, 502: apiError },
      metadata,
    },
    troubles: {
      method: 'GET',
      path: '/api/admin/payments',
      query: z.object({ cursor }),
      summary: 'Events of Stripe that were not applied, 50 at a time, and checkouts with a problem',
      responses: { ...adminErrors, 200: z.object({ success: z.literal(true), data: paymentTroubles }) },
      metadata,
    },
    dismiss: {
      method: 'POST',
      path: '/api/admin/payments/customers/:customerId/dismiss',
      pathParams: z.object({ customerId: pathId('There is no unmatched customer with this id.') }),
      body: z.strictObject({ reason: because }),
      summary: 'Dismiss an unmatched Stripe customer',
      // 404: the customer belongs to an account, or was never synced. 409: already dismissed.
      responses: { ...aboutOne, 200: done, 409: apiError },
      metadata,
    },
  },
  { strictStatusCodes: true },
)
