import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AccountFacts, entitlementsFor, explainEntitlements, type Reason } from './decide-entitlements.ts'
import { allEntitlements, ENTITLEMENTS, type Entitlement } from './entitlements.ts'
import type { Grant } from './grants.ts'
import { PACKAGE_UNLOCKS } from './packages.ts'
import type { Purchase } from './purchases.ts'
import type { Seat } from './seats.ts'
import { soldPackage } from './studio-gifts.ts'
import type { Subscription } from './subscriptions.ts'
import { DAY_MS, dateNearNoon, facts, grant, heldBy, purchase, seat, subscription } from './testing/account-facts.ts'

function factOf(reason: Exclude<Reason, { kind: 'admin' }>): Grant | Purchase | Subscription | Seat {
  if (reason.kind === 'grant') return reason.grant
  if (reason.kind === 'seat') return reason.seat
  return reason.kind === 'purchase' ? reason.purchase : reason.subscription
}
const unlocked = (reason: Reason): readonly Entitlement[] => {
  if (reason.kind === 'admin') return ENTITLEMENTS
  if (reason.kind === 'grant') return PACKAGE_UNLOCKS[reason.grant.package]
  if (reason.kind === 'seat') return PACKAGE_UNLOCKS[soldPackage(reason.seat.purchase.offer)]
  return PACKAGE_UNLOCKS[reason.kind === 'subscription' ? 'studio' : 'master_course']
}

test('ACCESS-03 the admin holds all six entitlements with any facts', () => {
  fc.assert(
    fc.property(facts, (account) => {
      expect(entitlementsFor({ ...account, isAdmin: true })).toEqual(allEntitlements)
    }),
  )
})

test('MONEY-01 a subscription without any payment unlocks nothing', () => {
  fc.assert(
    fc.property(subscription, fc.constantFrom('processing', 'failed'), dateNearNoon, (subscription, payment, now) => {
      expect(heldBy({ subscriptions: [{ ...subscription, payment, paid_until: null }], now })).toEqual([])
    }),
  )
})

const twice = <T>(some: readonly T[]) => fc.shuffledSubarray([...some, ...some], { minLength: some.length * 2 })

test('R-09 the order and repetition of facts do not change entitlements', () => {
  const shuffled = facts.chain((account) =>
    fc
      .tuple(twice(account.grants), twice(account.purchases), twice(account.subscriptions), twice(account.seats))
      .map(([grants, purchases, subscriptions, seats]) => ({ account, again: { ...account, grants, purchases, subscriptions, seats } })),
  )
  fc.assert(
    fc.property(shuffled, ({ account, again }) => {
      expect(entitlementsFor(again)).toEqual(entitlementsFor(account))
    }),
  )
})

test('R-09 a further fact never closes an entitlement; revoking, refunding or ending one never opens any', () => {
  const holdsAtLeast = (more: AccountFacts, less: AccountFacts) => {
    const [open, before] = [entitlementsFor(more), entitlementsFor(less)]
    for (const entitlement of ENTITLEMENTS) expect(open[entitlement] || !before[entitlement]).toBe(true)
  }
  fc.assert(
    fc.property(facts, grant, purchase, subscription, seat, (account, oneGrant, onePurchase, oneSubscription, oneSeat) => {
      holdsAtLeast({ ...account, grants: [...account.grants, oneGrant] }, account)
      holdsAtLeast({ ...account, purchases: [...account.purchases, onePurchase] }, account)
      holdsAtLeast({ ...account, subscriptions: [...account.subscriptions, oneSubscription] }, account)
      holdsAtLeast({ ...account, seats: [...account.seats, oneSeat] }, account)
      const [given, ...grants] = account.grants
      if (given) holdsAtLeast(account, { ...account, grants: [{ ...given, revoked_at: account.now }, ...grants] })
      const [paid, ...purchases] = account.purchases
      if (paid) holdsAtLeast(account, { ...account, purchases: [{ ...paid, refunded_at: account.now }, ...purchases] })
      if (paid) holdsAtLeast(account, { ...account, purchases: [{ ...paid, dispute: 'lost', dispute_at: account.now }, ...purchases] })
      const [running, ...subscriptions] = account.subscriptions
      if (running) holdsAtLeast(account, { ...account, subscriptions: [{ ...running, status: 'canceled' }, ...subscriptions] })
      const [held, ...seats] = account.seats
      if (held) {
        const { purchase } = held
        const closing = [{ refunded_at: account.now }, { refunded_amount: purchase.amount }, { refund_seats: purchase.seats }, { seats: 1 }]
        for (const change of closing)
          holdsAtLeast(account, { ...account, seats: [{ ...held, purchase: { ...purchase, ...change } }, ...seats] })
      }
      if (running) {
        const paying = (payment: Subscription['payment']) => ({ ...account, subscriptions: [{ ...running, payment }, ...subscriptions] })
        holdsAtLeast(paying('settled'), paying('processing'))
        holdsAtLeast(paying('processing'), paying('failed'))
      }
    }),
  )
})

