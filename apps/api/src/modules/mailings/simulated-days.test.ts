import { MAILING_KINDS, type MailingKind } from '@academy/contract/mailing-kinds'
import Fastify from 'fastify'
import fp from 'fastify-plugin'
import { beforeAll, expect, test, vi } from 'vitest'
import { claimMail } from '../../mail/outbox.store.ts'
import { outbox } from '../../mail/outbox.ts'
import { MailNotSent, UnknownAddress, UnknownDelivery } from '../../mail/transport.ts'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { publisher } from '../../testing/published-pages.ts'
import { saveChosen, withdrawByMailing } from './consents.store.ts'
import { mailingSender } from './mailing-sender.ts'
import { claimLooks } from './mailings.store.ts'

const ACCOUNTS = 10_000
const DAYS = 60
/** The accounts that choose mails at some time: every n-th one. */
const CHOOSING = 40
const HOUR_MS = 3_600_000
/** The midnight to come: what is postponed by the simulated clock must be due later by the clock of Postgres as well, or it is claimed again at once. */
const BEGIN = new Date().setUTCHours(24, 0, 0, 0)
const ZONES = ['Europe/Berlin', 'Asia/Tokyo', 'America/Los_Angeles', 'Asia/Kolkata', null]

const { app: academy, owner, config } = await buildTestApp()
const { db } = academy

/** Returns pseudorandom numbers from 0 to 1, the same in each run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
const random = randomNumbers(45)
const upTo = (count: number): number => Math.floor(random() * count)

const idOf = (account: number): string => `00000000-0000-4000-8000-${String(account).padStart(12, '0')}`

/** What the test knows about each account. */
type Known = { chosen: Set<MailingKind>; mayGetMails: boolean; isBanned: boolean; isUnknown: boolean; zone: string | null }
const known = new Map<string, Known>()
const received: { id: string; account: string; kind: string; at: number }[] = []
const wrong: string[] = []
let behavior: 'accepts' | 'refuses' | 'is silent' = 'accepts'

const hourIn = (zone: string | null): number =>
  Number(new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: zone ?? 'UTC' }).format(new Date()))

const services = fp(
  async (app) => {
    app.decorate('db', db)
    app.decorate('courses', academy.courses)
    app.decorate('config', config)
    app.decorate('authProvider', {
      ...academy.authProvider,
      findUser: async (id: string) => ({
        id,
        email: `${id}@example.test`,
        createdAt: new Date(0),
        isConfirmed: true,
        isBanned: known.get(id)?.isBanned === true,
      }),
    })
    app.decorate('mailer', {
      send: async ({ id, to }) => {
        if (behavior === 'refuses') throw new MailNotSent('refused')
        const account = to.split('@')[0] ?? ''
        const kind = id.split('.')[0] as MailingKind
        const about = known.get(account)
        if (!about?.chosen.has(kind)) wrong.push(`${id}: without consent`)
        if (about?.isUnknown) {
          about.chosen.delete(kind)
          throw new UnknownAddress('unknown')
        }
        if (!about?.mayGetMails || about.isBanned) wrong.push(`${id}: to an account that gets none`)
        const hour = hourIn(about?.zone ?? null)
        if (hour < 9 || hour > 19) wrong.push(`${id}: at ${hour} o'clock`)
        received.push({ id, account, kind, at: Date.now() })
        if (behavior === 'is silent') throw new UnknownDelivery('silent')
      },
    })
  },
  { name: 'mailer' },
)

async function startInstance() {
  const app = Fastify()
  await app.register(services)
  for (const name of ['database', 'auth-provider']) await app.register(fp(async () => {}, { name }))
  await app.register(outbox)
  await app.register(mailingSender)
  await app.ready()
  return app
}

beforeAll(async () => {
  const publish = publisher(db)
  await publish.course('master-course')
  for (const session of [1, 2, 3]) {
    await publish.session(`session-${session}`, 'master-course', { position: session })
    for (const tutorial of [1, 2])
      await publish.tutorial(`tutorial-${session}-${tutorial}`, `session-${session}`, { position: tutorial, free: session === 1 })
  }
  for (const day of [5, 35]) {
    await publish.resource(`prompt-${day}`, { last_edited_time: new Date(BEGIN) })
    await owner`update content_resources set published_at = ${new Date(BEGIN + day * 24 * HOUR_MS)} where public_id = ${`prompt-${day}`}`
  }
  await owner`set session_replication_role = replica`
  const id = owner`('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`
  await owner`insert into accounts (account_id) select ${id} from generate_series(1, ${ACCOUNTS}::int) n`
  for (const name of ['master_course', 'studio'])
    await owner`insert into grants (account_id, package, reason, granted_by, granted_at)
      select ${id}, ${name}, 'A gift', 'grace', ${new Date(BEGIN)} from generate_series(1, ${ACCOUNTS}::int) n`
  await owner`insert into tutorial_progress (account_id, tutorial_id, started_at, updated_at, done, done_changed_at)
    select ${id}, 'tutorial-1-1', ${new Date(BEGIN)}, ${new Date(BEGIN)}, true, ${new Date(BEGIN)} from generate_series(1, ${ACCOUNTS}::int) n`
  await owner`set session_replication_role = origin`
  await owner`analyze`
}, 120_000)

const TUTORIALS = [1, 2, 3].flatMap((session) => [1, 2].map((tutorial) => `tutorial-${session}-${tutorial}`))

