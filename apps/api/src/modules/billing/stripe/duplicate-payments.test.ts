import { expect, test } from 'vitest'
import { findDuplicatePayments } from './duplicate-payments.ts'
import type { KnownPurchase } from './end-studio.ts'
import type { ReportedCheckout, StripeSnapshot } from './read-customer.ts'
import type { ReportedSubscription } from './read-subscription.ts'

const day = (number: number) => new Date(Date.UTC(2026, 10, number))

const bought = (id: string, changes: Partial<KnownPurchase> = {}): KnownPurchase => ({
  id,
  offer: 'master_course',
  price_id: 'price_1',
  currency: 'eur',
  amount: 259_00,
  coupon: null,
  country: 'DE',
  paid_at: day(1),
  payment_intent_id: 'pi_1',
  charge_id: 'ch_1',
  payment_fingerprint: null,
  refunded_amount: 0,
  refunded_at: null,
  dispute_status: null,
  dispute_at: null,
  subscription_id: null,
  revoked_at: null,
  refund_requested_at: null,
  seats: 0,
  refund_seats: 0,
  gift_id: null,
  ...changes,
})
const subscribed = (id: string, changes: Partial<ReportedSubscription> = {}): ReportedSubscription => ({
  id,
  offer: 'studio',
  price_id: 'price_2',
  status: 'active',
  started_at: day(1),
  current_period_end: day(30),
  paid_until: day(30),
  payment: 'settled',
  trial_end: null,
  cancel_at: null,
  canceled_at: null,
  ended_at: null,
  ...changes,
})
const checkout = (session_id: string, subscription_id: string | null = null): ReportedCheckout => ({
  session_id,
  offer: 'studio',
  currency: 'eur',
  seats: 0,
  status: 'paid',
  url: null,
  access_consent_id: null,
  created_at: day(1),
  expires_at: day(2),
  subscription_id,
})
const problems = (snapshot: Partial<StripeSnapshot>) =>
  Object.fromEntries(
    findDuplicatePayments({
      deleted: false,
      unknown: false,
      unknown_sessions: [],
      refused_refunds: [],
      waiting_refunds: [],
      unknown_subscriptions: [],
      checkouts: [],
      purchases: [],
      subscriptions: [],
      charges: [],
      ended_studios: [],
      paid_after_revoke: [],
      ...snapshot,
    }),
  )

test('reports the second payment for the course or a bundle, not the first', () => {
  expect(problems({ purchases: [bought('cs_b', { paid_at: day(2), offer: 'bundle' }), bought('cs_a')] })).toEqual({
    cs_b: 'The course was paid for before, with cs_a. Refund this payment.',
  })
})

test('ignores refunded payments and lost disputes', () => {
  expect(problems({ purchases: [bought('cs_a', { refunded_at: day(3) }), bought('cs_b', { paid_at: day(2) })] })).toEqual({})
  expect(problems({ purchases: [bought('cs_a'), bought('cs_b', { dispute_status: 'lost' })] })).toEqual({})
})

test('MONEY-13 ignores a revoked purchase', () => {
  const free = bought('cs_a', { amount: 0, charge_id: null, revoked_at: day(2) })
  expect(problems({ purchases: [free, bought('cs_b', { paid_at: day(3) })] })).toEqual({})
})

test('reports a second running Studio', () => {
  const checkouts = [checkout('cs_a', 'sub_a'), checkout('cs_b', 'sub_b'), checkout('cs_c', 'sub_c')]
  const subscriptions = [
    subscribed('sub_b', { started_at: day(2) }),
    subscribed('sub_a'),
    subscribed('sub_c', { started_at: day(3), status: 'canceled' }),
  ]
  expect(problems({ checkouts, subscriptions })).toEqual({ cs_b: 'The Studio runs already, as sub_a. Cancel and refund sub_b.' })
})

test('reports nothing for one purchase and one Studio', () => {
  expect(problems({ purchases: [bought('cs_a')], subscriptions: [subscribed('sub_a')], checkouts: [checkout('cs_a', 'sub_a')] })).toEqual(
    {},
  )
})

test('SEAT-02 seats for others are no second payment for the course', () => {
  expect(problems({ purchases: [bought('cs_1'), bought('cs_2', { seats: 3 })] })).toEqual({})
})
