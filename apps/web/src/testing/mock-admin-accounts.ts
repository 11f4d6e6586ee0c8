import { DEFAULT_CURRENCY, ENTITLEMENTS } from '@academy/catalog'
import {
  type AccountDetails,
  accountCertificate,
  accountDetails,
  contract,
  type FoundAccount,
  type PaymentIssues,
  type UnownedSeats,
} from '@academy/contract'
import { parseAnswer } from '../app/public-site/parse-answer.ts'
import { mockApi } from './mock-api.ts'
import { sampleOf } from './sample-of.ts'
import { sampleContext } from './samples.ts'

const { accounts, adminAccounts, certificates, team } = contract
const { charges, checkouts, events, grants, purchases, subscriptions } = accountDetails.shape

export const graceId = '0198b1a2-0000-7000-8000-00000000000a'

export const sampleFoundAccount = (changes: Partial<FoundAccount> = {}): FoundAccount => ({
  account_id: graceId,
  email: 'grace@example.com',
  first_name: 'Grace',
  last_name: 'Hopper',
  created_at: '2026-09-01T08:00:00Z',
  ...changes,
})

export const sampleEvent = sampleOf(events.element, {
  id: 'evt_1',
  type: 'invoice.paid',
  created: '2026-11-01T08:00:00Z',
  customer_id: 'cus_1',
  account_id: graceId,
  source: 'webhook',
  received_at: '2026-11-01T08:00:01Z',
  applied_at: '2026-11-01T08:00:01Z',
  attempts: 1,
})

export const samplePurchase = sampleOf(purchases.element, {
  id: 'cs_test_1',
  customer_id: 'cus_1',
  offer: 'master_course',
  price_id: 'price_1',
  currency: DEFAULT_CURRENCY,
  amount: 259_00,
  paid_at: '2026-10-01T08:00:00Z',
  payment_intent_id: 'pi_1',
  charge_id: 'ch_1',
  refunded_amount: 0,
  seats: 0,
  refund_seats: 0,
  guarantee: 'over',
  is_own: true,
  synced_at: '2026-11-20T08:00:00Z',
})

export const sampleCharge = sampleOf(charges.element, {
  id: 'ch_2',
  customer_id: 'cus_1',
  kind: 'studio_month',
  subscription_id: 'sub_1',
  invoice_id: 'in_1',
  payment_intent_id: 'pi_2',
  description: '1 × Vibe Coding Studio (at €29.00 / month)',
  amount: 29_00,
  currency: DEFAULT_CURRENCY,
  paid_at: '2026-11-01T08:00:00Z',
  refunded_amount: 0,
  is_own: true,
  synced_at: '2026-11-20T08:00:00Z',
})

export const sampleSubscription = sampleOf(subscriptions.element, {
  id: 'sub_1',
  customer_id: 'cus_1',
  offer: 'studio',
  price_id: 'price_2',
  status: 'active',
  started_at: '2026-10-01T08:00:00Z',
  current_period_end: '2026-12-01T08:00:00Z',
  paid_until: '2026-12-01T08:00:00Z',
  payment: 'settled',
  is_own: true,
  synced_at: '2026-11-20T08:00:00Z',
})

export const sampleCheckout = sampleOf(checkouts.element, {
  session_id: 'cs_test_1',
  account_id: graceId,
  customer_id: 'cus_1',
  offer: 'master_course',
  currency: DEFAULT_CURRENCY,
  seats: 0,
  status: 'paid',
  created_at: '2026-10-01T08:00:00Z',
  expires_at: '2026-10-02T08:00:00Z',
  settled_at: '2026-10-01T08:01:00Z',
})

export const sampleGrant = sampleOf(grants.element, {
  id: 'grant-1',
  package: 'vip',
  state: 'active',
  reason: 'Spoke at the meetup',
  granted_by: 'admin@academy.test',
  granted_at: '2026-09-02T08:00:00Z',
})

/** Grace Hopper's account without payments or grants, with `changes`. */
export const sampleAccountDetails = ({
  account,
  ...changes
}: Partial<Omit<AccountDetails, 'account'>> & { account?: Partial<AccountDetails['account']> } = {}): AccountDetails => ({
  ...parseAnswer(accountDetails, {
    account: { ...sampleFoundAccount(), job_title: 'Software Engineer', updated_at: '2026-09-01T08:00:00Z', ...account },
    entitlements: ENTITLEMENTS.map((entitlement) => ({ entitlement })),
  }),
  ...changes,
})

export const sampleAccountCertificate = sampleOf(accountCertificate, {
  id: 'qRz6uYQ0bV2nS9wXcT4mJA',
  name: 'Grace Hopper',
  course: 'Master Course',
  completed_on: '2026-11-20',
  hours: 9.5,
  issuer: 'Verified by the academy',
  course_id: 'master-course',
  state: 'valid',
})

/** Mocks the admin API with one account, no certificates, no payment issues and no seats without an owner. */
export function mockAdminAccounts() {
  const api = mockApi()
  const found = (...all: FoundAccount[]) => api.reply(adminAccounts.search, 200, { success: true, data: { accounts: all, next: null } })
  const details = (changes: Parameters<typeof sampleAccountDetails>[0] = {}) =>
    api.reply(adminAccounts.details, 200, { success: true, data: sampleAccountDetails(changes) })
  const paymentIssues = (changes: Partial<PaymentIssues> = {}) =>
    api.reply(adminAccounts.paymentIssues, 200, {
      success: true,
      data: { events: [], next: null, checkouts: [], cancellations: [], reconciled: null, ...changes },
    })
  const unownedSeats = (...data: UnownedSeats[]) => api.reply(team.unowned, 200, { success: true, data })
  api.reply(accounts.context, 200, sampleContext({ is_admin: true }))
  found(sampleFoundAccount())
  details()
  paymentIssues()
  unownedSeats()
  api.reply(certificates.ofAccount, 200, [])
  return { api, found, details, paymentIssues, unownedSeats }
}
