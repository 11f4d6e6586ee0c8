import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AccountFacts, entitlementsFor, explainEntitlements, type Reason } from './decide-entitlements.ts'
import { allEntitlements, ENTITLEMENTS, type Entitlement } from './entitlements.ts'
import type { Grant } from './grants.ts'
import { PACKAGE_UNLOCKS } from './packages.ts'
import type { Purchase } from './purchases.ts'
import type { Subscription } from './subscriptions.ts'
import { DAY, facts, grant, heldBy, moment, purchase, subscription } from './testing/account-facts.ts'

const factOf = (reason: Exclude<Reason, { kind: 'admin' }>): Grant | Purchase | Subscription =>
  reason.kind === 'grant' ? reason.grant : reason.kind === 'purchase' ? reason.purchase : reason.subscription
const unlocked = (reason: Reason): readonly Entitlement[] => {
  if (reason.kind === 'admin') return ENTITLEMENTS
  if (reason.kind === 'grant') return PACKAGE_UNLOCKS[reason.grant.package]
  return PACKAGE_UNLOCKS[reason.kind === 'purchase' ? 'master_course' : 'studio']
}

test('ACCESS-03 the admin holds all six entitlements with any facts', () => {
  fc.assert(
    fc.property(facts, (known) => {
      expect(entitlementsFor({ ...known, isAdmin: true })).toEqual(allEntitlements)
    }),
  )
})

test('MONEY-01 a subscription without any payment unlocks nothing', () => {
  fc.assert(
    fc.property(subscription, fc.constantFrom('processing', 'failed'), moment, (one, payment, now) => {
      expect(heldBy({ subscriptions: [{ ...one, payment, paid_until: null }], now })).toEqual([])
    }),
  )
})

const twice = <T>(some: readonly T[]) => fc.shuffledSubarray([...some, ...some], { minLength: some.length * 2 })

test('R-09 the order and repetition of facts do not change entitlements', () => {
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

test('R-09 a further fact never closes an entitlement; revoking, refunding or ending one never opens any', () => {
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

test('R-09 time alone never opens an entitlement', () => {
  fc.assert(
    fc.property(facts, fc.nat(20 * DAY), (known, ms) => {
      const [before, later] = [entitlementsFor(known), entitlementsFor({ ...known, now: new Date(known.now.getTime() + ms) })]
      for (const entitlement of ENTITLEMENTS) expect(before[entitlement] || !later[entitlement]).toBe(true)
    }),
  )
})

test('R-09 does not change the facts', () => {
  fc.assert(
    fc.property(facts, (known) => {
      const before = structuredClone(known)
      entitlementsFor(known)
      explainEntitlements(known)
      expect(known).toEqual(before)
    }),
  )
})

test('an explanation agrees with the entitlements, and names all their facts and ends', () => {
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

test('R-09 an entitlement ends with the last of its reasons', () => {
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
