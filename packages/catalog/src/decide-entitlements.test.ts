import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AccountFacts, entitlementsFor, explainEntitlements, type Reason } from './decide-entitlements.ts'
import { allEntitlements, ENTITLEMENTS, type Entitlement, noEntitlements } from './entitlements.ts'
import { type Grant, grantState } from './grants.ts'
import { isPackage, PACKAGE_UNLOCKS, PACKAGES } from './packages.ts'
import { type Purchase, purchaseState } from './purchases.ts'
import { GRACE_DAYS, type Subscription, subscriptionState } from './subscriptions.ts'

// Longer than our files are: cases and properties of one decision, over the same facts and their arbitraries.

const NOON = new Date('2026-11-20T12:00:00Z')
const DAY = 86_400_000
const after = (ms: number) => new Date(NOON.getTime() + ms)

const given = (name: Grant['package'], changes: Partial<Grant> = {}): Grant => ({
  package: name,
  granted_at: after(-1_000),
  expires_at: null,
  revoked_at: null,
  ...changes,
})
const bought = (offer: Purchase['offer'], changes: Partial<Purchase> = {}): Purchase => ({
  offer,
  paid_at: after(-1_000),
  refunded_at: null,
  dispute: null,
  dispute_at: null,
  revoked_at: null,
  ...changes,
})
const subscribed = (status: string, changes: Partial<Subscription> = {}): Subscription => ({
  offer: 'studio',
  status,
  started_at: after(-1_000),
  paid_until: after(30 * DAY),
  payment: 'settled',
  ended_at: null,
  revoked_at: null,
  ...changes,
})
const emptyAccount: AccountFacts = { isAdmin: false, grants: [], purchases: [], subscriptions: [], now: NOON }
const heldBy = (facts: Partial<AccountFacts>): Entitlement[] => {
  const held = entitlementsFor({ ...emptyAccount, ...facts })
  return ENTITLEMENTS.filter((entitlement) => held[entitlement])
}
const heldWith = (grants: Grant[], now = NOON): Entitlement[] => heldBy({ grants, now })

const moment = fc.integer({ min: -5, max: 5 }).map(after)
const grant: fc.Arbitrary<Grant> = fc.record({
  package: fc.constantFrom(...PACKAGES),
  granted_at: moment,
  expires_at: fc.option(moment),
  revoked_at: fc.option(moment),
})
const purchase: fc.Arbitrary<Purchase> = fc.record({
  offer: fc.constantFrom('master_course', 'bundle'),
  paid_at: moment,
  refunded_at: fc.option(moment),
  dispute: fc.constantFrom(null, 'open', 'won', 'lost'),
  dispute_at: fc.option(moment),
  revoked_at: fc.option(moment),
})
const STATUSES = ['active', 'trialing', 'past_due', 'unpaid', 'canceled', 'incomplete', 'incomplete_expired', 'paused', 'of_tomorrow']
const subscription: fc.Arbitrary<Subscription> = fc.record({
  offer: fc.constant('studio'),
  status: fc.constantFrom(...STATUSES),
  started_at: moment,
  paid_until: fc.option(
    fc.oneof(
      moment,
      moment.map((end) => new Date(end.getTime() - GRACE_DAYS * DAY)),
    ),
  ),
  payment: fc.constantFrom('settled', 'processing', 'failed'),
  ended_at: fc.option(moment),
  revoked_at: fc.option(moment),
})
const facts: fc.Arbitrary<AccountFacts> = fc.record({
  isAdmin: fc.boolean(),
  grants: fc.array(grant, { maxLength: 6 }),
  purchases: fc.array(purchase, { maxLength: 4 }),
  subscriptions: fc.array(subscription, { maxLength: 4 }),
  now: moment,
})
const factOf = (reason: Exclude<Reason, { kind: 'admin' }>): Grant | Purchase | Subscription =>
  reason.kind === 'grant' ? reason.grant : reason.kind === 'purchase' ? reason.purchase : reason.subscription
