import { allEntitlements, noEntitlements } from '@academy/catalog'
import { expect, test } from 'vitest'
import { type Account, entitlementsOf, parseAccount } from './account-context.ts'

const price = { price_id: 'price_1', plan_id: 'master_course', status: 'active' }
const subscription = { price_id: 'price_2', plan_name: 'studio', status: 'active' }
const data: Account = {
  account_id: '0198b1a2-0000-7000-8000-000000000000',
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  job_title: 'Entrepreneur',
  stripe_customer_id: null,
  deal: null,
  hide_bundle_deal: false,
  guarantee: null,
  next_guarantee: 'offered',
  processing_payments: [],
  is_admin: false,
  entitlements: { ...noEntitlements, resources: true },
  subscriptions: [],
  prices: [],
}

test('CTX-01 CTX-02 reads the account from data', () => {
  expect(parseAccount({ success: true, data })).toEqual(data)
})

test('CTX-03 CTX-04 CTX-05 D-101 reads prices, subscriptions, deal and hide_bundle_deal inside data or beside it', () => {
  const four = { prices: [price], subscriptions: [subscription], deal: 'launch_bundle', hide_bundle_deal: true }
  const { prices: _p, subscriptions: _s, deal: _d, hide_bundle_deal: _h, ...rest } = data
  expect(parseAccount({ success: true, data: { ...rest, ...four } })).toEqual({ ...data, ...four })
  expect(parseAccount({ success: true, data: rest, ...four })).toEqual({ ...data, ...four })
})

test('CTX-04 D-101 prefers the top level when both differ', () => {
  const account = parseAccount({
    success: true,
    data: { ...data, deal: 'inside', hide_bundle_deal: true },
    deal: 'top',
    hide_bundle_deal: false,
  })
  expect(account).toMatchObject({ deal: 'top', hide_bundle_deal: false })
})

test('D-101 defaults missing lists to [] and missing entitlements to false', () => {
  const account = parseAccount({ success: true, data: { email: 'ada@example.com' } })
  expect(account).toMatchObject({
    prices: [],
    subscriptions: [],
    first_name: null,
    deal: null,
    is_admin: false,
    entitlements: noEntitlements,
  })
})

test('ERR-40 throws for a response without an account', () => {
  expect(() => parseAccount({ success: true })).toThrow(new Error('Failed to get account context'))
  expect(() => parseAccount({ success: true, data: null })).toThrow(new Error('Failed to get account context'))
})

test('CTX-06 CTX-07 returns is_admin beside the six entitlements', () => {
  expect(entitlementsOf(data)).toEqual({ ...noEntitlements, resources: true, is_admin: false })
})

test('ACCESS-03 gives the admin every entitlement', () => {
  expect(entitlementsOf({ ...data, is_admin: true })).toEqual({ ...allEntitlements, is_admin: true })
})
