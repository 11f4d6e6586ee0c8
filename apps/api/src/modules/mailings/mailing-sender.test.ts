import type { ReceivedMail } from '@academy/standins'
import { expect, test } from 'vitest'
import { publisher } from '../../testing/published-pages.ts'
import { recordFacts } from '../../testing/record-facts.ts'
import { startSellingAcademy } from '../../testing/selling-academy.ts'
import { saveChosen } from './consents.store.ts'

const academy = await startSellingAcademy({
  mails: true,
  env: {
    VITE_IMPRINT_URL: 'https://example.com/imprint',
    VITE_PRIVACY_URL: 'https://example.com/privacy',
    PUBLIC_API_URL: 'https://api.example.com',
  },
})
const { app, issuer, mailsTo } = academy
const publish = publisher(app.db)
await publish.course('master-course')
await publish.session('first', 'master-course', { position: 1 })
await publish.session('second', 'master-course', { position: 2, name: 'Build & ship' })
await publish.tutorial('start', 'first', { position: 1, name: 'Start <here>' })
await publish.tutorial('build', 'second', { position: 1, description: 'From end to end' })

/** Returns a time zone in which it is this hour now. */
function zoneAt(hour: number): string {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

type Learner = { days?: number; done?: boolean; hour?: number; kinds?: ('stopped' | 'next_session')[] }

/** A buyer who opened or did the first tutorial some days ago. */
async function newLearner({ days = 8, done = false, hour = 12, kinds = ['stopped'] }: Learner = {}) {
  const { id, email } = issuer.addUser({ email: `${crypto.randomUUID().slice(0, 8)}@example.test` })
  const purchase = await recordFacts(app.db, id).purchase()
  const at = new Date(Date.now() - days * 86_400_000).toISOString()
  await app.sql`insert into tutorial_progress (account_id, tutorial_id, started_at, updated_at, done, done_changed_at)
    values (${id}, 'start', ${at}, ${at}, ${done}, ${done ? at : null})`
  await saveChosen(app.db, { account_id: id, kinds, given_via: 'settings', time_zone: zoneAt(hour), now: new Date() })
  const consents = () => app.sql`select withdrawn_via from mail_consents where account_id = ${id}`
  const queued = () => app.sql`select state from mails where key in (select id::text from mailings where account_id = ${id})`
  return { id, email, purchase, consents, queued, mails: () => mailsTo(email) }
}

/** Queues what is due, and sends it. Another run of the academy may be sending a mail. */
async function run(): Promise<void> {
  await app.mailingSender.run()
  await app.outbox.run()
}

/** Queues what is due while the mail server is down, so that something can change before the mail is sent. */
async function queueOnly(): Promise<void> {
  await academy.mailFault('down')
  await run()
  await academy.clearMailFaults()
  await app.sql`update mails set due_at = now()`
}

test('MAIL-14 MAIL-18 a learner who stopped gets one mail as text and HTML, with the link to go on, the way to end it, and the imprint', async () => {
  const ada = await newLearner()
  await run()
  await app.sql`update mail_consents set next_look_at = now()`
  await run()
  const mails = await ada.mails()
  expect(mails.map(({ subject }) => subject)).toEqual(['You stopped at “Start <here>”'])
  const [mail] = mails as [ReceivedMail]
  const [tutorial, unsubscribe, ...legal] = mail.links
  expect(tutorial).toBe('http://localhost:3000/courses/master-course/sessions/first/tutorials/start')
  expect(unsubscribe).toMatch(/^https:\/\/api\.example\.com\/api\/mails\/unsubscribe\?token=stopped\./)
  expect(legal).toEqual(['https://example.com/imprint', 'https://example.com/privacy'])
  expect(mail.html).toContain('Start &lt;here&gt;')
  expect(mail.text).toContain('A week has passed')
  const done = await app.inject({ method: 'POST', url: unsubscribe?.replace('https://api.example.com', '') ?? '' })
  expect([done.statusCode, (await ada.consents())[0]?.withdrawn_via]).toEqual([200, 'link'])
})

test('MAIL-14 a learner who finished a session is welcomed to the next one', async () => {
  const ada = await newLearner({ days: 1, done: true, kinds: ['stopped', 'next_session'] })
  await run()
  const [mail, ...others] = await ada.mails()
  expect([mail?.subject, others]).toEqual(['Welcome to the session “Build & ship”', []])
  expect(mail?.text).toContain('From end to end')
})

test('MAIL-16 no mail leaves at night, also one that was queued by day', async () => {
  const [night, moved] = [await newLearner({ hour: 2 }), await newLearner()]
  await queueOnly()
  expect([await night.queued(), (await moved.queued()).length]).toEqual([[], 1])
  await app.sql`update mail_consents set time_zone = ${zoneAt(2)} where account_id = ${moved.id}`
  await run()
  expect([await night.mails(), await moved.mails()]).toEqual([[], []])
  expect((await moved.queued())[0]?.state).toBe('waiting')
  const [look] = await app.sql`select next_look_at > now() + interval '5 hours' as waits from mail_consents where account_id = ${night.id}`
  expect(look?.waits).toBe(true)
})

test.each<[string, (learner: Awaited<ReturnType<typeof newLearner>>) => unknown]>([
  [
    'withdrew the consent',
    ({ id }) => saveChosen(app.db, { account_id: id, kinds: [], given_via: 'settings', time_zone: null, now: new Date() }),
  ],
  ['got the money back', ({ id, purchase }) => recordFacts(app.db, id).changePurchase(purchase, { refunded_at: new Date() })],
  ['asked for the money back', ({ id, purchase }) => recordFacts(app.db, id).changePurchase(purchase, { refund_requested_at: new Date() })],
  ['returned', ({ id }) => app.sql`update tutorial_progress set updated_at = now() where account_id = ${id}`],
  [
    'finished the course',
    ({ id }) => app.sql`
      insert into tutorial_progress (account_id, tutorial_id, started_at, updated_at, done)
      select ${id}, tutorial, now() - interval '8 days', now() - interval '8 days', true from unnest(array['start', 'build']) tutorial
      on conflict (account_id, tutorial_id) do update set done = true`,
  ],
  ['was erased', ({ id }) => app.sql`delete from mail_consents where account_id = ${id}`],
  ['was deleted at the auth provider', ({ id }) => issuer.removeUser(id)],
  ['is banned', ({ id, email }) => issuer.addUser({ id, email, banned_until: '2126-01-01T00:00:00Z' })],
  ['has not confirmed the address', ({ id, email }) => issuer.addUser({ id, email, email_confirmed_at: null })],
])('MAIL-15 an account that %s after its mail was queued gets none', async (_name, change) => {
  const ada = await newLearner()
  await queueOnly()
  expect(await ada.queued()).toHaveLength(1)
  await change(ada)
  await run()
  expect(await ada.mails()).toEqual([])
  expect((await app.sql`select from mails where state = 'dropped'`).length).toBeGreaterThan(0)
})