const unlocked = (reason: Reason): readonly Entitlement[] => {
  if (reason.kind === 'admin') return ENTITLEMENTS
  if (reason.kind === 'grant') return PACKAGE_UNLOCKS[reason.grant.package]
  return PACKAGE_UNLOCKS[reason.kind === 'purchase' ? 'master_course' : 'studio']
}

test('ACCESS-03 the admin holds all six entitlements, whatever was granted or revoked', () => {
  fc.assert(
    fc.property(facts, (known) => {
      expect(entitlementsFor({ ...known, isAdmin: true })).toEqual(allEntitlements)
    }),
  )
})

test('CTX-06 an account of which nothing is known holds none of the six', () => {
  expect(entitlementsFor(emptyAccount)).toEqual(noEntitlements)
})

test('each answer is a fresh object, so that no caller can change what another one holds', () => {
  for (const isAdmin of [false, true]) {
    const held = entitlementsFor({ ...emptyAccount, isAdmin })
    held.resources = !isAdmin
    expect(entitlementsFor({ ...emptyAccount, isAdmin }).resources).toBe(isAdmin)
  }
})

test('ACCESS-07 D-102 each package unlocks what it says, and nothing else', () => {
  expect(heldWith([given('master_course')])).toEqual(['master_course', 'slack_standard'])
  expect(heldWith([given('studio')])).toEqual(['resources', 'slack_standard', 'slack_premium', 'my_prompts'])
  expect(heldWith([given('vip')])).toEqual(['aha_sessions'])
  expect(heldWith(PACKAGES.map((name) => given(name)))).toEqual([...ENTITLEMENTS])
})

test('a grant holds up to its last millisecond, and not at the moment it ends', () => {
  const grants = [given('vip', { expires_at: NOON })]
  expect(heldWith(grants, after(-1))).toEqual(['aha_sessions'])
  expect(heldWith(grants, NOON)).toEqual([])
})

test('what was revoked stays closed, also for a clock that runs behind; what was granted is open at once', () => {
  expect(heldWith([given('vip', { revoked_at: after(500) })])).toEqual([])
  expect(heldWith([given('vip', { granted_at: after(500) })])).toEqual(['aha_sessions'])
})

test('a date that is none opens nothing', () => {
  expect(heldWith([given('studio', { expires_at: new Date(Number.NaN) })])).toEqual([])
})

test('the state of a grant names what ended it first', () => {
  const [early, late] = [after(-20), after(-10)]
  expect(grantState(given('vip'), NOON)).toBe('active')
  expect(grantState(given('vip', { expires_at: late }), NOON)).toBe('expired')
  expect(grantState(given('vip', { revoked_at: late }), NOON)).toBe('revoked')
  expect(grantState(given('vip', { expires_at: late, revoked_at: early }), NOON)).toBe('revoked')
  expect(grantState(given('vip', { expires_at: early, revoked_at: late }), NOON)).toBe('expired')
  expect(grantState(given('vip', { expires_at: after(1), revoked_at: late }), NOON)).toBe('revoked')
})

test('ACCESS-07 D-102 D-120 the course unlocks the course, the bundle as well; its Studio is a subscription, and unlocks the Studio', () => {
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
  ['made free by a promotion code and taken back', { revoked_at: NOON }, []],
  ['disputed and lost', { dispute: 'lost', dispute_at: NOON }, []],
] as const)('R-09 D-126 a purchase that was %s holds %o', (_, changes, held) => {
  expect(heldBy({ purchases: [bought('master_course', changes)] })).toEqual(held)
  expect(heldBy({ purchases: [bought('master_course', changes), bought('bundle')] }), 'another one stands').toHaveLength(2)
})

test('the state of a purchase names what ended it first', () => {
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
  ['of_tomorrow', 'inactive'],
])('D-95 D-102 a subscription that is %s is %s, whatever its dates say', (status, state) => {
  for (const paid_until of [null, after(-99 * DAY), after(99 * DAY), new Date(Number.NaN)]) {
    expect(subscriptionState(subscribed(status, { paid_until }), NOON)).toBe(state)
  }
  expect(heldBy({ subscriptions: [subscribed(status)] })).toHaveLength(state === 'active' ? 4 : 0)
})

