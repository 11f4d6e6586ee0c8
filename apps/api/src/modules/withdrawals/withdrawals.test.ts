import { randomUUID } from 'node:crypto'
import { withdrawal } from '@academy/contract'
import type { ReceivedMail } from '@academy/standins'
import { expect, onTestFinished, test } from 'vitest'
import { recordFacts } from '../../testing/record-facts.ts'
import { startSellingAcademy } from '../../testing/selling-academy.ts'

const ADMIN = 'admin@example.test'
const academy = await startSellingAcademy({ mails: true, env: { ADMIN_EMAIL: ADMIN } })
const { app, issuer, logs, owner, mailsTo, mailFault, clearMailFaults } = academy

const newAddress = () => `${randomUUID().slice(0, 8)}@example.test`
const statementOf = (more: object = {}) => ({
  id: randomUUID(),
  name: 'Ada Lovelace',
  email: newAddress(),
  offer: 'master_course',
  order_number: 'INV-7',
  remark: 'Not what I expected.\nSorry.',
  ...more,
})

let requests = 0
const newIp = () => {
  requests += 1
  return `192.0.2.${requests}`
}
/** Declares a withdrawal, each time from another IP address. */
const declare = (payload: object, { ip = newIp(), at = app } = {}) =>
  at.inject({ method: 'POST', url: '/api/withdrawals', remoteAddress: ip, payload })

const stored = async (id: string) => {
  const [row] = await owner`select * from withdrawals where id = ${id}`
  return row
}
const mailState = async (id: string, kind = 'withdrawal') => {
  const [row] = await owner`select state, attempts from mails where key = ${id} and kind = ${kind}`
  return row
}
const skipRetryDelay = (id: string) => owner`update mails set due_at = now() where key = ${id}`

const admin = await academy.signIn({ email: ADMIN })
const page = async (query: Record<string, string> = {}) => {
  const response = await app.inject({ url: '/api/admin/withdrawals', query, headers: admin })
  const { withdrawals, next } = response.json().data
  return { shown: withdrawal.strict().array().parse(withdrawals), next }
}
const list = async (query?: Record<string, string>) => (await page(query)).shown
const settle = (id: string, reason = 'Refunded in full') =>
  app.inject({ method: 'POST', url: `/api/admin/withdrawals/${id}/settle`, headers: admin, payload: { reason } })

test('SELLER-20 SELLER-21 a visitor declares a withdrawal, and gets the contract and the time by mail, without any text of the sender', async () => {
  const statement = statementOf({
    name: 'Win at https://spam.example',
    order_number: 'spam.example/7',
    remark: 'Visit https://spam.example',
  })
  const response = await declare(statement)
  expect([response.statusCode, response.json().id]).toEqual([201, statement.id])
  expect(await stored(statement.id)).toMatchObject({ ...statement, account_id: null, settled_at: null })
  await app.retryCancellationsAndMails()

  const mails = await mailsTo(statement.email)
  expect(mails.map(({ subject }) => subject)).toEqual(['We received your withdrawal'])
  const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' })
  const received = `${time.format(new Date(response.json().received_at))} UTC`
  const [mail] = mails as [ReceivedMail]
  for (const body of [mail.text, mail.html]) {
    for (const text of ['Master Course', statement.email, received, statement.id]) expect(body).toContain(text)
    expect(body).not.toMatch(/spam|href|https?:/)
  }
  expect(response.json().is_mailed).toBe(true)
})

test('SIGNIN-12 SELLER-20 SELLER-30 a statement has one address, in whichever spelling of its domain it was sent and is searched for', async () => {
  const name = randomUUID()
  const email = `${name}@xn--e1afmkfd.xn--p1ai`
  const statement = statementOf({ email: `${name}@пример.рф` })
  expect((await declare(statement)).statusCode).toBe(201)
  expect((await declare({ ...statement, email })).statusCode).toBe(201)
  await app.retryCancellationsAndMails()
  expect(await mailsTo(email)).toHaveLength(1)
  for (const search of [email, statement.email]) expect((await list({ q: search })).map(({ id }) => id)).toEqual([statement.id])
})

