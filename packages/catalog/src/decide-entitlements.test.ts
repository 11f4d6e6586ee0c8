import { expect, test } from 'vitest'
import { entitlementsFor, explainEntitlements } from './decide-entitlements.ts'
import { ENTITLEMENTS, noEntitlements } from './entitlements.ts'
import { type Grant, grantState } from './grants.ts'
import { isPackage, PACKAGES } from './packages.ts'
import { purchaseState } from './purchases.ts'
import { subscriptionState } from './subscriptions.ts'
import { after, bought, DAY_MS, emptyAccount, given, heldBy, heldWith, NOON, STATUSES, subscribed } from './testing/account-facts.ts'

test('CTX-06 an account without facts holds no entitlement', () => {
  expect(entitlementsFor(emptyAccount)).toEqual(noEntitlements)
})

test('returns a new object each time, so that callers cannot change shared state', () => {
  for (const isAdmin of [false, true]) {
    const held = entitlementsFor({ ...emptyAccount, isAdmin })
    held.resources = !isAdmin
    expect(entitlementsFor({ ...emptyAccount, isAdmin }).resources).toBe(isAdmin)
  }
})

test('ACCESS-07 D-102 each package unlocks its entitlements and no others', () => {
  expect(heldWith([given('master_course')])).toEqual(['master_course', 'slack_standard'])
  expect(heldWith([given('studio')])).toEqual(['resources', 'slack_standard', 'slack_premium', 'my_prompts'])
  expect(heldWith([given('vip')])).toEqual(['aha_sessions'])
  expect(heldWith(PACKAGES.map((name) => given(name)))).toEqual([...ENTITLEMENTS])
})

test('a grant holds until the millisecond before its end', () => {
  const grants = [given('vip', { expires_at: NOON })]
  expect(heldWith(grants, after(-1))).toEqual(['aha_sessions'])
  expect(heldWith(grants, NOON)).toEqual([])
})

test('a revoked grant opens nothing and a new one opens at once, also for a clock that runs behind', () => {
  expect(heldWith([given('vip', { revoked_at: after(500) })])).toEqual([])
  expect(heldWith([given('vip', { granted_at: after(500) })])).toEqual(['aha_sessions'])
})

test('an invalid date opens nothing', () => {
  expect(heldWith([given('studio', { expires_at: new Date(Number.NaN) })])).toEqual([])
})

test('the state of a grant is the first reason for its end', () => {
  const [early, late] = [after(-20), after(-10)]
  expect(grantState(given('vip'), NOON)).toBe('active')
  expect(grantState(given('vip', { expires_at: late }), NOON)).toBe('expired')
  expect(grantState(given('vip', { revoked_at: late }), NOON)).toBe('revoked')
  expect(grantState(given('vip', { expires_at: late, revoked_at: early }), NOON)).toBe('revoked')
  expect(grantState(given('vip', { expires_at: early, revoked_at: late }), NOON)).toBe('expired')
  expect(grantState(given('vip', { expires_at: after(1), revoked_at: late }), NOON)).toBe('revoked')
})

test("ACCESS-07 D-102 D-120 the course and the bundle unlock the course, and the bundle's subscription unlocks the Studio", () => {
  const course = ['master_course', 'slack_standard']
  const studio = ['resources', 'slack_standard', 'slack_premium', 'my_prompts']
  expect(heldBy({ purchases: [bought('master_course')] })).toEqual(course)
  expect(heldBy({ purchases: [bought('bundle')] })).toEqual(course)
  expect(heldBy({ subscriptions: [subscribed('trialing')] })).toEqual(studio)
  expect(heldBy({ purchases: [bought('bundle')], subscriptions: [subscribed('trialing')] }).sort()).toEqual(
    [...new Set([...course, ...studio])].sort(),
  )
})

test.each([
  ['refunded in full', { refunded_at: NOON }, []],
  ['refunded in part', { refunded_at: null }, ['master_course', 'slack_standard']],
  ['disputed, not yet decided', { dispute: 'open', dispute_at: NOON }, ['master_course', 'slack_standard']],
  ['disputed and won', { dispute: 'won', dispute_at: NOON }, ['master_course', 'slack_standard']],
  ['made free by a promotion code and then revoked', { revoked_at: NOON }, []],
  ['to be refunded under the guarantee', { refund_requested_at: NOON }, []],
  ['disputed and lost', { dispute: 'lost', dispute_at: NOON }, []],
] as const)('R-09 D-126 a purchase that was %s holds %o', (_, changes, held) => {
  expect(heldBy({ purchases: [bought('master_course', changes)] })).toEqual(held)
  expect(heldBy({ purchases: [bought('master_course', changes), bought('bundle')] }), 'another one still counts').toHaveLength(2)
})

test('the state of a purchase is the first reason for its end', () => {
  const ended = (refunded: number | null, lost: number | null) =>
    purchaseState(
      bought('bundle', {
        refunded_at: refunded === null ? null : after(refunded),
        ...(lost === null ? {} : { dispute: 'lost', dispute_at: after(lost) }),
      }),
    )
  expect([ended(null, null), ended(1, null), ended(null, 1), ended(1, 2), ended(2, 1)]).toEqual([
    'active',
    'refunded',
    'dispute_lost',
    'refunded',
    'dispute_lost',
  ])
})

