import {
  allEntitlements,
  COURSE_IDS,
  type CourseId,
  type Entitlement,
  type Entitlements,
  entitlementsFor,
  guaranteedPurchase,
  mayOpenTutorial,
  needsCourseToOpen,
  nextGuarantee,
  type TutorialMarks,
} from '@academy/catalog'
import type { onRequestHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { HttpError } from '../../../http/errors.ts'
import { LoadingCache } from '../../../loading-cache.ts'
import type { User } from '../../../plugins/auth/auth.ts'
import { factsReader, type RecordedFacts } from './facts.store.ts'
import { ENTITLEMENTS_CHANGED, EVERY_ACCOUNT } from './grants.store.ts'
import { recordCourseStart } from './guarantee.store.ts'
import { WHAT_UNLOCKS } from './what-unlocks.ts'

type NextGuarantee = ReturnType<typeof nextGuarantee>
type Opening = 'open' | 'locked' | 'guarantee_open'

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the entitlements of an account: at once while its facts are cached, else after one statement. */
    entitlementsOf: (user: User) => Entitlements | Promise<Entitlements>
    /**
     * Returns the entitlements for texts that are served without asking the user, such as snippets of a search: without a course while its
     * guarantee is open (decision 032).
     */
    entitlementsToQuote: (user: User) => Entitlements | Promise<Entitlements>
    /** Returns whether the next purchase of a course would have the guarantee. */
    nextGuaranteeOf: (user: User, course: CourseId) => NextGuarantee | Promise<NextGuarantee>
    /** A hook for signed-in routes: 403 `entitlement_required` for accounts without it. */
    requireEntitlement: (entitlement: Entitlement) => onRequestHookHandler
    /**
     * Returns whether a tutorial may be served. `open` says that the start of the course is recorded, if the tutorial starts it; later calls
     * cost nothing, because the cached facts say so. Unless `mayStartCourse`, a tutorial that would end an open guarantee is
     * `guarantee_open`, and nothing is recorded.
     */
    openTutorial: (user: User, tutorial: { id: string } & TutorialMarks, options: { mayStartCourse: boolean }) => Opening | Promise<Opening>
    /** Drops the cached facts of an account, so that its next request reads what the context just showed. */
    invalidateFacts: (accountId: string) => void
  }
}

/** The time, in milliseconds, that a change can stay unnoticed if the listening connection lost its notification. */
const TTL_MS = 30_000
const MAX_ACCOUNTS = 20_000

/** Decides the entitlements of an account from its recorded facts, for each request. Only the facts are cached. */
export const entitlements = fp(
  async (app) => {
    const cache = new LoadingCache<RecordedFacts>({ max: MAX_ACCOUNTS, ttl: TTL_MS })
    const readFacts = factsReader(app.db)

    const decide = (facts: RecordedFacts): Entitlements => entitlementsFor({ ...facts, isAdmin: false, now: new Date() })

    /** Returns whether paid content of a course would end a guarantee that is open. */
    const endsGuarantee = (facts: RecordedFacts, course: CourseId): boolean =>
      guaranteedPurchase({ ...facts, now: new Date() }, course)?.state === 'open'

    /** Applies a function to the facts of a user: at once while they are cached. */
    const withFacts = <T>({ id }: User, use: (facts: RecordedFacts) => T | Promise<T>): T | Promise<T> => {
      const facts = cache.get(id, () => readFacts(id))
      return facts instanceof Promise ? facts.then(use) : use(facts)
    }

    const entitlementsOf = (user: User): Entitlements | Promise<Entitlements> =>
      user.isAdmin ? { ...allEntitlements } : withFacts(user, decide)
    app.decorate('entitlementsOf', entitlementsOf)
    app.decorate('invalidateFacts', (accountId: string) => cache.delete(accountId))

    app.decorate('entitlementsToQuote', (user: User): Entitlements | Promise<Entitlements> => {
      if (user.isAdmin) return { ...allEntitlements }
      return withFacts(user, (facts) => ({
        ...decide(facts),
        ...Object.fromEntries(COURSE_IDS.filter((course) => endsGuarantee(facts, course)).map((course) => [course, false])),
      }))
    })
    app.decorate('nextGuaranteeOf', (user: User, course: CourseId) => withFacts(user, (facts) => nextGuarantee(course, facts)))

    /** The starts that are being recorded, by account and tutorial: concurrent requests share one. */
    const starts = new Map<string, Promise<Opening>>()
    const recordStart = async (user: User, tutorial: { id: string } & TutorialMarks): Promise<Opening> => {
      const isOpen = await recordCourseStart(app.db, user.id, tutorial)
      cache.delete(user.id)
      return isOpen ? 'open' : 'locked'
    }
    app.decorate('openTutorial', (user, tutorial, { mayStartCourse }) => {
      // Free tutorials also open while entitlements cannot be read.
      if (tutorial.free || user.isAdmin) return 'open'
      const start = (): Promise<Opening> => {
        const key = `${user.id} ${tutorial.id}`
        const starting = starts.get(key) ?? recordStart(user, tutorial).finally(() => starts.delete(key))
        starts.set(key, starting)
        return starting
      }
      return withFacts<Opening>(user, (facts) => {
        const entitlements = decide(facts)
        if (!mayOpenTutorial(tutorial, entitlements)) return 'locked'
        if (facts.course_starts[tutorial.product] !== undefined || !needsCourseToOpen(tutorial, entitlements)) return 'open'
        return endsGuarantee(facts, tutorial.product) && !mayStartCourse ? 'guarantee_open' : start()
      })
    })

    app.decorate(
      'requireEntitlement',
      (entitlement: Entitlement): onRequestHookHandler =>
        (request, _reply, done) => {
          const check = (entitlements: Entitlements): void =>
            done(entitlements[entitlement] ? undefined : new HttpError(403, 'entitlement_required', WHAT_UNLOCKS[entitlement]))
          const entitlements = entitlementsOf(request.user)
          if (entitlements instanceof Promise) entitlements.then(check, done)
          else check(entitlements)
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