test('R-09 a past_due subscription unlocks for 7 days after what was paid for, to the millisecond', () => {
  const paid_until = after(-7 * DAY)
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
  ['active', 'processing', after(-99 * DAY), 'active'],
  ['active', 'failed', null, 'overdue'],
  ['active', 'failed', after(1), 'grace'],
  ['active', 'failed', after(1 - 7 * DAY), 'grace'],
  ['active', 'failed', after(-7 * DAY), 'overdue'],
  ['past_due', 'processing', null, 'overdue'],
  ['incomplete', 'processing', null, 'inactive'],
  ['trialing', 'settled', null, 'active'],
] as const)('MONEY-01 a subscription that is %s with a payment that is %s, paid until %s, is %s', (status, payment, paid_until, state) => {
  expect(subscriptionState(subscribed(status, { payment, paid_until }), NOON)).toBe(state)
})

test('MONEY-01 a subscription for which nothing was ever paid unlocks nothing, whatever its status and dates', () => {
  fc.assert(
    fc.property(subscription, fc.constantFrom('processing', 'failed'), moment, (one, payment, now) => {
      expect(heldBy({ subscriptions: [{ ...one, payment, paid_until: null }], now })).toEqual([])
    }),
  )
})

const twice = <T>(some: readonly T[]) => fc.shuffledSubarray([...some, ...some], { minLength: some.length * 2 })

test('R-09 neither the order of the facts nor their repetition changes what is held', () => {
  const shuffled = facts.chain((known) =>
    fc
      .tuple(twice(known.grants), twice(known.purchases), twice(known.subscriptions))
      .map(([grants, purchases, subscriptions]) => ({ known, again: { ...known, grants, purchases, subscriptions } })),
  )
  fc.assert(
    fc.property(shuffled, ({ known, again }) => {
      expect(entitlementsFor(again)).toEqual(entitlementsFor(known))
    }),
  )
})

test('R-09 a further fact never closes anything; revoking, refunding or ending one never opens anything', () => {
  const holdsAtLeast = (more: AccountFacts, less: AccountFacts) => {
    const [open, before] = [entitlementsFor(more), entitlementsFor(less)]
    for (const entitlement of ENTITLEMENTS) expect(open[entitlement] || !before[entitlement]).toBe(true)
  }
  fc.assert(
    fc.property(facts, grant, purchase, subscription, (known, oneGrant, onePurchase, oneSubscription) => {
      holdsAtLeast({ ...known, grants: [...known.grants, oneGrant] }, known)
      holdsAtLeast({ ...known, purchases: [...known.purchases, onePurchase] }, known)
      holdsAtLeast({ ...known, subscriptions: [...known.subscriptions, oneSubscription] }, known)
      const [given, ...grants] = known.grants
      if (given) holdsAtLeast(known, { ...known, grants: [{ ...given, revoked_at: known.now }, ...grants] })
      const [paid, ...purchases] = known.purchases
      if (paid) holdsAtLeast(known, { ...known, purchases: [{ ...paid, refunded_at: known.now }, ...purchases] })
      if (paid) holdsAtLeast(known, { ...known, purchases: [{ ...paid, dispute: 'lost', dispute_at: known.now }, ...purchases] })
      const [running, ...subscriptions] = known.subscriptions
      if (running) holdsAtLeast(known, { ...known, subscriptions: [{ ...running, status: 'canceled' }, ...subscriptions] })
      if (running) {
        const paying = (payment: Subscription['payment']) => ({ ...known, subscriptions: [{ ...running, payment }, ...subscriptions] })
        holdsAtLeast(paying('settled'), paying('processing'))
        holdsAtLeast(paying('processing'), paying('failed'))
      }
    }),
  )
})

test('R-09 nothing but new facts ever opens anything: as time passes, things only close', () => {
  fc.assert(
    fc.property(facts, fc.nat(20 * DAY), (known, ms) => {
      const [before, later] = [entitlementsFor(known), entitlementsFor({ ...known, now: new Date(known.now.getTime() + ms) })]
      for (const entitlement of ENTITLEMENTS) expect(before[entitlement] || !later[entitlement]).toBe(true)
    }),
  )
})