test('SELLER-21 a repeated statement and a double click are one statement and one mail, also on two instances', async () => {
  const statement = statementOf()
  const second = await academy.another()
  const responses = await Promise.all([declare(statement), declare(statement, { at: second }), declare(statement)])
  const again = await declare(statement)
  expect([...responses, again].map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
  const bodies = [...responses, again].map((response) => response.json())
  expect(new Set(bodies.map(({ received_at }) => received_at)).size).toBe(1)
  expect(new Set(bodies.map(({ is_mailed }) => is_mailed))).toEqual(new Set([true]))
  await Promise.all([app.retryCancellationsAndMails(), second.retryCancellationsAndMails()])
  await second.close()
  expect(await mailsTo(statement.email)).toHaveLength(1)

  const other = await declare({ ...statement, email: newAddress() })
  expect([other.statusCode, other.json().code]).toEqual([409, 'conflict'])
})

test('SELLER-21 while the mail server is down the statement is kept, and its acknowledgement is sent once later', async () => {
  const statement = statementOf()
  await mailFault('down')
  expect((await declare(statement)).statusCode).toBe(201)
  await app.retryCancellationsAndMails()
  expect(await mailState(statement.id)).toEqual({ state: 'failed', attempts: 1 })
  await app.retryCancellationsAndMails()
  expect(await mailState(statement.id), 'it pauses before the next attempt').toEqual({ state: 'failed', attempts: 1 })
  await clearMailFaults()
  await skipRetryDelay(statement.id)
  await app.retryCancellationsAndMails()
  await skipRetryDelay(statement.id)
  await app.retryCancellationsAndMails()
  expect(await mailsTo(statement.email)).toHaveLength(1)
  expect(await mailState(statement.id)).toEqual({ state: 'sent', attempts: 2 })
})

test('SELLER-21 an acknowledgement that the mail server refused for two weeks is an error for the operator', async () => {
  const { id } = statementOf()
  await declare(statementOf({ id }))
  await owner`delete from mails where kind = 'withdrawal_notice'`
  await mailFault('down')
  await app.retryCancellationsAndMails()
  await owner`update mails set expires_at = now() + interval '1 minute', due_at = now() where key = ${id}`
  const before = logs.length
  await app.retryCancellationsAndMails()
  await clearMailFaults()
  const lines = logs.slice(before)
  expect(lines.filter((line) => line.includes(id) && line.includes('gave up')).map((line) => JSON.parse(line).level)).toEqual([50])
})

test('SELLER-21 an acknowledgement of an instance that ended while it sent is not repeated', async () => {
  const statement = statementOf()
  await declare(statement)
  await app.retryCancellationsAndMails()
  await owner`update mails set state = 'sending', due_at = now() where key = ${statement.id} and kind = 'withdrawal'`
  await app.retryCancellationsAndMails()
  expect(await mailState(statement.id)).toMatchObject({ state: 'unknown' })
  expect(await mailsTo(statement.email)).toHaveLength(1)
  expect((await list({ q: statement.id }))[0]?.acknowledgement).toBe('unknown')
})

test('SELLER-21 an acknowledgement whose outcome the database does not record is not repeated', async () => {
  const statement = statementOf()
  await owner.unsafe(`
    create function refuse_sent() returns trigger language plpgsql as $$ begin raise 'the statement was cancelled'; end $$;
    create trigger refuse_sent before update on mails for each row when (new.state = 'sent') execute function refuse_sent()`)
  await declare(statement)
  await app.retryCancellationsAndMails()
  await owner`drop function refuse_sent cascade`
  expect(await mailState(statement.id)).toMatchObject({ state: 'sending' })
  await skipRetryDelay(statement.id)
  await app.retryCancellationsAndMails()
  expect(await mailState(statement.id)).toMatchObject({ state: 'unknown' })
  expect(await mailsTo(statement.email)).toHaveLength(1)
})

test('SELLER-21 takes over the mails of the version before the outbox, and repeats none that it sent or may have sent', async () => {
  const [waiting, failed, sent, sending, interrupted] = [statementOf(), statementOf(), statementOf(), statementOf(), statementOf()]
  await mailFault('down')
  for (const statement of [waiting, failed, sent, sending, interrupted]) await declare(statement)
  await app.retryCancellationsAndMails()
  await clearMailFaults()
  await owner`delete from mails`
  const old = (id: string, state: string, minutes = 0) => owner`
    insert into statement_mails (kind, statement_id, state, attempts, changed_at)
    values ('withdrawal', ${id}, ${state}, 1, now() - make_interval(mins => ${minutes}))`
  await old(waiting.id, 'waiting')
  await old(failed.id, 'failed')
  await old(sent.id, 'sent')
  await old(sending.id, 'sending')
  await old(interrupted.id, 'sending', 11)
  const second = await academy.another()
  await Promise.all([app.outbox.run(), second.outbox.run()])
  await second.close()
  const received = async ({ email }: { email: string }) => (await mailsTo(email)).length
  expect(await Promise.all([waiting, failed, sent, sending, interrupted].map(received))).toEqual([1, 1, 0, 0, 0])
  expect((await mailState(sent.id))?.state).toBe('sent')
  expect((await mailState(interrupted.id))?.state).toBe('unknown')
  expect((await declare(sent)).json().is_mailed).toBe(true)
  // An instance of the version before may send it now.
  expect(await owner`select statement_id as id from statement_mails`).toEqual([{ id: sending.id }])
  await owner`update statement_mails set state = 'sent'`
  await app.outbox.run()
  expect([(await mailState(sending.id))?.state, await received(sending)]).toEqual(['sent', 0])
})

test('SELLER-20 a statement names the account of its address in any case, and none if there are several', async () => {
  const buyer = await academy.buyer()
  await buyer.context()
  const own = statementOf({ email: buyer.email.toUpperCase() })
  await declare(own)
  expect(await stored(own.id)).toMatchObject({ account_id: buyer.id })

  const twins = [await academy.buyer({ email: 'twin@example.test' }), await academy.buyer({ email: 'twin@example.test' })]
  for (const twin of twins) await twin.context()
  const ambiguous = statementOf({ email: 'twin@example.test' })
  await declare(ambiguous)
  expect(await stored(ambiguous.id)).toMatchObject({ account_id: null })
})

test('SELLER-22 refuses missing, too long and invalid values with the name of the field', async () => {
  for (const [field, value] of [
    ['name', ' '],
    ['name', 'a'.repeat(201)],
    ['name', 'a\nb'],
    ['email', 'ada'],
    ['email', `${'a'.repeat(320)}@example.test`],
    ['email', 'ada@example.test\r\nBcc: eve@example.test'],
    ['offer', 'vip'],
    ['order_number', 'a'.repeat(201)],
    ['remark', 'a'.repeat(2001)],
    ['id', '7'],
    ['more', 'x'],
  ] as const) {
    const response = await declare(statementOf({ [field]: value }))
    expect([field, response.statusCode, Object.keys(response.json().fields)]).toEqual([field, 400, [field]])
  }
})

test('SELLER-22 limits statements per IP address, whatever their email addresses', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 21; count += 1) statuses.push((await declare(statementOf(), { ip: '198.51.100.7' })).statusCode)
  expect([statuses.slice(0, 20).every((status) => status === 201), statuses[20]]).toEqual([true, 429])
})

