import { randomUUID } from 'node:crypto'
import { allEntitlements, ENTITLEMENTS, type Entitlement, noEntitlements, PACKAGE_NAMES, PACKAGE_UNLOCKS, PACKAGES } from '@academy/catalog'
import { apiError } from '@academy/contract'
import type { FastifyPluginAsync } from 'fastify'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ADMIN_ID, buildTestApp } from '../../../testing/build-test-app.ts'
import { receiveNotifications } from '../../../testing/receive-notifications.ts'
import { recordFacts } from '../../../testing/record-facts.ts'
import { ENTITLEMENTS_CHANGED, EVERY_ACCOUNT } from './grants.store.ts'
import { grantPackage, revokePackage } from './manage-grants.ts'
import { WHAT_UNLOCKS } from './what-unlocks.ts'

const ADMIN = 'admin@example.test'

/** Adds a route for each entitlement, as library and prompts have theirs. */
const gates: FastifyPluginAsync = async (routes) => {
  for (const entitlement of ENTITLEMENTS) {
    routes.get(
      `/api/gates/${entitlement}`,
      { onRequest: routes.requireEntitlement(entitlement), config: { tsRestRoute: { metadata: { auth: 'bearer' } } } as object },
      async () => ({ entitlement }),
    )
  }
}

const env = { ADMIN_EMAIL: ADMIN, RATE_LIMIT_ACCOUNT_PER_MINUTE: '100000' }
const { app, config, issuer, owner, signIn } = await buildTestApp({ env, moreRoutes: { signedIn: gates } })
const { app: second } = await buildTestApp({
  env: { ...env, DATABASE_URL: config.databaseUrl, SUPABASE_URL: issuer.url },
  moreRoutes: { signedIn: gates },
})
const instances = [app, second]

async function newUser(email?: string) {
  const id = email === ADMIN ? ADMIN_ID : randomUUID()
  const headers = await signIn(email === undefined ? { id } : { id, email })
  const words = { account_id: id, reason: 'a test', by: 'ada' }
  return {
    id,
    open: async (gate: Entitlement, instance = app) => (await instance.inject({ url: `/api/gates/${gate}`, headers })).statusCode,
    opened: async (instance = app) => {
      const requests = ENTITLEMENTS.map(async (gate) => [
        gate,
        (await instance.inject({ url: `/api/gates/${gate}`, headers })).statusCode === 200,
      ])
      return Object.fromEntries(await Promise.all(requests))
    },
    context: async (instance = app) => (await instance.inject({ url: '/api/accounts/context', headers })).json(),
    refusal: async (gate: Entitlement) => await app.inject({ url: `/api/gates/${gate}`, headers }),
    grant: (name: string, expires_at: Date | null = null) => grantPackage(app.db, { ...words, package: name, expires_at }),
    revoke: (name: string) => revokePackage(app.db, { ...words, package: name }),
  }
}

/** Shorter than the tokens of the tests are valid. */
const FIVE_MINUTES_MS = 5 * 60_000

afterEach(() => void vi.useRealTimers())

/** Waits until the notification of the database has arrived. Without it, the test would take half a minute. */
const AT_ONCE = { interval: 5 }

/** Runs `check` while the API cannot read grants, but has cached the facts that `load` made it read. */
async function withoutGrantsTable(load: () => Promise<unknown>, check: () => Promise<void>): Promise<void> {
  // A later notification would drop the facts.
  await receiveNotifications(app)
  await load()
  await owner`alter table grants rename to grants_away`
  try {
    await check()
  } finally {
    await owner`alter table grants_away rename to grants`
  }
}

const unlockedBy = (...names: (typeof PACKAGES)[number][]) => ({
  ...noEntitlements,
  ...Object.fromEntries(names.flatMap((name) => PACKAGE_UNLOCKS[name]).map((entitlement) => [entitlement, true])),
})

