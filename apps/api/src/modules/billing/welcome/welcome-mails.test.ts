import { randomUUID } from 'node:crypto'
import type { ReceivedMail } from '@academy/standins'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'

const SLACK = { SLACK_STANDARD_URL: 'https://example.com/slack', SLACK_PREMIUM_URL: 'https://example.com/premium' }
const academy = await startSellingAcademy({ mails: true, env: { ...SLACK, VITE_ACADEMY_NAME: 'Ada & <Co>', STRIPE_INVOICES: 'true' } })
const { app, standins, logs, mailsTo, mailFault, clearMailFaults } = academy

const stateOf = async (session: string) => {
  const [row] = await app.sql<{ state: string; attempts: number }[]>`
    select state, attempts from mails where kind = 'welcome' and key = ${session}`
  return row
}

/** A buyer that the auth provider knows. */
async function newBuyer(email = `${randomUUID().slice(0, 8)}@example.test`) {
  const { id } = academy.issuer.addUser({ email })
  return academy.buyer({ id, email })
}

/** Buys and syncs, without sending the welcome mail. */
async function buys(choice: object, email?: string) {
  const buyer = await newBuyer(email)
  const session = await buyer.buys(choice)
  await buyer.context()
  return { buyer, session }
}

/** Sends due mails until that of the checkout has the state. Another run of the academy may be sending it. */
const sendUntil = (session: string, state: string) =>
  expect
    .poll(async () => {
      await app.outbox.run()
      return (await stateOf(session))?.state
    })
    .toBe(state)

/** Makes the next attempt due. */
const skipRetryDelay = (session: string) => academy.owner`update mails set due_at = now() where key = ${session}`

test('BUY-01 a buyer gets one mail with the first steps, the receipt and what is charged later, as text and HTML', async () => {
  const expected: Record<string, { subject: string; paths: string[]; says: RegExp[] }> = {
    bundle: {
      subject: 'Welcome to the Launch bundle',
      paths: ['/courses/master-course', '/resources', '/community'],
      says: [/free until \w+ \d+, \d{4}\. Then it costs €17 a month/, /money back/],
    },
    masterCourse: {
      subject: 'Welcome to the Master Course',
      paths: ['/courses/master-course', '/community', '/settings?tab=pricing'],
      says: [/money back/],
    },
    numberOfPlans: {
      subject: 'Welcome to the Vibe Coding Studio',
      paths: ['/resources', '/my-prompts', '/premium-slack'],
      says: [/costs €17 a month, less any discount, and renews until you cancel it/],
    },
  }
  for (const [flag, { subject, paths, says }] of Object.entries(expected)) {
    const { buyer } = await buys({ [flag]: flag === 'numberOfPlans' ? 1 : true })
    await app.outbox.run()
    const mails = await mailsTo(buyer.email)
    expect(mails).toHaveLength(1)
    const [mail] = mails as [ReceivedMail]
    expect([mail.subject, mail.from]).toEqual([subject, 'Ada & <Co> <hello@academy.test>'])
    const receipts = mail.links.filter((link) => link.startsWith(standins.url))
    expect(receipts).toHaveLength(1)
    expect((await fetch(receipts[0] as string)).status).toBe(200)
    expect(mail.links).toEqual([...paths.map((path) => `http://localhost:3000${path}`), ...receipts])
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain(buyer.email)
      for (const text of says) expect(body.replaceAll('&#39;', "'")).toMatch(text)
      expect(body.includes('Studio')).toBe(flag !== 'masterCourse')
    }
  }
})

test('SEAT-19 the mail to a buyer of seats says how to invite the team, and not to start the course', async () => {
  const { buyer } = await buys({ masterCourse: true, seats: 5 })
  await app.outbox.run()
  const [mail, ...others] = (await mailsTo(buyer.email)) as [ReceivedMail]
  expect([mail.subject, others]).toEqual(['Your 5 seats of the Master Course', []])
  expect(mail.links.map((link) => new URL(link).pathname)).toEqual(['/team', expect.stringContaining('/invoices/')])
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain('Invite your team')
    expect(body).toContain('the share of each seat back that has not started')
    expect(body).not.toMatch(/Start the course|Studio|started the course/)
  }
})

