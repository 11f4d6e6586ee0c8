import { CURRENCIES, ENTITLEMENTS, OFFER_NAMES } from '@academy/catalog'
import { z } from 'zod'

const time = z.iso.datetime({ offset: true })
const nullableTime = time.nullable()

/** An account in a search result. */
export const foundAccount = z.object({
  account_id: z.uuid(),
  email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  created_at: time,
})
export type FoundAccount = z.infer<typeof foundAccount>

const reason = z.object({
  kind: z.enum(['admin', 'grant', 'purchase', 'subscription']),
  /** The id of the grant, purchase or subscription; null for the administrator. */
  id: z.string().nullable(),
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
  ]),
  /** Whether it unlocks now. */
  holds: z.boolean(),
  /** When a grant expires or a grace period ends; null otherwise. The end of a cancelled subscription is its `cancel_at`. */
  until: nullableTime,
  /** The reason as a sentence, with dates (in UTC) and amounts. */
  text: z.string(),
})

/** An entitlement with every fact that unlocks or once unlocked it, newest first. */
const explainedEntitlement = z.object({ entitlement: z.enum(ENTITLEMENTS), held: z.boolean(), reasons: z.array(reason) })
export type ExplainedEntitlement = z.infer<typeof explainedEntitlement>

const grant = z.object({
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

const purchase = z.object({
  /** The id of the checkout session. */
  id: z.string(),
  customer_id: z.string(),
  offer: z.string(),
  price_id: z.string(),
  currency: z.enum(CURRENCIES),
  /** In cents, like the refunded amount. */
  amount: z.number().int(),
  paid_at: time,
  payment_intent_id: z.string().nullable(),
  charge_id: z.string().nullable(),
  refunded_amount: z.number().int(),
  refunded_at: nullableTime,
  dispute_status: z.string().nullable(),
  dispute_at: nullableTime,
  /** The Studio subscription of a bundle. */
  subscription_id: z.string().nullable(),
  /** When an operator revoked it, which is possible for a purchase that cost nothing. */
  revoked_at: nullableTime,
  /** When its buyer requested the refund of the guarantee. */
  refund_requested_at: nullableTime,
  /** Whether the guarantee applies, or why not. */
  guarantee: z.enum(['open', 'requested', 'refunded', 'disputed', 'no_charge', 'revoked', 'used', 'started', 'over']),
  /** False for a purchase of another Stripe account or mode, which unlocks nothing. */
  is_own: z.boolean(),
  synced_at: time,
})

const charge = z.object({
  /** The id of the charge at Stripe, or of the invoice if it was paid outside Stripe. */
  id: z.string(),
  customer_id: z.string(),
  /** `outside`: paid without the academy's checkout, so it unlocks nothing. */
  kind: z.enum(['studio_month', 'outside']),
  subscription_id: z.string().nullable(),
  invoice_id: z.string().nullable(),
  payment_intent_id: z.string().nullable(),
  description: z.string().nullable(),
  /** In the smallest unit of the currency, like the refunded amount. */
  amount: z.number().int(),
  /** Three letters in lower case. */
  currency: z.string(),
  paid_at: time,
  refunded_amount: z.number().int(),
  refunded_at: nullableTime,
  dispute_status: z.string().nullable(),
  dispute_at: nullableTime,
  is_own: z.boolean(),
  synced_at: time,
})

const subscription = z.object({
  id: z.string(),
  customer_id: z.string(),
  offer: z.string(),
  price_id: z.string(),
  status: z.string(),
  started_at: time,
  current_period_end: nullableTime,
  /** The end of the last paid or free period. */
  paid_until: nullableTime,
  trial_end: nullableTime,
  cancel_at: nullableTime,
  canceled_at: nullableTime,
  ended_at: nullableTime,
  /** The status of its newest invoice. */
  payment: z.enum(['settled', 'processing', 'failed']),
  /** When an operator revoked it, which is possible for a subscription that cost nothing. */
  revoked_at: nullableTime,
  /** False for a subscription of another Stripe account or mode, which unlocks nothing. */
  is_own: z.boolean(),
  synced_at: time,
})

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

const welcomeMailStatus = z.object({
  state: z.enum(WELCOME_MAIL_STATES),
  /** When it was sent, or last tried; null: never tried. */
  at: nullableTime,
  attempts: z.int(),
})
export type WelcomeMailStatus = z.infer<typeof welcomeMailStatus>

const recordedCheckout = z.object({
  session_id: z.string(),
  account_id: z.uuid(),
  customer_id: z.string(),
  offer: z.enum(OFFER_NAMES),
  currency: z.enum(CURRENCIES),
  status: z.enum(['open', 'settling', 'paid', 'failed', 'expired']),
  created_at: time,
  expires_at: time,
  settled_at: nullableTime,
  /** When the buyer accepted the text about immediate access, and its version; both null without a consent. */
  consented_at: nullableTime,
  consent_version: z.string().nullable(),
  /** Whether the buyer got the welcome mail; absent without a payment, and in lists of several accounts. */
  welcome_mail_status: welcomeMailStatus.optional(),
  /** A problem that an operator must resolve; null: none. */
  problem: z.string().nullable(),
})
export type RecordedCheckout = z.infer<typeof recordedCheckout>

const stripeEvent = z.object({
  id: z.string(),
  type: z.string(),
  created: time,
  customer_id: z.string().nullable(),
  /** Null: the customer is unknown. */
  account_id: z.uuid().nullable(),
  source: z.enum(['webhook', 'reconcile']),
  received_at: time,
  /** Null: not applied yet; `error` says why. */
  applied_at: nullableTime,
  attempts: z.number().int(),
  error: z.string().nullable(),
})
export type StripeEvent = z.infer<typeof stripeEvent>

const auditEntry = z.object({
  id: z.string(),
  at: time,
  who: z.string(),
  what: z.string(),
  reason: z.string(),
  details: z.record(z.string(), z.string().nullable()),
})

/** An account with all facts that decide its access, in one snapshot. */
export const accountDetails = z.object({
  account: foundAccount.extend({
    job_title: z.string().nullable(),
    deal: z.string().nullable(),
    hide_bundle_deal: z.boolean(),
    /** Whether it is the administrator's account: both its id and its address are. */
    is_admin: z.boolean(),
    updated_at: time,
  }),
  entitlements: z.array(explainedEntitlement),
  /** The first time that it opened paid content of the course, which ends the guarantee; null: never. */
  course_start: z.object({ started_at: time, tutorial_id: z.string() }).nullable(),
  grants: z.array(grant),
  purchases: z.array(purchase),
  subscriptions: z.array(subscription),
  /** The newest 200 payments for months of the Studio, or without the academy's checkout. */
  charges: z.array(charge),
  /** The newest 50. */
  checkouts: z.array(recordedCheckout),
  /** Its Stripe customer; null: it never started a checkout. */
  customer: z
    .object({ customer_id: z.string(), created_at: time, checkout_completed_at: nullableTime, synced_at: nullableTime })
    .nullable(),
  /** Its customers that were deleted at Stripe. */
  former_customers: z.array(z.object({ customer_id: z.string(), deleted_at: time, synced_at: nullableTime })),
  /** The newest 50. */
  events: z.array(stripeEvent),
  /** The newest 200 actions of operators on it. */
  audit_log: z.array(auditEntry),
})
export type AccountDetails = z.infer<typeof accountDetails>

/** Unapplied Stripe events, checkouts with a problem and stuck cancellations, which an operator must resolve. */
export const paymentIssues = z.object({
  events: z.array(stripeEvent),
  /** The `cursor` of older events; null: there are none. */
  next: z.string().nullable(),
  /** The newest 50. */
  checkouts: z.array(recordedCheckout),
  /** The oldest 50 cancellations of a Studio that are not complete at Stripe an hour after the subscriber confirmed them. */
  cancellations: z.array(
    z.object({
      id: z.uuid(),
      account_id: z.uuid(),
      confirmed_at: time,
      /** Why the newest attempt failed; null: none was recorded. */
      error: z.string().nullable(),
    }),
  ),
  /** The last reconcile run; null: there was none yet. */
  reconciled: z.object({ seen_until: time, finished_at: time, missed: z.number(), failed: z.number() }).nullable(),
})
export type PaymentIssues = z.infer<typeof paymentIssues>
