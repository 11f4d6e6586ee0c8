import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allEntitlements, ENTITLEMENTS, noEntitlements } from './entitlements.ts'
import { userSegment } from './user-segment.ts'

const emptyAccount = { is_admin: false, entitlements: noEntitlements, subscriptions: [] }
const holding = (count: number) => ({
  ...noEntitlements,
  ...Object.fromEntries(ENTITLEMENTS.slice(0, count).map((entitlement) => [entitlement, true])),
})
const subscriptions = (...statuses: string[]) => statuses.map((status) => ({ status }))

test('ANALYTICS-18 D-136 the admin is the admin, whatever else is true', () => {
  expect(userSegment({ is_admin: true, entitlements: allEntitlements, subscriptions: subscriptions('active') })).toBe('admin')
  expect(userSegment({ ...emptyAccount, is_admin: true })).toBe('admin')
})

test('ANALYTICS-19 three entitlements make a premium user', () => {
  expect(userSegment({ ...emptyAccount, entitlements: holding(3), subscriptions: subscriptions('canceled') })).toBe('premium_user')
  expect(userSegment({ ...emptyAccount, entitlements: holding(2) })).toBe('entitled_user')
})

test.each(['active', 'trialing'])('ANALYTICS-20 else a subscription that is %s makes a paying customer', (status) => {
  expect(userSegment({ ...emptyAccount, entitlements: holding(2), subscriptions: subscriptions('canceled', status) })).toBe(
    'paying_customer',
  )
})

test('ANALYTICS-21 else subscriptions of which none runs make a former customer', () => {
  expect(userSegment({ ...emptyAccount, entitlements: holding(1), subscriptions: subscriptions('canceled', 'past_due') })).toBe(
    'former_customer',
  )
})

test('ANALYTICS-22 else one entitlement makes an entitled user, none a free one', () => {
  expect(userSegment({ ...emptyAccount, entitlements: holding(1) })).toBe('entitled_user')
  expect(userSegment(emptyAccount)).toBe('free_user')
})

test('ANALYTICS-18 the order of subscriptions does not matter, and everybody is in a segment', () => {
  const status = fc.constantFrom('active', 'trialing', 'past_due', 'canceled')
  const facts = fc.record({
    is_admin: fc.boolean(),
    entitlements: fc.nat(ENTITLEMENTS.length).map(holding),
    subscriptions: fc.array(status).map((all) => subscriptions(...all)),
  })
  const segments = ['admin', 'premium_user', 'paying_customer', 'former_customer', 'entitled_user', 'free_user']
  fc.assert(
    fc.property(facts, (account) => {
      const segment = userSegment(account)
      expect(segments).toContain(segment)
      expect(userSegment({ ...account, subscriptions: account.subscriptions.toReversed() })).toBe(segment)
    }),
  )
})