/** Declares a withdrawal for each email address, and returns whether its acknowledgement is mailed. */
async function mailed(emails: string[], ip?: () => string, at = app): Promise<boolean[]> {
  const answers: boolean[] = []
  for (const email of emails) {
    const response = await declare(statementOf({ email }), { ip: ip?.() ?? newIp(), at })
    expect(response.statusCode, response.body).toBe(201)
    answers.push(response.json().is_mailed)
  }
  return answers
}

test('SELLER-31 a stranger with tagged addresses of a buyer does not block the statement of the buyer', async () => {
  const buyer = await academy.buyer()
  await buyer.context()
  const [name] = buyer.email.split('@')
  const tagged = Array.from({ length: 12 }, (_, count) => `${name}+${count}@example.test`)
  expect((await mailed(tagged)).filter(Boolean)).toHaveLength(5)

  const own = statementOf({ email: buyer.email })
  const response = await declare(own)
  expect([response.statusCode, response.json().is_mailed]).toEqual([201, false])
  expect((await declare(own)).json().is_mailed, 'a repeated request').toBe(false)
  expect((await list({ q: own.id }))[0]).toMatchObject({ account_id: buyer.id, acknowledgement: 'dropped' })
  await app.retryCancellationsAndMails()
  expect(await mailsTo(buyer.email)).toEqual([])
})

