import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasCourseAccess } from './course-access.ts'
import { entitlementsFor } from './decide-entitlements.ts'
import { noEntitlements } from './entitlements.ts'
import { OFFER_NAMES } from './offers.ts'
import { type Purchase, purchaseState } from './purchases.ts'

const emptyAccount = { is_admin: false, entitlements: noEntitlements, prices: [] }

test('ACCESS-04 the admin always has the course', () => {
  expect(hasCourseAccess('master_course', { ...emptyAccount, is_admin: true })).toBe(true)
})

test('ACCESS-06 PRICE-24 others with a price of course or bundle, and with none of the Studio', () => {
  const opening = OFFER_NAMES.filter((plan_id) => hasCourseAccess('master_course', { ...emptyAccount, prices: [{ plan_id }] }))
  expect(opening).toEqual(['bundle', 'master_course'])
  expect(hasCourseAccess('master_course', { ...emptyAccount, prices: [{ plan_id: 'studio' }, { plan_id: 'unknown_future_value' }] })).toBe(
    false,
  )
  expect(hasCourseAccess('master_course', emptyAccount)).toBe(false)
  expect(hasCourseAccess('master_course', { ...emptyAccount, entitlements: { ...noEntitlements, master_course: true } }), 'granted').toBe(
    true,
  )
})

test('D-130 the prices of the context and the computed entitlement open the course to the same accounts', () => {
  const anyDate = fc.date({ noInvalidDate: true })
  const purchase: fc.Arbitrary<Purchase> = fc.record({
    offer: fc.constantFrom('master_course', 'bundle'),
    paid_at: anyDate,
    refunded_at: fc.option(anyDate),
    dispute: fc.constantFrom(null, 'open', 'won', 'lost'),
    dispute_at: fc.option(anyDate),
    revoked_at: fc.option(anyDate),
    refund_requested_at: fc.option(anyDate),
  })
  fc.assert(
    fc.property(fc.array(purchase, { maxLength: 5 }), (purchases) => {
      const prices = purchases.filter((purchase) => purchaseState(purchase) === 'active').map(({ offer }) => ({ plan_id: offer }))
      const decided = entitlementsFor({ isAdmin: false, grants: [], purchases, subscriptions: [], seats: [], now: new Date() })
      expect(hasCourseAccess('master_course', { ...emptyAccount, prices })).toBe(decided.master_course)
    }),
  )
})