/** A random act of an account, by default of a random one that chooses mails at some time. */
async function act(account = idOf(CHOOSING * (1 + upTo(ACCOUNTS / CHOOSING)))): Promise<void> {
  const about = known.get(account) ?? {
    chosen: new Set(),
    mayGetMails: true,
    isBanned: false,
    isUnknown: upTo(20) === 0,
    zone: ZONES[upTo(ZONES.length)] ?? null,
  }
  known.set(account, about)
  const now = new Date()
  const kind = upTo(100)
  if (kind < 40) {
    const kinds = MAILING_KINDS.filter(() => random() < 0.7)
    about.chosen = new Set(about.mayGetMails || kinds.length === 0 ? kinds : about.chosen)
    await saveChosen(db, { account_id: account, kinds: [...about.chosen], given_via: 'settings', time_zone: about.zone, now })
  } else if (kind < 50) {
    const mail = received.findLast((one) => one.account === account)
    if (mail === undefined) return
    about.chosen.delete(mail.kind as MailingKind)
    await withdrawByMailing(db, mail.id.split('.')[1] ?? '', 'one_click', now)
  } else if (kind < 93) {
    // Some devices report late what their user did.
    const at = new Date(now.getTime() - (upTo(2) === 0 ? upTo(10) * 24 * HOUR_MS : 0))
    await owner`insert into tutorial_progress as p (account_id, tutorial_id, started_at, updated_at, done, done_changed_at)
      values (${account}, ${TUTORIALS[upTo(4)] ?? ''}, ${at}, ${at}, true, ${at})
      on conflict (account_id, tutorial_id) do update set updated_at = greatest(p.updated_at, excluded.updated_at)`
  } else if (kind < 96) {
    about.mayGetMails = false
    await owner`update grants set revoked_at = ${now}, revoked_by = 'grace', revoke_reason = 'A test' where account_id = ${account}`
  } else if (kind < 98) {
    about.mayGetMails = false
    for (const tutorial of TUTORIALS)
      await owner`insert into tutorial_progress (account_id, tutorial_id, started_at, updated_at, done, done_changed_at)
        values (${account}, ${tutorial}, ${now}, ${now}, true, ${now}) on conflict do nothing`
  } else if (kind < 99) {
    about.isBanned = true
  } else {
    about.mayGetMails = false
    about.chosen.clear()
    for (const table of ['mail_consents', 'mailings', 'tutorial_progress', 'grants'])
      await owner`delete from ${owner(table)} where account_id = ${account}`
  }
}

const waiting = () => owner<{ account_id: string }[]>`
  select account_id from mailings join mails on key = id::text where state in ('waiting', 'failed')`

test('MAIL-15 MAIL-17 10,000 accounts get in 60 days no mail without consent and none twice, with two instances that end at any step', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: BEGIN })
  const instances = [await startInstance(), await startInstance()] as const
  const [first, second] = instances
  try {
    for (let hour = 0; hour < DAYS * 24; hour += 13) {
      vi.setSystemTime(BEGIN + hour * HOUR_MS)
      for (let count = 0; count < 15; count += 1) await act()
      // Accounts also change something while their mail waits.
      for (const { account_id } of await waiting()) if (upTo(2) === 0) await act(account_id)
      // What was postponed or failed is due again, and the claims of instances that ended are over.
      await owner`update mails set due_at = now() where state in ('waiting', 'failed', 'sending')`
      const step = upTo(6)
      behavior = step === 0 ? 'refuses' : step === 1 ? 'is silent' : 'accepts'
      // An instance ends after it claimed consents; another one looks at them later.
      if (step === 2) await claimLooks(db, new Date(), 20)
      // An instance ends while it sends a mail that failed before: before or after the server got it.
      if (step === 3) await claimMail(db, MAILING_KINDS)
      await Promise.all(instances.flatMap((app) => [app.mailingSender.run(), app.outbox.run()]))
      await Promise.all([first.outbox.run(), second.outbox.run()])
    }
  } finally {
    for (const app of instances) await app.close()
    vi.useRealTimers()
  }
  expect(wrong).toEqual([])
  const ids = received.map(({ id }) => id)
  expect(ids.length).toBe(new Set(ids).size)
  const mailings = await owner<{ id: string; account_id: string; kind: string; occasion: string }[]>`select * from mailings`
  const occasions = mailings.map(({ account_id, kind, occasion }) => `${account_id} ${kind} ${occasion}`)
  expect(occasions.length).toBe(new Set(occasions).size)
  // A mail about a stop never follows another one within six days, whatever devices report late.
  for (const stops of Map.groupBy(
    received.filter(({ kind }) => kind === 'stopped'),
    ({ account }) => account,
  ).values()) {
    const gaps = stops.slice(1).map(({ at }, index) => at - (stops[index]?.at ?? 0))
    expect(Math.min(...gaps, Number.POSITIVE_INFINITY)).toBeGreaterThanOrEqual(6 * 24 * HOUR_MS)
  }
  // Whatever the academy takes for an occasion: prompts come once a month, and two of the three sessions follow another one.
  const months = received.filter(({ kind }) => kind === 'new_prompts').map(({ account, at }) => `${account} ${new Date(at).getUTCMonth()}`)
  expect(months.length).toBe(new Set(months).size)
  const welcomes = Map.groupBy(
    received.filter(({ kind }) => kind === 'next_session'),
    ({ account }) => account,
  )
  expect(Math.max(...[...welcomes.values()].map(({ length }) => length))).toBeLessThanOrEqual(2)
  for (const kind of MAILING_KINDS) expect([kind, received.filter((mail) => mail.kind === kind).length > 20]).toEqual([kind, true])
  const ended = await owner`select from mail_consents where withdrawn_via = 'unknown_address'`
  expect(ended.length).toBeGreaterThan(0)
  const states = await owner<{ state: string }[]>`select distinct state from mails where kind in ${owner([...MAILING_KINDS])}`
  expect(states.map(({ state }) => state)).toEqual(expect.arrayContaining(['sent', 'unknown', 'dropped']))
}, 120_000)
