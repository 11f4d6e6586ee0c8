import { noEntitlements } from '@academy/catalog'
import { expect, test } from 'vitest'
import { hasCourseAccess, tutorialAccess } from './access-rules.ts'
import { noAccountEntitlements } from './account-context.ts'

const loaded = (entitlements: Partial<typeof noAccountEntitlements>) => ({
  status: 'loaded' as const,
  entitlements: { ...noAccountEntitlements, ...entitlements },
})
const free = { free: true, vip: false }
const vip = { free: false, vip: true }
const plain = { free: false, vip: false }

test('ACCESS-01 ACCESS-04 ACCESS-05 opens the course and every tutorial to the admin', () => {
  const admin = { status: 'loaded' as const, entitlements: { ...noEntitlements, is_admin: true } }
  expect(hasCourseAccess(admin)).toBe(true)
  expect([free, vip, plain].map((tutorial) => tutorialAccess(admin, tutorial, 'master_course'))).toEqual(['open', 'open', 'open'])
})

test('ACCESS-01 opens only free tutorials to a user without purchases', () => {
  const account = loaded({})
  expect(hasCourseAccess(account)).toBe(false)
  expect([free, vip, plain].map((tutorial) => tutorialAccess(account, tutorial, 'master_course'))).toEqual(['free', 'locked', 'locked'])
})

test('COURSE-14 a tutorial that is free as well as VIP counts as VIP for users with aha_sessions', () => {
  const both = { free: true, vip: true }
  expect(tutorialAccess(loaded({ aha_sessions: true }), both, 'master_course')).toBe('vip')
  expect(tutorialAccess(loaded({}), both, 'master_course')).toBe('free')
})

test('opens every tutorial to owners of the course', () => {
  const buyer = loaded({ master_course: true })
  expect(hasCourseAccess(buyer)).toBe(true)
  expect([free, vip, plain].map((tutorial) => tutorialAccess(buyer, tutorial, 'master_course'))).toEqual(['open', 'open', 'open'])
})

test.each([
  ['master_course', true],
  ['bundle', true],
  ['studio', false],
  ['something else', false],
])('ACCESS-06 D-130 a price of %s among what was bought: course access %s', (plan_id, open) => {
  const buyer = { ...loaded({}), context: { prices: [{ price_id: 'price_1', plan_id, status: 'active' }] } }
  expect(hasCourseAccess(buyer)).toBe(open)
  expect(tutorialAccess(buyer, plain, 'master_course')).toBe(open ? 'open' : 'locked')
})

test('opens VIP tutorials, and not the course, to users with aha_sessions', () => {
  const guest = loaded({ aha_sessions: true })
  expect(hasCourseAccess(guest)).toBe(false)
  expect([free, vip, plain].map((tutorial) => tutorialAccess(guest, tutorial, 'master_course'))).toEqual(['free', 'vip', 'locked'])
})

test('CTX-10 returns no access while entitlements load', () => {
  const loading = { status: 'loading' as const, entitlements: noAccountEntitlements }
  expect(hasCourseAccess(loading)).toBe(false)
  expect(tutorialAccess(loading, plain, 'master_course')).toBe('loading')
})

test('CTX-09 D-105 opens only free tutorials after a failed load, and locks none', () => {
  const failed = { status: 'loading' as const, error: 'Failed to fetch account context', entitlements: noAccountEntitlements }
  expect(hasCourseAccess(failed)).toBe(false)
  expect([free, vip, plain].map((tutorial) => tutorialAccess(failed, tutorial, 'master_course'))).toEqual(['free', 'loading', 'loading'])
})