describe('what a grant opens', () => {
  test.each([
    ['nothing', []],
    ['the course', ['master_course']],
    ['the Studio', ['studio']],
    ['VIP access', ['vip']],
    ['the bundle', ['master_course', 'studio']],
    ['all packages', ['master_course', 'studio', 'vip']],
  ] as const)('CTX-06 ACCESS-06 ACCESS-07 D-102 %s: the context says so, and every gate agrees', async (_, names) => {
    const user = await newUser()
    for (const name of names) await user.grant(name)
    const expected = unlockedBy(...names)
    const { data } = await user.context()
    expect(data.entitlements).toEqual(expected)
    expect(data.prices, 'a grant is not a purchase').toEqual([])
    for (const instance of instances) await expect.poll(() => user.opened(instance), AT_ONCE).toEqual(expected)
  })

  test('ACCESS-03 ACCESS-05 lets the admin pass every gate without a grant and without a statement', async () => {
    const admin = await newUser(ADMIN)
    await owner`alter table grants rename to grants_away`
    expect(await admin.opened()).toEqual(allEntitlements)
    await owner`alter table grants_away rename to grants`
    expect((await admin.context()).data.entitlements).toEqual(allEntitlements)
  })

  test('ACCESS-07 D-109 a closed gate responds with 403, names what would open it, and is 401 before that', async () => {
    const user = await newUser()
    for (const gate of ENTITLEMENTS) {
      const response = await user.refusal(gate)
      expect(response.statusCode).toBe(403)
      const { code, message } = apiError.parse(response.json())
      expect(code).toBe('entitlement_required')
      expect(message).toBe(WHAT_UNLOCKS[gate])
      for (const name of PACKAGES) expect(message.includes(PACKAGE_NAMES[name])).toBe(PACKAGE_UNLOCKS[name].includes(gate))
      expect((await app.inject({ url: `/api/gates/${gate}` })).statusCode).toBe(401)
    }
  })

  test('ACCESS-07 opens nothing for another account', async () => {
    const [owner, other] = [await newUser(), await newUser()]
    await owner.grant('studio')
    await expect.poll(() => owner.open('resources'), AT_ONCE).toBe(200)
    expect(await other.opened()).toEqual(noEntitlements)
  })

  test('ignores a package that this build does not know', async () => {
    const user = await newUser()
    await user.grant('vip')
    await app.sql`insert into grants (account_id, package, reason, granted_by) values (${user.id}, 'unknown_future_value', 'a test', 'ada')`
    expect((await user.context()).data.entitlements).toEqual(unlockedBy('vip'))
  })
})

describe('the end of a grant', () => {
  test('ACCESS-07 a revocation and a new grant apply at once on every instance', async () => {
    const user = await newUser()
    await user.grant('studio')
    for (const instance of instances) await expect.poll(() => user.open('resources', instance), AT_ONCE).toBe(200)
    await user.revoke('studio')
    for (const instance of instances) await expect.poll(() => user.open('resources', instance), AT_ONCE).toBe(403)
    expect((await user.context(second)).data.entitlements).toEqual(noEntitlements)
    await user.grant('studio')
    for (const instance of instances) await expect.poll(() => user.open('resources', instance), AT_ONCE).toBe(200)
  })

  test('ACCESS-07 an entitlement of two grants stays until the last of them ends', async () => {
    const user = await newUser()
    await user.grant('studio')
    await user.grant('master_course')
    await user.revoke('studio')
    await expect.poll(() => user.opened(), AT_ONCE).toEqual(unlockedBy('master_course'))
    expect(await user.open('slack_standard')).toBe(200)
  })

  test('ACCESS-07 a grant ends to the second, also when its facts are cached', async () => {
    const user = await newUser()
    const end = Date.now() + FIVE_MINUTES_MS
    await user.grant('vip', new Date(end))
    await withoutGrantsTable(
      async () => expect(await user.open('aha_sessions')).toBe(200),
      async () => {
        vi.setSystemTime(end - 1)
        expect(await user.open('aha_sessions')).toBe(200)
        vi.setSystemTime(end)
        expect(await user.open('aha_sessions')).toBe(403)
      },
    )
    expect((await user.context()).data.entitlements).toEqual(noEntitlements)
  })
})

