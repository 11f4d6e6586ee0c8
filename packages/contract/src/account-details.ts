import { CURRENCIES, ENTITLEMENTS, OFFER_NAMES, STUDIO_GIFT_NAMES } from '@academy/catalog'
import { z } from 'zod'

const time = z.iso.datetime({ offset: true })
const nullableTime = time.nullable()

export const foundAccount = z
  .object({
    account_id: z.uuid(),
    email: z.string().nullable(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    created_at: time,
  })
  .meta({ id: 'FoundAccount', description: 'An account in a search result.' })
export type FoundAccount = z.infer<typeof foundAccount>

const reason = z
  .object({
    kind: z.enum(['admin', 'grant', 'purchase', 'subscription', 'seat']),
    id: z.string().nullable().describe('The id of the grant, purchase, subscription or seat; null for the administrator.'),
    state: z.enum([
      'active',
      'expired',
      'revoked',
      'refunded',
      'refund_requested',
      'dispute_lost',
      'processing',
      'grace',
      'overdue',
      'ended',
      'inactive',
      'waiting',
    ]),
    holds: z.boolean().describe('Whether it unlocks now.'),
    until: nullableTime.describe(
      'When a grant, a grace period or a gift of the Studio ends; null otherwise. The end of a cancelled subscription is its `cancel_at`.',
    ),
    text: z.string().describe('The reason as a sentence, with dates (in UTC) and amounts.'),
  })
  .meta({ id: 'AccessReason', description: 'A fact that unlocks or once unlocked something.' })

const explainedEntitlement = z
  .object({ entitlement: z.enum(ENTITLEMENTS), held: z.boolean(), reasons: z.array(reason) })
  .meta({ id: 'ExplainedEntitlement', description: 'An entitlement with every fact that unlocks or once unlocked it, newest first.' })
export type ExplainedEntitlement = z.infer<typeof explainedEntitlement>

const grant = z
  .object({
    id: z.string(),
    package: z.string(),
    state: z.enum(['active', 'expired', 'revoked']),
    reason: z.string(),
    granted_by: z.string(),
    granted_at: time,
    expires_at: nullableTime,
    revoked_at: nullableTime,
    revoked_by: z.string().nullable(),
    revoke_reason: z.string().nullable(),
  })
  .meta({ id: 'Grant', description: 'A package that an operator gave.' })

const purchase = z
  .object({
    id: z.string().describe('The id of the checkout session.'),
    customer_id: z.string(),
    offer: z.string(),
    price_id: z.string(),
    currency: z.enum(CURRENCIES),
    amount: z.number().int().describe('In cents, like the refunded amount.'),
    paid_at: time,
    payment_intent_id: z.string().nullable(),
    charge_id: z.string().nullable(),
    refunded_amount: z.number().int(),
    refunded_at: nullableTime,
    dispute_status: z.string().nullable(),
    dispute_at: nullableTime,
    subscription_id: z.string().nullable().describe('The Studio subscription of a bundle.'),
    revoked_at: nullableTime.describe('When an operator revoked it, which is possible for a purchase that cost nothing.'),
    refund_requested_at: nullableTime.describe('When its buyer requested the refund of the guarantee.'),
    seats: z.int().describe('The seats bought for others; 0 for oneself.'),
    refund_seats: z.int().describe('The seats that the guarantee gave back.'),
    guarantee: z
      .enum(['open', 'requested', 'refunded', 'disputed', 'no_charge', 'revoked', 'used', 'started', 'over'])
      .describe('Whether the guarantee applies, or why not.'),
    is_own: z.boolean().describe('False for a purchase of another Stripe account or mode, which unlocks nothing.'),
    synced_at: time,
  })
  .meta({ id: 'Purchase', description: 'A payment for an offer.' })

const charge = z
  .object({
    id: z.string().describe('The id of the charge at Stripe, or of the invoice if it was paid outside Stripe.'),
    customer_id: z.string(),
    kind: z.enum(['studio_month', 'outside']).describe("`outside`: paid without the academy's checkout, so it unlocks nothing."),
    subscription_id: z.string().nullable(),
    invoice_id: z.string().nullable(),
    payment_intent_id: z.string().nullable(),
    description: z.string().nullable(),
    amount: z.number().int().describe('In the smallest unit of the currency, like the refunded amount.'),
    currency: z.string().describe('Three letters in lower case.'),
    paid_at: time,
    refunded_amount: z.number().int(),
    refunded_at: nullableTime,
    dispute_status: z.string().nullable(),
    dispute_at: nullableTime,
    is_own: z.boolean(),
    synced_at: time,
  })
  .meta({ id: 'Charge', description: 'A payment of a month, or without the checkout of the academy.' })

const subscription = z
  .object({
    id: z.string(),
    customer_id: z.string(),
    offer: z.string(),
    price_id: z.string(),
    status: z.string(),
    started_at: time,
    current_period_end: nullableTime,
    paid_until: nullableTime.describe('The end of the last paid or free period.'),
    trial_end: nullableTime,
    cancel_at: nullableTime,
    canceled_at: nullableTime,
    ended_at: nullableTime,
    payment: z.enum(['settled', 'processing', 'failed']).describe('The status of its newest invoice.'),
    revoked_at: nullableTime.describe('When an operator revoked it, which is possible for a subscription that cost nothing.'),
    is_own: z.boolean().describe('False for a subscription of another Stripe account or mode, which unlocks nothing.'),
    synced_at: time,
  })
  .meta({ id: 'Subscription', description: 'A subscription at Stripe.' })

/**
 * - `sent`: the mail server took it
 * - `waiting`, `sending`, `retrying`: it is not sent yet
 * - `given_up`: all attempts in the three days after the payment failed
 * - `not_tried`: there was no attempt in these three days
 * - `no_mail_server`: the API has none in its settings
 * - `money_back`: the money went back, or the buyer requested it
 * - `unknown`: the response of the mail server was lost
 * - `no_address`: the buyer's account was deleted or has no address, or the Studio that was bought had ended
 */
const WELCOME_MAIL_STATES = [
  'sent',
  'waiting',
  'sending',
  'retrying',
  'given_up',
  'not_tried',
  'no_mail_server',
  'money_back',
  'unknown',
  'no_address',
] as const

const welcomeMailStatus = z
  .object({
    state: z.enum(WELCOME_MAIL_STATES),
    at: nullableTime.describe('When it was sent, or last tried; null: never tried.'),
    attempts: z.int(),
  })
  .meta({ id: 'WelcomeMailStatus', description: 'Whether the buyer got the welcome mail.' })
export type WelcomeMailStatus = z.infer<typeof welcomeMailStatus>

const recordedCheckout = z
  .object({
    session_id: z.string(),
    account_id: z.uuid(),
    customer_id: z.string(),
    offer: z.enum([...OFFER_NAMES, ...STUDIO_GIFT_NAMES]),
    currency: z.enum(CURRENCIES),
    seats: z.int().describe('The seats for others; 0 for oneself.'),
    status: z.enum(['open', 'settling', 'paid', 'failed', 'expired']),
    created_at: time,
    expires_at: time,
    settled_at: nullableTime,
    consented_at: nullableTime.describe(
      'When the buyer accepted the text about immediate access, and its version; both null without a consent.',
    ),
    consent_version: z.string().nullable(),
    welcome_mail_status: welcomeMailStatus
      .optional()
      .describe('Whether the buyer got the welcome mail; absent without a payment, and in lists of several accounts.'),
    problem: z.string().nullable().describe('A problem that an operator must resolve; null: none.'),
  })
  .meta({ id: 'Checkout', description: 'A checkout that an account began.' })
export type RecordedCheckout = z.infer<typeof recordedCheckout>

const stripeEvent = z
  .object({
    id: z.string(),
    type: z.string(),
    created: time,
    customer_id: z.string().nullable(),
    account_id: z.uuid().nullable().describe('Null: the customer is unknown.'),
    source: z.enum(['webhook', 'reconcile']),
    received_at: time,
    applied_at: nullableTime.describe('Null: not applied yet; `error` says why.'),
    attempts: z.number().int(),
    error: z.string().nullable(),
  })
  .meta({ id: 'StripeEvent', description: 'An event of Stripe.' })
export type StripeEvent = z.infer<typeof stripeEvent>

const auditEntry = z
  .object({
    id: z.string(),
    at: time,
    who: z.string(),
    what: z.string(),
    reason: z.string(),
    details: z.record(z.string(), z.string().nullable()),
  })
  .meta({ id: 'AuditEntry', description: 'An action of an operator or of the account.' })

export const accountDetails = z
  .object({
    account: foundAccount.extend({
      job_title: z.string().nullable(),
      deal: z.string().nullable(),
      hide_bundle_deal: z.boolean(),
      is_admin: z.boolean().describe("Whether it is the administrator's account: both its id and its address are."),
      updated_at: time,
    }),
    entitlements: z.array(explainedEntitlement),
    course_starts: z
      .array(z.object({ product: z.string(), started_at: time, tutorial_id: z.string() }))
      .describe('The first time that it opened paid content of each course, which ends the guarantee of that course.'),
    grants: z.array(grant),
    purchases: z.array(purchase),
    subscriptions: z.array(subscription),
    charges: z.array(charge).describe("The newest 200 payments for months of the Studio, or without the academy's checkout."),
    checkouts: z.array(recordedCheckout).describe('The newest 50.'),
    customer: z
      .object({ customer_id: z.string(), created_at: time, checkout_completed_at: nullableTime, synced_at: nullableTime })
      .nullable()
      .describe('Its Stripe customer; null: it never started a checkout.'),
    former_customers: z
      .array(z.object({ customer_id: z.string(), deleted_at: time, synced_at: nullableTime }))
      .describe('Its customers that were deleted at Stripe.'),
    events: z.array(stripeEvent).describe('The newest 50.'),
    audit_log: z.array(auditEntry).describe('The newest 200 actions of operators on it.'),
  })
  .meta({ id: 'AccountDetails', description: 'An account with all facts that decide its access, in one snapshot.' })
export type AccountDetails = z.infer<typeof accountDetails>

export const paymentIssues = z
  .object({
    events: z.array(stripeEvent),
    next: z.string().nullable().describe('The `cursor` of older events; null: there are none.'),
    checkouts: z.array(recordedCheckout).describe('The newest 50.'),
    cancellations: z
      .array(
        z.object({
          id: z.uuid(),
          account_id: z.uuid(),
          confirmed_at: time,
          error: z.string().nullable().describe('Why the newest attempt failed; null: none was recorded.'),
        }),
      )
      .describe('The oldest 50 cancellations of a Studio that are not complete at Stripe an hour after the subscriber confirmed them.'),
    reconciled: z
      .object({ seen_until: time, finished_at: time, missed: z.number(), failed: z.number() })
      .nullable()
      .describe('The last reconcile run; null: there was none yet.'),
  })
  .meta({
    id: 'PaymentIssues',
    description: 'Unapplied Stripe events, checkouts with a problem and stuck cancellations, which an operator must resolve.',
  })
export type PaymentIssues = z.infer<typeof paymentIssues>
