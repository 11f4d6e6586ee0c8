import { holdsStudio } from './course-opening.ts'
import { allEntitlements, ENTITLEMENTS, type Entitlement, type Entitlements, noEntitlements } from './entitlements.ts'
import { type Grant, type GrantState, grantState } from './grants.ts'
import { OFFERS } from './offers.ts'
import { PACKAGE_UNLOCKS, type Package } from './packages.ts'
import { type Purchase, type PurchaseState, purchaseState } from './purchases.ts'
import { type HeldSeat, heldSeats, type Seat } from './seats.ts'
import { isStudioGift, soldPackage } from './studio-gifts.ts'
import { graceEnd, type Subscription, type SubscriptionState, subscriptionState } from './subscriptions.ts'

/** All facts that decide the entitlements of an account, and the current time. */
export type AccountFacts<G extends Grant = Grant, P extends Purchase = Purchase, S extends Subscription = Subscription> = {
  isAdmin: boolean
  grants: readonly G[]
  /** Those for oneself: a purchase of seats opens nothing for its buyer. */
  purchases: readonly P[]
  subscriptions: readonly S[]
  /** The seats that the account claimed. */
  seats: readonly Seat[]
  now: Date
}

/**
 * Returns the entitlements of an account: everything for the admin, otherwise what its facts unlock now. Every call returns
 * a new object.
 */
export function entitlementsFor({ isAdmin, grants, purchases, subscriptions, seats, now }: AccountFacts): Entitlements {
  if (isAdmin) return { ...allEntitlements }
  const held: Entitlements = { ...noEntitlements }
  const unlock = (name: Package): void => {
    for (const entitlement of PACKAGE_UNLOCKS[name]) held[entitlement] = true
  }
  for (const grant of grants) if (grantState(grant, now) === 'active') unlock(grant.package)
  for (const purchase of purchases) if (purchaseState(purchase) === 'active') unlock(soldPackage(purchase.offer))
  for (const subscription of subscriptions) {
    if (unlockingStates.includes(subscriptionState(subscription, now))) unlock(OFFERS[subscription.offer].unlocks)
  }
  for (const { seat, state } of heldSeats(seats, now)) if (state === 'active') unlock(soldPackage(seat.purchase.offer))
  return held
}

const unlockingStates: readonly SubscriptionState[] = ['active', 'grace']

/**
 * Returns when the last gift of the Studio of an account ends; undefined unless gifts alone open the Studio now. Until then a subscription that
 * begins now is free.
 */
export function studioGiftEnd({ seats, ...facts }: Omit<AccountFacts, 'isAdmin'>): Date | undefined {
  const [last] = heldSeats(seats, facts.now)
    .filter(({ seat, state }) => isStudioGift(seat.purchase.offer) && ['active', 'waiting'].includes(state))
    .toReversed()
  return last?.until && !holdsStudioWithoutGifts({ seats, ...facts }) ? last.until : undefined
}

/** Returns whether an account would hold the Studio without gifts. */
export const holdsStudioWithoutGifts = ({ seats, ...facts }: Omit<AccountFacts, 'isAdmin'>): boolean =>
  holdsStudio(entitlementsFor({ ...facts, isAdmin: false, seats: seats.filter(({ purchase }) => !isStudioGift(purchase.offer)) }))

/** A fact that unlocks or once unlocked an entitlement. */
export type Reason<G extends Grant = Grant, P extends Purchase = Purchase, S extends Subscription = Subscription> = {
  /** Whether it unlocks the entitlement now. */
  holds: boolean
  /**
   * When it stops unlocking the entitlement if no fact changes; null if it has no such end, or has already stopped. A cancelled subscription
   * has none: it stops when the payment provider reports its end.
   */
  until: Date | null
} & (
  | { kind: 'admin' }
  | { kind: 'grant'; state: GrantState; grant: G }
  | { kind: 'purchase'; state: PurchaseState; purchase: P }
  | { kind: 'subscription'; state: SubscriptionState; subscription: S }
  | ({ kind: 'seat' } & Omit<HeldSeat, 'until'> & { end: Date | null })
)

export type ExplainedEntitlement<G extends Grant = Grant, P extends Purchase = Purchase, S extends Subscription = Subscription> = {
  entitlement: Entitlement
  held: boolean
  reasons: Reason<G, P, S>[]
}

/** Returns the entitlements, each with every fact that unlocks or once unlocked it, newest first. */
export function explainEntitlements<G extends Grant, P extends Purchase, S extends Subscription>(
  facts: AccountFacts<G, P, S>,
): ExplainedEntitlement<G, P, S>[] {
  const { isAdmin, grants, purchases, subscriptions, seats, now } = facts
  type PackageReason = { package: Package; since: Date; reason: Reason<G, P, S> }

  const packageReasons: PackageReason[] = [
    ...grants.map((grant): PackageReason => {
      const state = grantState(grant, now)
      const holds = state === 'active'
      const reason = { kind: 'grant' as const, state, holds, until: holds ? grant.expires_at : null, grant }
      return { package: grant.package, since: grant.granted_at, reason }
    }),
    ...purchases.map((purchase): PackageReason => {
      const state = purchaseState(purchase)
      const reason = { kind: 'purchase' as const, state, holds: state === 'active', until: null, purchase }
      return { package: soldPackage(purchase.offer), since: purchase.paid_at, reason }
    }),
    ...subscriptions.map((subscription): PackageReason => {
      const state = subscriptionState(subscription, now)
      const until = state === 'grace' ? graceEnd(subscription) : null
      const reason = { kind: 'subscription' as const, state, holds: unlockingStates.includes(state), until, subscription }
      return { package: OFFERS[subscription.offer].unlocks, since: subscription.started_at, reason }
    }),
    ...heldSeats(seats, now).map(({ until: end, ...held }): PackageReason => {
      const holds = held.state === 'active'
      const reason = { kind: 'seat' as const, ...held, holds, until: holds ? end : null, end }
      return { package: soldPackage(held.seat.purchase.offer), since: held.seat.claimed_at, reason }
    }),
  ].toSorted((a, b) => b.since.getTime() - a.since.getTime())

  const admin: Reason<G, P, S>[] = isAdmin ? [{ kind: 'admin', holds: true, until: null }] : []
  const held = entitlementsFor(facts)
  return ENTITLEMENTS.map((entitlement) => ({
    entitlement,
    held: held[entitlement],
    reasons: [
      ...admin,
      ...packageReasons.flatMap(({ package: name, reason }) => (PACKAGE_UNLOCKS[name].includes(entitlement) ? [reason] : [])),
    ],
  }))
}
