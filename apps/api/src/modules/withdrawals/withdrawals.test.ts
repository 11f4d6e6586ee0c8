import { randomUUID } from 'node:crypto'
import { withdrawal } from '@academy/contract'
import type { ReceivedMail } from '@academy/standins'
import { expect, test } from 'vitest'
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
  const [row] = await owner`select state, attempts from statement_mails where statement_id = ${id} and kind = ${kind}`
  return row
}
const skipRetryDelay = (id: string) => owner`update statement_mails set changed_at = now() - interval '2 hours' where statement_id = ${id}`

const admin = await academy.signIn({ email: ADMIN })
const list = async () => {
  const response = await app.inject({ url: '/api/admin/withdrawals', headers: admin })
  return withdrawal.strict().array().parse(response.json().data)
}
const settle = (id: string, reason = 'Refunded in full') =>
  app.inject({ method: 'POST', url: `/api/admin/withdrawals/${id}/settle`, headers: admin, payload: { reason } })

test('SELLER-20 SELLER-21 a visitor declares a withdrawal, and gets its content and its time by mail as text and HTML', async () => {
  const statement = statementOf({ name: 'Ada & <b>Lovelace</b>' })
  const response = await declare(statement)
  expect([response.statusCode, response.json().id]).toEqual([201, statement.id])
  expect(await stored(statement.id)).toMatchObject({ ...statement, account_id: null, settled_at: null })
  await app.retryCancellationsAndMails()

  const mails = await mailsTo(statement.email)
  expect(mails.map(({ subject }) => subject)).toEqual(['We received your withdrawal'])
  const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' })
  const received = `${time.format(new Date(response.json().received_at))} UTC`
  const [mail] = mails as [ReceivedMail]
  for (const text of ['Master Course', statement.email, 'INV-7', 'Not what I expected. / Sorry.', received, statement.id])
    for (const body of [mail.text, mail.html]) expect(body).toContain(text)
  expect(mail.text).toContain('Ada & <b>Lovelace</b>')
  expect(mail.html).toContain('Ada &amp; &lt;b&gt;Lovelace')
  expect(mail.html).not.toContain('<b>')
})

test('SELLER-21 a repeated statement and a double click are one statement and one mail, also on two instances', async () => {
  const statement = statementOf()
  const second = await academy.another()
  const responses = await Promise.all([declare(statement), declare(statement, { at: second }), declare(statement)])
  const again = await declare(statement)
  expect([...responses, again].map(({ statusCode }) => statusCode).filter((status) => status !== 429)).not.toContain(409)
  const times = [...responses, again].flatMap((response) => (response.statusCode === 201 ? [response.json().received_at] : []))
  expect(new Set(times).size).toBe(1)
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
  await mailFault('down')
  await app.retryCancellationsAndMails()
  await owner`
    update statement_mails set created_at = now() - interval '13 days 23 hours 30 minutes', changed_at = now() - interval '2 hours'
    where statement_id = ${id}`
  const before = logs.length
  await app.retryCancellationsAndMails()
  await clearMailFaults()
  const lines = logs.slice(before)
  expect(lines.filter((line) => line.includes(id) && line.includes('gave up')).map((line) => JSON.parse(line).level)).toEqual([50, 50])
})

test('SELLER-21 an acknowledgement of an instance that ended while it sent is not repeated', async () => {
  const statement = statementOf()
  await declare(statement)
  await app.retryCancellationsAndMails()
  await owner`update statement_mails set state = 'sending', changed_at = now() - interval '11 minutes' where statement_id = ${statement.id} and kind = 'withdrawal'`
  await app.retryCancellationsAndMails()
  expect(await mailState(statement.id)).toMatchObject({ state: 'unknown' })
  expect(await mailsTo(statement.email)).toHaveLength(1)
  expect((await list()).find(({ id }) => id === statement.id)?.acknowledgement).toBe('unknown')
})