test('SELLER-31 limits the mails to a mailbox within a day, in every spelling that its provider delivers to it', async () => {
  const dotted = Array.from({ length: 12 }, (_, at) => `${'strangersname'.slice(0, at + 1)}.${'strangersname'.slice(at + 1)}@gmail.com`)
  expect((await mailed([...dotted, 'StrangersName+x@GoogleMail.com'])).filter(Boolean)).toHaveLength(5)
  const others = [
    'ada.b@example.test',
    'adab@example.test',
    'ad.ab@example.test',
    'a.d.ab@example.test',
    'a.d.a.b@example.test',
    'a.dab@example.test',
  ]
  expect(await mailed(others), 'other providers do not ignore dots').not.toContain(false)
})

test('SELLER-31 limits the mails that a network causes within a day', async () => {
  const ip = '198.51.100.99'
  const emails = Array.from({ length: 20 }, newAddress)
  expect(await mailed(emails, () => ip)).not.toContain(false)
  await owner`delete from rate_limits where key like 'statements:%'`
  const second = await academy.another()
  onTestFinished(() => second.close())
  const victim = newAddress()
  const repeated = Array.from({ length: 8 }, () => victim)
  expect(await mailed(repeated, () => ip, second), 'at another instance').not.toContain(true)
  expect(await mailed([victim]), 'the refused mails do not count for the mailbox').toEqual([true])
})

test('SELLER-32 acknowledges statements of accounts with purchases before others', async () => {
  await owner`delete from mails`
  await mailFault('down')
  const stranger = statementOf()
  await declare(stranger)
  const buyer = await academy.buyer()
  await buyer.context()
  await recordFacts(app.db, buyer.id).purchase()
  const genuine = statementOf({ email: buyer.email })
  await declare(genuine)
  await app.retryCancellationsAndMails()
  await clearMailFaults()
  await owner`update mails set state = 'waiting', due_at = now()`
  await app.retryCancellationsAndMails()
  const order = await owner`select key as id from mails where kind = 'withdrawal' order by changed_at`
  expect(order.map(({ id }) => id)).toEqual([genuine.id, stranger.id])
})

test('SELLER-33 one notice tells the administrator of all statements within an hour', async () => {
  await owner`delete from mails`
  const before = (await mailsTo(ADMIN)).length
  await declare(statementOf())
  await app.retryCancellationsAndMails()
  for (let count = 0; count < 3; count += 1) {
    await declare(statementOf())
    await app.retryCancellationsAndMails()
  }
  const subjects = async () => (await mailsTo(ADMIN)).map(({ subject }) => subject)
  expect(await mailsTo(ADMIN)).toHaveLength(before + 1)
  await owner`update mails set due_at = now() where kind = 'withdrawal_notice' and state = 'waiting'`
  await app.retryCancellationsAndMails()
  expect(await mailsTo(ADMIN)).toHaveLength(before + 2)
  expect(await subjects()).toContain('3 new withdrawals')
})

test('SELLER-23 the administrator gets one mail, sees open statements first, and settles each once with a note', async () => {
  await owner`update withdrawals set settled_at = now()`
  // Else the mails of all other statements of this file are sent first, one after the other.
  await owner`delete from mails`
  const [first, second] = [statementOf(), statementOf({ offer: 'studio' })]
  await mailFault('down')
  for (const statement of [first, second]) await declare(statement)
  await app.retryCancellationsAndMails()
  await clearMailFaults()
  for (const { id } of [first, second]) await skipRetryDelay(id)
  await app.retryCancellationsAndMails()
  expect((await mailsTo(ADMIN)).map(({ subject }) => subject)).toContain('2 new withdrawals')

  const [oldest, next, settled] = await list()
  expect([oldest?.id, next?.id]).toEqual([first.id, second.id])
  expect(oldest).toMatchObject({ name: 'Ada Lovelace', acknowledgement: 'sent', settled_at: null })
  expect(settled?.settled_at).not.toBeNull()

  expect((await settle(first.id)).statusCode).toBe(200)
  expect((await settle(first.id)).statusCode).toBe(409)
  expect((await settle(randomUUID())).statusCode).toBe(404)
  expect((await settle('7')).statusCode).toBe(404)
  expect((await settle(second.id, ' ')).statusCode).toBe(400)
  expect((await list())[0]?.id).toBe(second.id)
  expect(await stored(first.id)).toMatchObject({ settled_by: ADMIN, settled_note: 'Refunded in full' })
  const acts = await owner`select who, what, reason from audit_log where details->>'withdrawal' = ${first.id}`
  expect(acts).toEqual([{ who: ADMIN, what: 'settle_withdrawal', reason: 'Refunded in full' }])
})

