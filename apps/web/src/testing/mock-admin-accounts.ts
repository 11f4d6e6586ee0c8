import { DEFAULT_CURRENCY, ENTITLEMENTS } from '@academy/catalog'
import {
  type AccountCertificate,
  type AccountDetails,
  contract,
  type FoundAccount,
  type PaymentIssues,
  type StripeEvent,
  type UnownedSeats,
} from '@academy/contract'
import { mockApi } from './mock-api.ts'
import { sampleContext } from './samples.ts'

const { accounts, adminAccounts, certificates, team } = contract

export const graceId = '0198b1a2-0000-7000-8000-00000000000a'

export const sampleFoundAccount = (changes: Partial<FoundAccount> = {}): FoundAccount => ({
  account_id: graceId,
  email: 'grace@example.com',
  first_name: 'Grace',
  last_name: 'Hopper',
  created_at: '2026-09-01T08:00:00Z',
  ...changes,
})

export const sampleEvent = (changes: Partial<StripeEvent> = {}): StripeEvent => ({
  id: 'evt_1',
  type: 'invoice.paid',
  created: '2026-11-01T08:00:00Z',
  customer_id: 'cus_1',
  account_id: graceId,
  source: 'webhook',
  received_at: '2026-11-01T08:00:01Z',
  applied_at: '2026-11-01T08:00:01Z',
  attempts: 1,
  error: null,
  ...changes,
})

export const samplePurchase = (changes: Partial<AccountDetails['purchases'][number]> = {}): AccountDetails['purchases'][number] => ({
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
  refunded_at: null,
  dispute_status: null,
  dispute_at: null,
  subscription_id: null,
  revoked_at: null,
  refund_requested_at: null,
  seats: 0,
  refund_seats: 0,
  guarantee: 'over',
  is_own: true,
  synced_at: '2026-11-20T08:00:00Z',
  ...changes,
})

export const sampleCharge = (changes: Partial<AccountDetails['charges'][number]> = {}): AccountDetails['charges'][number] => ({
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
  refunded_at: null,
  dispute_status: null,
  dispute_at: null,
  is_own: true,
  synced_at: '2026-11-20T08:00:00Z',
  ...changes,
})

export const sampleSubscription = (
  changes: Partial<AccountDetails['subscriptions'][number]> = {},
): AccountDetails['subscriptions'][number] => ({
  id: 'sub_1',
  customer_id: 'cus_1',
  offer: 'studio',
  price_id: 'price_2',
  status: 'active',
  started_at: '2026-10-01T08:00:00Z',
  current_period_end: '2026-12-01T08:00:00Z',
  paid_until: '2026-12-01T08:00:00Z',
  trial_end: null,
  cancel_at: null,
  canceled_at: null,
  ended_at: null,
  payment: 'settled',
  revoked_at: null,
  is_own: true,
  synced_at: '2026-11-20T08:00:00Z',
  ...changes,
})

export const sampleCheckout = (changes: Partial<AccountDetails['checkouts'][number]> = {}): AccountDetails['checkouts'][number] => ({
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
  consented_at: null,
  consent_version: null,
  problem: null,
  ...changes,
})

export const sampleGrant = (changes: Partial<AccountDetails['grants'][number]> = {}): AccountDetails['grants'][number] => ({
  id: 'grant-1',
  package: 'vip',
  state: 'active',
  reason: 'Spoke at the meetup',
  granted_by: 'admin@academy.test',
  granted_at: '2026-09-02T08:00:00Z',
  expires_at: null,
  revoked_at: null,
  revoked_by: null,
  revoke_reason: null,
  ...changes,
})

/** Grace Hopper's account without payments or grants, with `changes`. */
export const sampleAccountDetails = ({
  account,
  ...changes
}: Partial<Omit<AccountDetails, 'account'>> & { account?: Partial<AccountDetails['account']> } = {}): AccountDetails => ({
  account: {
    ...sampleFoundAccount(),
    job_title: 'Software Engineer',
    deal: null,
    hide_bundle_deal: false,
    is_admin: false,
    updated_at: '2026-09-01T08:00:00Z',
    ...account,
  },
  entitlements: ENTITLEMENTS.map((entitlement) => ({ entitlement, held: false, reasons: [] })),
  grants: [],
  course_starts: [],
  purchases: [],
  subscriptions: [],
  charges: [],
  checkouts: [],
  customer: null,
  former_customers: [],
  events: [],
  audit_log: [],
  ...changes,
})

export const sampleAccountCertificate = (changes: Partial<AccountCertificate> = {}): AccountCertificate => ({
  id: 'qRz6uYQ0bV2nS9wXcT4mJA',
  name: 'Grace Hopper',
  course: 'Master Course',
  completed_on: '2026-11-20',
  hours: 9.5,
  issuer: 'Verified by the academy',
  sessions_checked: null,
  course_id: 'master-course',
  hidden: false,
  state: 'valid',
  revoke_reason: null,
  review: null,
  revoked_at: null,
  ...changes,
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
