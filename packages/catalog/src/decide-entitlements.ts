import { allEntitlements, ENTITLEMENTS, type Entitlement, type Entitlements, noEntitlements } from './entitlements.ts'
import { type Grant, type GrantState, grantState } from './grants.ts'
import { PACKAGE_UNLOCKS, type Package } from './packages.ts'
import { PURCHASE_PACKAGE, type Purchase, type PurchaseState, purchaseState } from './purchases.ts'
import { graceEnd, SUBSCRIPTION_PACKAGE, type Subscription, type SubscriptionState, subscriptionState } from './subscriptions.ts'

/** All that decides what an account may open: facts, and the time at which the question is asked. */
export type AccountFacts<G extends Grant = Grant, P extends Purchase = Purchase, S extends Subscription = Subscription> = {
  isAdmin: boolean
  grants: readonly G[]
  purchases: readonly P[]
  subscriptions: readonly S[]
  now: Date
}

/** What an account may open: the admin everything (ACCESS-03), others what their facts unlock now. A fresh object each time. */
export function entitlementsFor({ isAdmin, grants, purchases, subscriptions, now }: AccountFacts): Entitlements {
  if (isAdmin) return { ...allEntitlements }
  const held: Entitlements = { ...noEntitlements }
  const unlock = (name: Package): void => {
    for (const entitlement of PACKAGE_UNLOCKS[name]) held[entitlement] = true
  }
  for (const grant of grants) if (grantState(grant, now) === 'active') unlock(grant.package)
  for (const purchase of purchases) if (purchaseState(purchase) === 'active') unlock(PURCHASE_PACKAGE[purchase.offer])
  for (const subscription of subscriptions) {
    if (unlockingStates.includes(subscriptionState(subscription, now))) unlock(SUBSCRIPTION_PACKAGE[subscription.offer])
  }
  return held
}

const unlockingStates: readonly SubscriptionState[] = ['active', 'grace']

/** One fact that speaks, or spoke, for an entitlement, with all that its caller knows of it. */
export type Reason<G extends Grant = Grant, P extends Purchase = Purchase, S extends Subscription = Subscription> = {
  /** Whether it unlocks at this moment. */
  holds: boolean
  /** When it ceases to, if nothing else happens before; null: not by itself, or it holds no more. */
  until: Date | null
} & (
  | { kind: 'admin' }
  | { kind: 'grant'; state: GrantState; grant: G }
  | { kind: 'purchase'; state: PurchaseState; purchase: P }
  | { kind: 'subscription'; state: SubscriptionState; subscription: S }
)

export type ExplainedEntitlement<G extends Grant = Grant, P extends Purchase = Purchase, S extends Subscription = Subscription> = {
  entitlement: Entitlement
  held: boolean
  reasons: Reason<G, P, S>[]
}

/** Each of the six entitlements, on or off, with every fact that ever spoke for it, the newest first; none: it never was on. */
export function explainEntitlements<G extends Grant, P extends Purchase, S extends Subscription>(
  facts: AccountFacts<G, P, S>,
): ExplainedEntitlement<G, P, S>[] {
  const { isAdmin, grants, purchases, subscriptions, now } = facts
  type Told = { package: Package; since: Date; reason: Reason<G, P, S> }

  const told: Told[] = [
    ...grants.map((grant): Told => {
      const state = grantState(grant, now)
      const holds = state === 'active'
      const reason = { kind: 'grant' as const, state, holds, until: holds ? grant.expires_at : null, grant }
      return { package: grant.package, since: grant.granted_at, reason }
    }),
    ...purchases.map((purchase): Told => {
      const state = purchaseState(purchase)
      const reason = { kind: 'purchase' as const, state, holds: state === 'active', until: null, purchase }
      return { package: PURCHASE_PACKAGE[purchase.offer], since: purchase.paid_at, reason }
    }),
    ...subscriptions.map((subscription): Told => {
      const state = subscriptionState(subscription, now)
      const until = state === 'grace' ? graceEnd(subscription) : null
      const reason = { kind: 'subscription' as const, state, holds: unlockingStates.includes(state), until, subscription }
      return { package: SUBSCRIPTION_PACKAGE[subscription.offer], since: subscription.started_at, reason }
    }),
  ].toSorted((a, b) => b.since.getTime() - a.since.getTime())

  const admin: Reason<G, P, S>[] = isAdmin ? [{ kind: 'admin', holds: true, until: null }] : []
  const held = entitlementsFor(facts)
  return ENTITLEMENTS.map((entitlement) => ({
    entitlement,
    held: held[entitlement],
    reasons: [...admin, ...told.filter((one) => PACKAGE_UNLOCKS[one.package].includes(entitlement)).map(({ reason }) => reason)],
  }))
}