test('R-09 facts are only read', () => {
  fc.assert(
    fc.property(facts, (known) => {
      const before = structuredClone(known)
      entitlementsFor(known)
      explainEntitlements(known)
      expect(known).toEqual(before)
    }),
  )
})

test('an explanation agrees with what is held, names every fact that speaks for an entitlement, and when it ends by itself', () => {
  fc.assert(
    fc.property(facts, (known) => {
      const held = entitlementsFor(known)
      const explained = explainEntitlements(known)
      expect(explained.map(({ entitlement }) => entitlement)).toEqual([...ENTITLEMENTS])
      for (const { entitlement, held: isOn, reasons } of explained) {
        expect(isOn).toBe(held[entitlement])
        expect(isOn).toBe(reasons.some(({ holds }) => holds))
        for (const reason of reasons) expect(unlocked(reason)).toContain(entitlement)
        const named = reasons.flatMap((reason) => (reason.kind === 'admin' ? [] : [factOf(reason)]))
        const speaking = [
          ...known.grants.filter((one) => PACKAGE_UNLOCKS[one.package].includes(entitlement)),
          ...(PACKAGE_UNLOCKS.master_course.includes(entitlement) ? known.purchases : []),
          ...(PACKAGE_UNLOCKS.studio.includes(entitlement) ? known.subscriptions : []),
        ]
        expect(new Set(named)).toEqual(new Set(speaking))
        for (const { holds, until } of reasons) expect(until === null || (holds && known.now < until)).toBe(true)
      }
    }),
  )
})

test('R-09 an entitlement ends by itself exactly when the last of its reasons does', () => {
  fc.assert(
    fc.property(facts, (known) => {
      for (const { entitlement, held, reasons } of explainEntitlements(known)) {
        const ends = reasons.flatMap(({ holds, until }) => (holds ? [until?.getTime() ?? Number.POSITIVE_INFINITY] : []))
        const last = Math.max(...ends)
        if (!held || !Number.isFinite(last)) continue
        const at = (ms: number) => entitlementsFor({ ...known, now: new Date(ms) })[entitlement]
        expect([at(last - 1), at(last)]).toEqual([true, false])
      }
    }),
  )
})

test('an explanation shows the newest grant first, each with what its caller knows of it', () => {
  const told = (changes: Partial<Grant>, reason: string) => ({ ...given('vip', changes), reason })
  const first = told({ granted_at: after(-30), revoked_at: after(-25) }, 'speaker of the spring meeting')
  const second = told({ granted_at: after(-20), expires_at: after(-15) }, 'guest for a week')
  const third = told({ granted_at: after(-10) }, 'speaker again')
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

test('an explanation tells a payment, a refund and a failed renewal from one another, the newest first', () => {
  const refunded = { ...bought('master_course', { paid_at: after(-90 * DAY), refunded_at: after(-80 * DAY) }), id: 'cs_1' }
  const again = { ...bought('bundle', { paid_at: after(-60 * DAY) }), id: 'cs_2' }
  const paid_until = after(-2 * DAY)
  const failing = { ...subscribed('past_due', { started_at: after(-30 * DAY), paid_until }), id: 'sub_1' }
  const explained = explainEntitlements({ ...emptyAccount, purchases: [refunded, again], subscriptions: [failing] })
  expect(explained.find(({ entitlement }) => entitlement === 'slack_standard')?.reasons).toEqual([
    { kind: 'subscription', state: 'grace', holds: true, until: after(5 * DAY), subscription: failing },
    { kind: 'purchase', state: 'active', holds: true, until: null, purchase: again },
    { kind: 'purchase', state: 'refunded', holds: false, until: null, purchase: refunded },
  ])
})

test('only the three names are packages', () => {
  expect([...PACKAGES, 'bundle', 'Studio', '', 'toString'].filter(isPackage)).toEqual([...PACKAGES])
})

test('MONEY-13 a Studio that an operator took back opens nothing, whatever Stripe says of it', () => {
  for (const status of STATUSES) {
    const taken = subscribed(status, { revoked_at: after(-10) })
    expect([heldBy({ subscriptions: [taken] }), subscriptionState(taken, NOON)]).toEqual([[], 'revoked'])
  }
})
