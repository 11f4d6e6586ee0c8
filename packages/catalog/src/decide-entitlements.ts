import { allEntitlements, ENTITLEMENTS, type Entitlement, type Entitlements, noEntitlements } from './entitlements.ts'
import { type Grant, type GrantState, grantState } from './grants.ts'
import { PACKAGE_UNLOCKS } from './packages.ts'

/** All that decides what an account may open: facts, and the time at which the question is asked. */
export type AccountFacts<G extends Grant = Grant> = { isAdmin: boolean; grants: readonly G[]; now: Date }

/** What an account may open: the admin everything (ACCESS-03), others what their facts unlock now. A fresh object each time. */
export function entitlementsFor({ isAdmin, grants, now }: AccountFacts): Entitlements {
  if (isAdmin) return { ...allEntitlements }
  const held: Entitlements = { ...noEntitlements }
  for (const grant of grants) {
    if (grantState(grant, now) !== 'active') continue
    for (const entitlement of PACKAGE_UNLOCKS[grant.package]) held[entitlement] = true
  }
  return held
}

/** Why an entitlement is on, or is on no more. The grant is the one that was passed in, with all that its caller knows of it. */
export type Reason<G extends Grant = Grant> = { kind: 'admin' } | { kind: 'grant'; state: GrantState; grant: G }

export type ExplainedEntitlement<G extends Grant = Grant> = { entitlement: Entitlement; held: boolean; reasons: Reason<G>[] }

/** Each of the six entitlements, on or off, with every fact that ever spoke for it, the newest first; none: it never was on. */
export function explainEntitlements<G extends Grant>({ isAdmin, grants, now }: AccountFacts<G>): ExplainedEntitlement<G>[] {
  const held = entitlementsFor({ isAdmin, grants, now })
  const newestFirst = grants.toSorted((a, b) => b.granted_at.getTime() - a.granted_at.getTime())
  return ENTITLEMENTS.map((entitlement) => ({
    entitlement,
    held: held[entitlement],
    reasons: [
      ...(isAdmin ? [{ kind: 'admin' as const }] : []),
      ...newestFirst
        .filter((grant) => PACKAGE_UNLOCKS[grant.package].includes(entitlement))
        .map((grant) => ({ kind: 'grant' as const, state: grantState(grant, now), grant })),
    ],
  }))
}
