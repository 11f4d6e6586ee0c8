import { noEntitlements } from '@academy/catalog'
import { expect, test } from 'vitest'
import { courseAccess, tutorialAccess } from './access-rules.ts'
import { nothingHeld } from './account-context.ts'

const loaded = (held: Partial<typeof nothingHeld>) => ({ status: 'loaded' as const, entitlements: { ...nothingHeld, ...held } })
const free = { free: true, vip: false }
const vip = { free: false, vip: true }
const plain = { free: false, vip: false }

test('ACCESS-01 ACCESS-04 ACCESS-05 the admin has the course, and no tutorial is locked', () => {
  const admin = { status: 'loaded' as const, entitlements: { ...noEntitlements, is_admin: true } }
  expect(courseAccess(admin)).toBe(true)
  expect([free, vip, plain].map((tutorial) => tutorialAccess(admin, tutorial))).toEqual(['open', 'open', 'open'])
})

test('ACCESS-01 a signed-in person without purchases opens the free tutorials only', () => {
  const person = loaded({})
  expect(courseAccess(person)).toBe(false)
  expect([free, vip, plain].map((tutorial) => tutorialAccess(person, tutorial))).toEqual(['free', 'locked', 'locked'])
})

test('the course opens every tutorial', () => {
  const buyer = loaded({ master_course: true })
  expect(courseAccess(buyer)).toBe(true)
  expect([free, vip, plain].map((tutorial) => tutorialAccess(buyer, tutorial))).toEqual(['open', 'open', 'open'])
})

test.each([
  ['master_course', true],
  ['bundle', true],
  ['studio', false],
  ['something else', false],
])('ACCESS-06 D-130 a price of %s among what was bought: course access %s', (plan_id, open) => {
  const buyer = { ...loaded({}), context: { prices: [{ price_id: 'price_1', plan_id, status: 'active' }] } }
  expect(courseAccess(buyer)).toBe(open)
  expect(tutorialAccess(buyer, plain)).toBe(open ? 'open' : 'locked')
})

test('a guest of the Aha sessions opens the VIP tutorials, and those do not become the course', () => {
  const guest = loaded({ aha_sessions: true })
  expect(courseAccess(guest)).toBe(false)
  expect([free, vip, plain].map((tutorial) => tutorialAccess(guest, tutorial))).toEqual(['free', 'vip', 'locked'])
})

test('CTX-10 while entitlements load every check says no', () => {
  const loading = { status: 'loading' as const, entitlements: nothingHeld }
  expect(courseAccess(loading)).toBe(false)
  expect(tutorialAccess(loading, plain)).toBe('loading')
})

test('CTX-09 after a failed load nothing is open but what is free', () => {
  const failed = { status: 'error' as const, entitlements: nothingHeld }
  expect(courseAccess(failed)).toBe(false)
  expect([free, plain].map((tutorial) => tutorialAccess(failed, tutorial))).toEqual(['free', 'locked'])
})