test('SELLER-30 lists open statements of buyers, then of accounts, before those of other addresses, which anyone can invent', async () => {
  await owner`update withdrawals set settled_at = now()`
  await owner`insert into withdrawals (id, offer, email, received_at)
    select gen_random_uuid(), 'studio', n || '@invented.example', now() - interval '1 hour' from generate_series(1, 250) n`
  const buyer = await academy.buyer()
  await buyer.context()
  const genuine = statementOf({ email: buyer.email })
  await declare(genuine)
  const paying = await academy.buyer()
  await paying.context()
  await recordFacts(app.db, paying.id).purchase()
  const paid = statementOf({ email: paying.email })
  await declare(paid)
  const first = await page()
  expect(first.shown.slice(0, 2).map(({ id }) => id)).toEqual([paid.id, genuine.id])
  const all = [...first.shown]
  for (let next = first.next; next !== null; ) {
    const more = await page({ cursor: next })
    all.push(...more.shown)
    next = more.next
  }
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  const [count] = await owner`select count(*)::int as all, count(*) filter (where settled_at is null)::int as open from withdrawals`
  expect([all.length, all.findIndex(({ settled_at }) => settled_at !== null)]).toEqual([count?.all, count?.open])
})

test('SELLER-30 LEARN-62 finds a statement among many by a part of its name, address, number or reference', async () => {
  const found = statementOf({ name: 'Grace Höpper', order_number: 'INV-4711' })
  await declare(found)
  for (const q of ['GRACE HÖP', 'grace\u00a0ho\u0308pper', 'hopp', found.email.toUpperCase(), 'inv-4711', found.id.slice(0, 13)])
    expect([q, (await list({ q })).map(({ id }) => id)]).toEqual([q, [found.id]])
  expect(await list({ q: '%' })).toEqual([])
  expect(await list({ q: '.*' })).toEqual([])
  for (const cursor of ['x', Buffer.from('[4,1,"7"]').toString('base64url')])
    expect((await app.inject({ url: '/api/admin/withdrawals', query: { cursor }, headers: admin })).statusCode).toBe(400)
})

test('SELLER-28 an open statement outlives its account, is acknowledged, and loses its texts when it is settled', async () => {
  const account = { id: randomUUID(), email: newAddress() }
  issuer.addUser(account)
  const buyer = await academy.buyer(account)
  await buyer.context()
  const statement = statementOf({ email: account.email })
  await mailFault('down')
  await declare(statement)
  await app.retryCancellationsAndMails()
  const authorization = `Bearer ${await issuer.token({ sub: account.id, email: account.email })}`
  const payload = { email: account.email }
  const erased = await app.inject({ method: 'POST', url: '/api/accounts/erase', headers: { authorization }, payload })
  expect(erased.statusCode).toBe(200)
  await clearMailFaults()
  await skipRetryDelay(statement.id)
  await app.retryCancellationsAndMails()
  expect((await mailsTo(account.email)).map(({ subject }) => subject)).toContain('We received your withdrawal')
  // The account no longer has a page.
  expect((await list({ q: statement.id }))[0]).toMatchObject({ ...statement, account_id: null })

  expect((await settle(statement.id)).statusCode).toBe(200)
  const emptied = { name: null, email: null, order_number: null, remark: null, settled_note: null }
  expect(await stored(statement.id)).toMatchObject({ ...emptied, account_id: account.id, offer: statement.offer, settled_by: ADMIN })
})

test('SELLER-22 logs contain no address and no text of a statement', () => {
  const revealing = logs.filter((line) => /@example\.test|Lovelace|Not what I expected/.test(line))
  expect(revealing).toEqual([])
})
