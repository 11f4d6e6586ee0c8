import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { ADMIN_ID, buildTestApp } from '../../testing/build-test-app.ts'
import { publisher } from '../../testing/published-pages.ts'
import { ENTITLEMENTS_CHANGED } from '../billing/facts/grants.store.ts'
import { grantPackage, revokePackage } from '../billing/facts/manage-grants.ts'

const ADMIN = 'admin@example.test'
const env = { ADMIN_EMAIL: ADMIN, RATE_LIMIT_ACCOUNT_PER_MINUTE: '100000' }
const { app, config, issuer, owner: tableOwner, signIn } = await buildTestApp({ env })
const { app: second } = await buildTestApp({ env: { ...env, DATABASE_URL: config.databaseUrl, SUPABASE_URL: issuer.url } })

/** 40 tutorials: the first session and one later tutorial are free; 13 are VIP, one of them in the free session. */
const tutorials = Array.from({ length: 40 }, (_, index) => ({
  id: `tutorial-${index}`,
  session: `session-${Math.floor(index / 8)}`,
  free: index === 20,
  vip: index % 3 === 1 && index > 0,
}))
const isFree = ({ free, session }: (typeof tutorials)[number]) => free || session === 'session-0'
const ids = (which: (tutorial: (typeof tutorials)[number]) => boolean) => tutorials.filter(which).map(({ id }) => id)

const url = (id: string) => `/api/tutorials/${id}/content`

async function learner(packages: string[] = [], email = 'learner@example.test') {
  const id = email === ADMIN ? ADMIN_ID : randomUUID()
  const headers = await signIn({ id, email })
  const grant = { account_id: id, reason: 'a test', by: 'ada' }
  for (const name of packages) await grantPackage(app.db, { ...grant, package: name, expires_at: null })
  return {
    id,
    ask: (tutorial: string, instance = app, more: Record<string, string> = {}) =>
      instance.inject({ url: url(tutorial), headers: { ...headers, ...more } }),
    revoke: (name: string) => revokePackage(app.db, { ...grant, package: name }),
    async opened(): Promise<string[]> {
      const responses = await Promise.all(tutorials.map(async ({ id }) => ({ id, status: (await this.ask(id)).statusCode })))
      expect(responses.filter(({ status }) => status !== 200 && status !== 403)).toEqual([])
      return responses.flatMap(({ id, status }) => (status === 200 ? [id] : []))
    },
  }
}

/** Accounts whose entitlement change the first instance was notified of. */
const changed: string[] = []

beforeAll(async () => {
  await app.directSql.listen(ENTITLEMENTS_CHANGED, (accountId) => changed.push(accountId))
  const publish = publisher(app.db)
  await publish.course('master-course')
  for (let position = 0; position < 5; position += 1) {
    await publish.session(`session-${position}`, 'master-course', { position, free: position === 0 })
  }
  for (const [position, { id, session, free, vip }] of tutorials.entries()) {
    await publish.tutorial(id, session, { position, free, vip, parts: { description: `<p>content of ${id}</p>` } })
  }
})

test('COURSE-12 COURSE-13 an account without packages opens exactly the free tutorials', async () => {
  expect(await (await learner()).opened()).toEqual(ids(isFree))
})

test('COURSE-14 ACCESS-07 CONST-03 R-13 a VIP guest opens the 13 VIP tutorials beside the free ones, and no others', async () => {
  expect(ids(({ vip }) => vip)).toHaveLength(13)
  expect(await (await learner(['vip'])).opened()).toEqual(ids((tutorial) => tutorial.vip || isFree(tutorial)))
})

test('ACCESS-06 ACCESS-07 the course opens every tutorial, the Studio none', async () => {
  expect(await (await learner(['master_course'])).opened()).toEqual(ids(() => true))
  expect(await (await learner(['master_course', 'studio'])).opened()).toEqual(ids(() => true))
  expect(await (await learner(['studio'])).opened()).toEqual(ids(isFree))
})

test('ACCESS-03 ACCESS-04 ACCESS-05 the admin opens every tutorial', async () => {
  expect(await (await learner([], ADMIN)).opened()).toEqual(ids(() => true))
})

test('COURSE-14 ACCESS-07 a revocation closes tutorials at once on every instance, also for a browser with a cached response', async () => {
  const guest = await learner(['vip'])
  for (const instance of [app, second]) expect((await guest.ask('tutorial-10', instance)).statusCode).toBe(200)
  const etag = String((await guest.ask('tutorial-10')).headers.etag)
  expect((await guest.ask('tutorial-10', app, { 'if-none-match': etag })).statusCode).toBe(304)
  await guest.revoke('vip')
  for (const instance of [app, second]) {
    await expect.poll(async () => (await guest.ask('tutorial-10', instance)).statusCode, { interval: 5 }).toBe(403)
  }
  const refused = await guest.ask('tutorial-10', app, { 'if-none-match': etag })
  expect(refused.statusCode).toBe(403)
  expect(refused.json()).toMatchObject({ code: 'entitlement_required', message: expect.stringContaining('VIP access') })
  expect(refused.payload).not.toContain('content of')
})

test('performance: a cached tutorial needs no statement, and a free one no entitlements', async () => {
  const [owner, stranger] = [await learner(['master_course']), await learner()]
  // The notification of the grant, and of the start of the course, may arrive after a response, whose facts are then read again.
  const notifications = () => changed.filter((id) => id === owner.id).length
  await expect.poll(notifications, { interval: 5 }).toBe(1)
  await owner.ask('tutorial-30')
  await expect.poll(notifications, { interval: 5 }).toBe(2)
  expect((await owner.ask('tutorial-30')).statusCode).toBe(200)
  await stranger.ask('tutorial-0')
  await tableOwner`alter table grants rename to grants_away`
  expect((await owner.ask('tutorial-30')).statusCode).toBe(200)
  expect((await stranger.ask('tutorial-0')).statusCode).toBe(200)
  expect((await stranger.ask('tutorial-30')).statusCode, 'closed while entitlements cannot be read').toBe(500)
  await tableOwner`alter table grants_away rename to grants`
})