test('LEARN-59 the mail of a purchase without a guarantee says so', async () => {
  const fingerprint = 'FpOfOnePerson'
  const first = await newBuyer()
  const refunded = await first.buys({ masterCourse: true }, { fingerprint })
  await first.context()
  await app.sql`update purchases set refund_requested_at = paid_at, refunded_at = paid_at where id = ${refunded}`
  const second = await newBuyer()
  await second.buys({ bundle: true }, { fingerprint })
  await second.context()
  const { buyer: third } = await buys({ masterCourse: true })
  await app.sql`insert into course_starts (account_id, tutorial_id) values (${third.id}, 'opened-with-a-grant')`
  await app.outbox.run()
  const textOf = async (email: string) => (await mailsTo(email))[0]?.text
  expect(await textOf(second.email)).toContain('no money-back guarantee: it is once per person, and was used before')
  expect(await textOf(third.email)).toContain('no money-back guarantee, because you have started the course')
  for (const { email } of [second, third]) expect(await textOf(email)).not.toContain('get your money back')
})

test('BUY-02 repeated webhooks, syncs and two instances send one mail', async () => {
  const { buyer } = await buys({ masterCourse: true })
  const other = await academy.another({ SMTP_HOST: '127.0.0.1' })
  try {
    const runs = [app, other].flatMap((instance: FastifyInstance) => [instance.outbox.run(), instance.outbox.run()])
    await Promise.all([...runs, buyer.context()])
    for (const event of await academy.events()) await academy.deliver(event)
    await app.payments?.sync(await buyer.customer())
    await Promise.all([app.outbox.run(), other.outbox.run()])
  } finally {
    await other.close()
  }
  expect(await mailsTo(buyer.email)).toHaveLength(1)
})

test('BUY-02 while the mail server or Stripe is down the mail waits and is sent once later', async () => {
  await mailFault('down')
  const { buyer, session } = await buys({ masterCourse: true })
  await sendUntil(session, 'failed')
  const { attempts = 0 } = (await stateOf(session)) ?? {}
  await app.outbox.run()
  expect(await stateOf(session), 'it pauses before the next attempt').toEqual({ state: 'failed', attempts })
  await clearMailFaults()
  await academy.fault({ kind: 'down' })
  await skipRetryDelay(session)
  await app.outbox.run()
  expect(await stateOf(session)).toEqual({ state: 'failed', attempts: attempts + 1 })
  await academy.clearFaults()
  await skipRetryDelay(session)
  await app.outbox.run()
  await skipRetryDelay(session)
  await app.outbox.run()
  expect(await mailsTo(buyer.email)).toHaveLength(1)
  expect(await stateOf(session)).toEqual({ state: 'sent', attempts: attempts + 2 })
})

test('BUY-02 a mail of an instance that ended while it sent is not repeated', async () => {
  const { buyer, session } = await buys({ masterCourse: true })
  await sendUntil(session, 'sent')
  await academy.owner`update mails set state = 'sending', due_at = now() where key = ${session}`
  await app.outbox.run()
  expect((await stateOf(session))?.state).toBe('unknown')
  await skipRetryDelay(session)
  await app.outbox.run()
  expect(await mailsTo(buyer.email)).toHaveLength(1)
  expect(logs.some((line) => line.includes('may not have been sent') && line.includes(session))).toBe(true)
})

test('BUY-02 a mail whose outcome the database does not record is not repeated', async () => {
  await mailFault('down')
  const { buyer, session } = await buys({ masterCourse: true })
  await app.outbox.run()
  await clearMailFaults()
  await academy.owner.unsafe(`
    create function refuse_sent() returns trigger language plpgsql as $$ begin raise 'the statement was cancelled'; end $$;
    create trigger refuse_sent before update on mails for each row when (new.state = 'sent') execute function refuse_sent()`)
  await skipRetryDelay(session)
  await app.outbox.run()
  await academy.owner`drop function refuse_sent cascade`
  expect(await mailsTo(buyer.email)).toHaveLength(1)
  expect((await stateOf(session))?.state).toBe('sending')
  await skipRetryDelay(session)
  await app.outbox.run()
  expect((await stateOf(session))?.state).toBe('unknown')
  expect(await mailsTo(buyer.email)).toHaveLength(1)
})