test('R-09 time alone never opens an entitlement', () => {
  fc.assert(
    fc.property(facts, fc.nat(20 * DAY_MS), (account, ms) => {
      const [before, later] = [entitlementsFor(account), entitlementsFor({ ...account, now: new Date(account.now.getTime() + ms) })]
      for (const entitlement of ENTITLEMENTS) expect(before[entitlement] || !later[entitlement]).toBe(true)
    }),
  )
})

test('R-09 does not change the facts', () => {
  fc.assert(
    fc.property(facts, (account) => {
      const before = structuredClone(account)
      entitlementsFor(account)
      explainEntitlements(account)
      expect(account).toEqual(before)
    }),
  )
})

test('an explanation agrees with the entitlements, and names all their facts and ends', () => {
  fc.assert(
    fc.property(facts, (account) => {
      const held = entitlementsFor(account)
      const explained = explainEntitlements(account)
      expect(explained.map(({ entitlement }) => entitlement)).toEqual([...ENTITLEMENTS])
      for (const { entitlement, held: isOn, reasons } of explained) {
        expect(isOn).toBe(held[entitlement])
        expect(isOn).toBe(reasons.some(({ holds }) => holds))
        for (const reason of reasons) expect(unlocked(reason)).toContain(entitlement)
        const named = reasons.flatMap((reason) => (reason.kind === 'admin' ? [] : [factOf(reason)]))
        const speaking = [
          ...account.grants.filter((grant) => PACKAGE_UNLOCKS[grant.package].includes(entitlement)),
          ...(PACKAGE_UNLOCKS.master_course.includes(entitlement) ? account.purchases : []),
          ...account.seats.filter(({ purchase }) => PACKAGE_UNLOCKS[soldPackage(purchase.offer)].includes(entitlement)),
          ...(PACKAGE_UNLOCKS.studio.includes(entitlement) ? account.subscriptions : []),
        ]
        expect(new Set(named)).toEqual(new Set(speaking))
        for (const { holds, until } of reasons) expect(until === null || (holds && account.now < until)).toBe(true)
      }
    }),
  )
})

test('R-09 an entitlement ends with the last of its reasons', () => {
  fc.assert(
    fc.property(facts, (account) => {
      for (const { entitlement, held, reasons } of explainEntitlements(account)) {
        const ends = reasons.flatMap((reason) => {
          // It begins when one that holds ends.
          if (reason.kind === 'seat' && reason.state === 'waiting') return [Number(reason.end)]
          return reason.holds ? [reason.until?.getTime() ?? Number.POSITIVE_INFINITY] : []
        })
        const last = Math.max(...ends)
        if (!held || !Number.isFinite(last)) continue
        const at = (ms: number) => entitlementsFor({ ...account, now: new Date(ms) })[entitlement]
        expect([at(last - 1), at(last)]).toEqual([true, false])
      }
    }),
  )
})
