import { allEntitlements, noEntitlements } from '@academy/catalog'
import { expect, test } from 'vitest'
import { type Account, accountOf, heldBy } from './account-context.ts'

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
  is_admin: false,
  entitlements: { ...noEntitlements, resources: true },
  subscriptions: [],
  prices: [],
}

test('CTX-01 CTX-02 the account is read out of the answer’s data', () => {
  expect(accountOf({ success: true, data })).toEqual(data)
})

test('CTX-03 CTX-04 CTX-05 D-101 prices, subscriptions, deal and hide_bundle_deal count wherever they stand', () => {
  const four = { prices: [price], subscriptions: [subscription], deal: 'launch_bundle', hide_bundle_deal: true }
  const { prices: _p, subscriptions: _s, deal: _d, hide_bundle_deal: _h, ...rest } = data
  expect(accountOf({ success: true, data: { ...rest, ...four } })).toEqual({ ...data, ...four })
  expect(accountOf({ success: true, data: rest, ...four })).toEqual({ ...data, ...four })
})

test('CTX-04 D-101 where they differ, the top level wins', () => {
  const account = accountOf({
    success: true,
    data: { ...data, deal: 'inside', hide_bundle_deal: true },
    deal: 'top',
    hide_bundle_deal: false,
  })
  expect(account).toMatchObject({ deal: 'top', hide_bundle_deal: false })
})

test('D-101 what is missing is empty, not a crash: lists [], entitlements false', () => {
  const account = accountOf({ success: true, data: { email: 'ada@example.com' } })
  expect(account).toMatchObject({
    prices: [],
    subscriptions: [],
    first_name: null,
    deal: null,
    is_admin: false,
    entitlements: noEntitlements,
  })
})

test('ERR-39 success false gives the answer’s error, or a text of its own', () => {
  expect(() => accountOf({ success: false, error: 'Account is closed.' })).toThrow('Account is closed.')
  expect(() => accountOf({ success: false })).toThrow(new Error('Failed to fetch account context'))
})

test('ERR-40 an answer without an account', () => {
  expect(() => accountOf({ success: true })).toThrow(new Error('Failed to get account context'))
  expect(() => accountOf({ success: true, data: null })).toThrow(new Error('Failed to get account context'))
})

test('CTX-06 CTX-07 what is held carries is_admin beside the six entitlements', () => {
  expect(heldBy(data)).toEqual({ ...noEntitlements, resources: true, is_admin: false })
})

test('ACCESS-03 the admin holds everything', () => {
  expect(heldBy({ ...data, is_admin: true })).toEqual({ ...allEntitlements, is_admin: true })
})
