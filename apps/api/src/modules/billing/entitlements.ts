import { allEntitlements, type Entitlement, type Entitlements, entitlementsFor } from '@academy/catalog'
import type { onRequestHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { Refusal } from '../../http/errors.ts'
import { LoadingCache } from '../../loading-cache.ts'
import type { User } from '../../plugins/auth/auth.ts'
import { factsReader, type RecordedFacts } from './facts.store.ts'
import { ENTITLEMENTS_CHANGED, EVERY_ACCOUNT } from './grants.store.ts'
import { WHAT_UNLOCKS } from './what-unlocks.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the entitlements of an account: at once while its facts are cached, else after one statement. */
    entitlementsOf: (user: User) => Entitlements | Promise<Entitlements>
    /** A hook for routes of the signed-in scope: 403 `entitlement_required` for accounts without it. */
    requireEntitlement: (entitlement: Entitlement) => onRequestHookHandler
    /** Drops the cached facts of an account, so that its next request reads what the context just showed. */
    forgetFacts: (accountId: string) => void
  }
}

/** In milliseconds. How long a change can stay unnoticed if the listening connection lost its notification. */
const TTL_MS = 30_000
const ACCOUNTS = 20_000

/** Decides the entitlements of an account from its recorded facts, for each request. Only the facts are cached. */
export const entitlements = fp(
  async (app) => {
    const cache = new LoadingCache<RecordedFacts>({ max: ACCOUNTS, ttl: TTL_MS })
    const readFacts = factsReader(app.db)

    const decide = (facts: RecordedFacts): Entitlements => entitlementsFor({ ...facts, isAdmin: false, now: new Date() })

    const entitlementsOf = (user: User): Entitlements | Promise<Entitlements> => {
      if (user.isAdmin) return { ...allEntitlements }
      const facts = cache.get(user.id, () => readFacts(user.id))
      return facts instanceof Promise ? facts.then(decide) : decide(facts)
    }
    app.decorate('entitlementsOf', entitlementsOf)
    app.decorate('forgetFacts', (accountId: string) => cache.delete(accountId))

    app.decorate(
      'requireEntitlement',
      (entitlement: Entitlement): onRequestHookHandler =>
        (request, _reply, done) => {
          const check = (held: Entitlements): void =>
            done(held[entitlement] ? undefined : new Refusal(403, 'entitlement_required', WHAT_UNLOCKS[entitlement]))
          const held = entitlementsOf(request.user)
          if (held instanceof Promise) held.then(check, done)
          else check(held)
        },
    )

    // All listeners in this process share one connection. After it reconnects the cache is cleared, because notifications may have been
    // lost.
    app.directSql
      .listen(
        ENTITLEMENTS_CHANGED,
        (accountId) => (accountId === EVERY_ACCOUNT ? cache.clear() : cache.delete(accountId)),
        () => cache.clear(),
      )
      .catch((err: unknown) => app.log.warn({ err }, 'failed to listen for changed entitlements'))
  },
  { name: 'entitlements', dependencies: ['auth', 'database'] },
)