describe('a purchase', () => {
  test('ACCESS-06 ACCESS-07 R-09 opens at once on every instance, and closes at once after a refund', async () => {
    const user = await newUser()
    const facts = recordFacts(app.db, user.id)
    for (const instance of instances) expect(await user.open('master_course', instance)).toBe(403)
    const course = await facts.purchase()
    for (const instance of instances) await expect.poll(() => user.opened(instance), AT_ONCE).toEqual(unlockedBy('master_course'))
    await facts.changePurchase(course, { refunded_amount: 259_00, refunded_at: new Date() })
    for (const instance of instances) await expect.poll(() => user.opened(instance), AT_ONCE).toEqual(noEntitlements)
  })

  test('R-09 a refund does not end a grant of the same package', async () => {
    const user = await newUser()
    const facts = recordFacts(app.db, user.id)
    await user.grant('master_course')
    const course = await facts.purchase({ dispute_status: 'lost', dispute_at: new Date() })
    await expect.poll(() => user.opened(), AT_ONCE).toEqual(unlockedBy('master_course'))
    await facts.changePurchase(course, { dispute_status: 'won' })
    await user.revoke('master_course')
    await expect.poll(() => user.opened(), AT_ONCE).toEqual(unlockedBy('master_course'))
  })

  test('R-09 the grace of a failed renewal ends to the second, also when its facts are cached', async () => {
    const user = await newUser()
    const end = Date.now() + FIVE_MINUTES_MS
    const facts = recordFacts(app.db, user.id)
    await facts.subscription({ status: 'past_due', paid_until: new Date(end - 7 * 86_400_000) })
    await withoutGrantsTable(
      async () => expect(await user.open('resources')).toBe(200),
      async () => {
        vi.setSystemTime(end - 1)
        expect(await user.open('resources')).toBe(200)
        vi.setSystemTime(end)
        expect(await user.opened()).toEqual(noEntitlements)
      },
    )
  })
})

describe('the cache of facts', () => {
  test('performance: answers without a statement until the facts change', async () => {
    const [warm, cold] = [await newUser(), await newUser()]
    await warm.grant('studio')
    await withoutGrantsTable(
      () => warm.open('resources'),
      async () => {
        expect([await warm.open('resources'), await warm.open('aha_sessions')]).toEqual([200, 403])
        expect(await cold.open('resources'), 'the API does not let in accounts that it does not know').toBe(500)
      },
    )
    expect(await cold.open('resources')).toBe(403)
  })

  test('is dropped by the context, so that gates agree with it even if a notification was lost', async () => {
    const user = await newUser()
    expect(await user.open('resources')).toBe(403)
    await app.sql`insert into grants (account_id, package, reason, granted_by) values (${user.id}, 'studio', 'a test', 'ada')`
    expect(await user.open('resources'), 'no notification yet').toBe(403)
    expect((await user.context()).data.entitlements.resources).toBe(true)
    expect(await user.open('resources')).toBe(200)
  })

  test('MONEY-05 is cleared for every account when the API is connected to another Stripe account', async () => {
    const ada = await newUser()
    await ada.grant('vip')
    await receiveNotifications(app)
    expect(await ada.open('aha_sessions')).toBe(200)
    await app.sql`update grants set expires_at = now() - interval '1 second' where account_id = ${ada.id}`
    expect(await ada.open('aha_sessions'), 'cached').toBe(200)
    await app.sql`select pg_notify(${ENTITLEMENTS_CHANGED}, ${EVERY_ACCOUNT})`
    await receiveNotifications(app)
    expect(await ada.open('aha_sessions')).toBe(403)
  })

  test('is cleared when the listening connection reconnects', async () => {
    const user = await newUser()
    await user.grant('studio')
    await expect.poll(() => user.open('resources'), AT_ONCE).toBe(200)
    const listeners = () =>
      app.sql`select pid from pg_stat_activity where query like 'listen%' and datname = current_database() and pid <> pg_backend_pid()`
    expect(await listeners(), 'one connection listens for an instance, whatever it listens to').toHaveLength(instances.length)
    for (const { pid } of await listeners()) await app.sql`select pg_terminate_backend(${pid})`
    await user.revoke('studio')
    for (const instance of instances) await expect.poll(() => user.open('resources', instance), AT_ONCE).toBe(403)
    await user.grant('studio')
    for (const instance of instances) await expect.poll(() => user.open('resources', instance), AT_ONCE).toBe(200)
  })
})