test('BUY-02 sends no welcome mail for refunded or old purchases, or to deleted users', async () => {
  await mailFault('down')
  const refunded = await buys({ masterCourse: true })
  const old = await buys({ masterCourse: true })
  const erasedBuyer = await buys({ masterCourse: true })
  // Queues the mails.
  await app.outbox.run()
  await academy.owner`update purchases set refund_requested_at = now() where id = ${refunded.session}`
  await academy.owner`update mails set expires_at = now() - interval '1 day' where key = ${old.session}`
  academy.issuer.removeUser(erasedBuyer.buyer.id)
  await clearMailFaults()
  for (const { session } of [refunded, old, erasedBuyer]) await skipRetryDelay(session)
  await app.outbox.run()
  for (const { buyer } of [refunded, old, erasedBuyer]) expect(await mailsTo(buyer.email)).toEqual([])
  expect((await stateOf(erasedBuyer.session))?.state).toBe('dropped')
})

test('BUY-02 sends no welcome mail for a Studio that has ended', async () => {
  await mailFault('down')
  const { buyer, session } = await buys({ numberOfPlans: 1 })
  await app.outbox.run()
  const customer = await buyer.customer()
  const [studio] = (await academy.stripe.subscriptions.list({ customer })).data
  const [charge] = (await academy.stripe.charges.list({ customer })).data
  await academy.stripe.refunds.create({ charge: charge?.id ?? '' })
  await academy.stripe.subscriptions.cancel(studio?.id ?? '')
  await app.payments?.sync(customer)
  await clearMailFaults()
  await skipRetryDelay(session)
  await app.outbox.run()
  expect(await mailsTo(buyer.email)).toEqual([])
  expect((await stateOf(session))?.state).toBe('dropped')
})

test('BUY-02 takes over the mails of the version before the outbox, and repeats none that it sent or may have sent', async () => {
  await mailFault('down')
  const bought = [await buys({ masterCourse: true }), await buys({ masterCourse: true }), await buys({ masterCourse: true })]
  await app.outbox.run()
  await clearMailFaults()
  const [failed, sent, interrupted] = bought.map(({ session }) => session) as [string, string, string]
  await academy.owner`delete from mails where key in ${academy.owner([failed, sent, interrupted])}`
  const old = (session: string, state: string) => academy.owner`
    update checkouts set welcome_mail = ${state}, welcome_mail_at = now() - interval '11 minutes', welcome_mail_attempts = 1
    where session_id = ${session}`
  await old(failed, 'failed')
  await old(sent, 'sent')
  await old(interrupted, 'sending')
  const other = await academy.another({ SMTP_HOST: '127.0.0.1' })
  await Promise.all([app.outbox.run(), other.outbox.run()])
  await other.close()
  expect(await Promise.all(bought.map(async ({ buyer }) => (await mailsTo(buyer.email)).length))).toEqual([1, 0, 0])
  expect([await stateOf(failed), await stateOf(sent), await stateOf(interrupted)]).toEqual([
    { state: 'sent', attempts: 2 },
    undefined,
    { state: 'unknown', attempts: 1 },
  ])
})

test('BUY-03 names and addresses are escaped in HTML, and no log has an address', async () => {
  await mailFault('error')
  const { buyer } = await buys({ masterCourse: true }, `o'neil&b${randomUUID().slice(0, 4)}@example.test`)
  await app.outbox.run()
  await clearMailFaults()
  await academy.owner`update mails set due_at = now() where state = 'failed'`
  await app.outbox.run()
  const [mail] = await mailsTo(buyer.email)
  expect(mail?.html).toContain('Ada &amp; &lt;Co&gt;')
  expect(mail?.html).not.toContain('<Co>')
  expect(mail?.html).toContain('o&#39;neil&amp;b')
  expect(mail?.text).toContain(buyer.email)
  expect(logs.some((line) => line.includes('failed to send a mail'))).toBe(true)
  expect(logs.filter((line) => line.includes('@example.test'))).toEqual([])
})