test.each([
  ['active', 'active'],
  ['trialing', 'active'],
  ['unpaid', 'overdue'],
  ['canceled', 'ended'],
  ['incomplete_expired', 'ended'],
  ['incomplete', 'inactive'],
  ['paused', 'inactive'],
  ['unknown_future_value', 'inactive'],
])('D-95 D-102 a subscription that is %s is %s, with any dates', (status, state) => {
  for (const paid_until of [null, after(-99 * DAY_MS), after(99 * DAY_MS), new Date(Number.NaN)]) {
    expect(subscriptionState(subscribed(status, { paid_until }), NOON)).toBe(state)
  }
  expect(heldBy({ subscriptions: [subscribed(status)] })).toHaveLength(state === 'active' ? 4 : 0)
})

test('R-09 a past_due subscription unlocks until 7 days after the end of the paid time, to the millisecond', () => {
  const paid_until = after(-7 * DAY_MS)
  const overdue = [subscribed('past_due', { paid_until })]
  expect(heldBy({ subscriptions: overdue, now: after(-1) })).toHaveLength(4)
  expect(heldBy({ subscriptions: overdue, now: NOON })).toEqual([])
  expect(heldBy({ subscriptions: [subscribed('past_due', { paid_until: null })] }), 'nothing was ever paid').toEqual([])
  expect(heldBy({ subscriptions: [subscribed('past_due', { paid_until: new Date(Number.NaN) })] })).toEqual([])
})

test.each([
  ['trialing', 'processing', null, 'processing'],
  ['active', 'processing', null, 'processing'],
  ['active', 'processing', after(-1), 'active'],
  ['active', 'processing', after(-99 * DAY_MS), 'active'],
  ['active', 'failed', null, 'overdue'],
  ['active', 'failed', after(1), 'grace'],
  ['active', 'failed', after(1 - 7 * DAY_MS), 'grace'],
  ['active', 'failed', after(-7 * DAY_MS), 'overdue'],
  ['past_due', 'processing', null, 'overdue'],
  ['incomplete', 'processing', null, 'inactive'],
  ['trialing', 'settled', null, 'active'],
] as const)('MONEY-01 a subscription that is %s with a payment that is %s, paid until %s, is %s', (status, payment, paid_until, state) => {
  expect(subscriptionState(subscribed(status, { payment, paid_until }), NOON)).toBe(state)
})

test("an explanation shows the newest grant first, with the caller's own fields", () => {
  const grantFor = (changes: Partial<Grant>, reason: string) => ({ ...given('vip', changes), reason })
  const first = grantFor({ granted_at: after(-30), revoked_at: after(-25) }, 'speaker of the spring meeting')
  const second = grantFor({ granted_at: after(-20), expires_at: after(-15) }, 'guest for a week')
  const third = grantFor({ granted_at: after(-10) }, 'speaker again')
  const explained = explainEntitlements({ ...emptyAccount, grants: [second, third, first] })
  expect(explained.find(({ entitlement }) => entitlement === 'aha_sessions')).toEqual({
    entitlement: 'aha_sessions',
    held: true,
    reasons: [
      { kind: 'grant', state: 'active', holds: true, until: null, grant: third },
      { kind: 'grant', state: 'expired', holds: false, until: null, grant: second },
      { kind: 'grant', state: 'revoked', holds: false, until: null, grant: first },
    ],
  })
  expect(explained.find(({ entitlement }) => entitlement === 'resources')).toEqual({ entitlement: 'resources', held: false, reasons: [] })
})

test('an explanation distinguishes a payment, a refund and a failed renewal, newest first', () => {
  const refunded = { ...bought('master_course', { paid_at: after(-90 * DAY_MS), refunded_at: after(-80 * DAY_MS) }), id: 'cs_1' }
  const again = { ...bought('bundle', { paid_at: after(-60 * DAY_MS) }), id: 'cs_2' }
  const paid_until = after(-2 * DAY_MS)
  const failing = { ...subscribed('past_due', { started_at: after(-30 * DAY_MS), paid_until }), id: 'sub_1' }
  const explained = explainEntitlements({ ...emptyAccount, purchases: [refunded, again], subscriptions: [failing] })
  expect(explained.find(({ entitlement }) => entitlement === 'slack_standard')?.reasons).toEqual([
    { kind: 'subscription', state: 'grace', holds: true, until: after(5 * DAY_MS), subscription: failing },
    { kind: 'purchase', state: 'active', holds: true, until: null, purchase: again },
    { kind: 'purchase', state: 'refunded', holds: false, until: null, purchase: refunded },
  ])
})

test('recognizes exactly the three names of packages', () => {
  expect([...PACKAGES, 'bundle', 'Studio', '', 'toString'].filter(isPackage)).toEqual([...PACKAGES])
})

test('MONEY-13 a revoked Studio opens nothing in any status', () => {
  for (const status of STATUSES) {
    const revoked = subscribed(status, { revoked_at: after(-10) })
    expect([heldBy({ subscriptions: [revoked] }), subscriptionState(revoked, NOON)]).toEqual([[], 'revoked'])
  }
})