test('SELLER-21 an acknowledgement whose outcome the database does not record is not repeated', async () => {
  const statement = statementOf()
  await owner.unsafe(`
    create function refuse_sent() returns trigger language plpgsql as $$ begin raise 'the statement was cancelled'; end $$;
    create trigger refuse_sent before update on statement_mails for each row when (new.state = 'sent') execute function refuse_sent()`)
  await declare(statement)
  await app.retryCancellationsAndMails()
  await owner`drop function refuse_sent cascade`
  expect(await mailState(statement.id)).toMatchObject({ state: 'sending' })
  await skipRetryDelay(statement.id)
  await app.retryCancellationsAndMails()
  expect(await mailState(statement.id)).toMatchObject({ state: 'unknown' })
  expect(await mailsTo(statement.email)).toHaveLength(1)
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

test('SELLER-22 limits statements per IP address, per email address and per day, with a message', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 21; count += 1) statuses.push((await declare(statementOf(), { ip: '198.51.100.7' })).statusCode)
  expect([statuses.slice(0, 20).every((status) => status === 201), statuses[20]]).toEqual([true, 429])

  const email = newAddress()
  const same: number[] = []
  for (let count = 0; count < 4; count += 1) same.push((await declare(statementOf({ email }))).statusCode)
  expect(same).toEqual([201, 201, 201, 429])

  const busy = newAddress()
  for (let count = 0; count < 10; count += 1)
    await owner`insert into withdrawals (id, offer, email) values (${randomUUID()}, 'studio', ${busy})`
  const refused = await declare(statementOf({ email: busy.toUpperCase() }))
  expect([refused.statusCode, refused.json().message]).toEqual([429, expect.stringContaining('did not record this withdrawal')])
  expect(await owner`select 1 from withdrawals where lower(email) = lower(${busy})`).toHaveLength(10)
})

test('SELLER-22 counts tagged addresses of a mailbox together, per minute and per day', async () => {
  const [name] = newAddress().split('@')
  const same: number[] = []
  for (const tag of ['', '+a', '+b', '+c+d']) same.push((await declare(statementOf({ email: `${name}${tag}@example.test` }))).statusCode)
  expect(same).toEqual([201, 201, 201, 429])

  const [busy] = newAddress().split('@')
  for (let count = 0; count < 10; count += 1)
    await owner`insert into withdrawals (id, offer, email) values (${randomUUID()}, 'studio', ${`${busy}+${count}@Example.test`})`
  expect((await declare(statementOf({ email: `${busy}+more@example.test` }))).statusCode).toBe(429)
})

test('SELLER-23 the administrator gets a mail, sees open statements first, and settles each once with a note', async () => {
  await owner`update withdrawals set settled_at = now()`
  // Else the mails of all other statements of this file are sent first, one after the other.
  await owner`delete from statement_mails`
  const [first, second] = [statementOf(), statementOf({ offer: 'studio' })]
  for (const statement of [first, second]) await declare(statement)
  await app.retryCancellationsAndMails()
  const notices = (await mailsTo(ADMIN)).filter(({ text }) => text.includes(first.id))
  expect(notices.map(({ subject }) => subject)).toEqual(['Withdrawal: Master Course'])
  // The mail server may refuse the acknowledgement and accept the notice.
  expect(notices[0]?.text.replaceAll(/\s+/g, ' ')).toContain(
    'The academy acknowledges it by mail; the list says whether that mail was sent.',
  )

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

test('SELLER-30 lists open statements of accounts before those of other addresses, which anyone can invent', async () => {
  await owner`update withdrawals set settled_at = now()`
  await owner`insert into withdrawals (id, offer, email, received_at)
    select gen_random_uuid(), 'studio', n || '@invented.example', now() - interval '1 hour' from generate_series(1, 250) n`
  const buyer = await academy.buyer()
  await buyer.context()
  const genuine = statementOf({ email: buyer.email })
  await declare(genuine)
  const shown = await list()
  expect([shown.length, shown[0]?.id]).toEqual([200, genuine.id])
  expect(new Set(shown.map(({ settled_at }) => settled_at))).toEqual(new Set([null]))
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
  expect((await list()).find(({ id }) => id === statement.id)).toMatchObject({ ...statement, account_id: null })

  expect((await settle(statement.id)).statusCode).toBe(200)
  const emptied = { name: null, email: null, order_number: null, remark: null, settled_note: null }
  expect(await stored(statement.id)).toMatchObject({ ...emptied, account_id: account.id, offer: statement.offer, settled_by: ADMIN })
})

test('SELLER-22 logs contain no address and no text of a statement', () => {
  const revealing = logs.filter((line) => /@example\.test|Lovelace|Not what I expected/.test(line))
  expect(revealing).toEqual([])
})
