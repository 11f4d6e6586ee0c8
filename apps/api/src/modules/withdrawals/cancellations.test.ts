import { randomUUID } from 'node:crypto'
import { cancellation } from '@academy/contract'
import { expect, test } from 'vitest'
import { startCancellingAcademy } from '../../testing/cancelling-academy.ts'

const academy = await startCancellingAcademy()
const { app, logs, control, owner, issuer, stripe, post, mailsTo } = academy

const linksTo = async (address: string) => (await mailsTo(address)).filter(({ subject }) => subject.startsWith('Cancel your'))

const ask = (email: string) => post('', { email })
const read = (token: string) => post('/read', { token })
const confirm = (token: string) => post('/confirm', { token })

/** Creates a buyer with an account at the auth provider. */
async function newBuyer() {
  const buyer = await academy.buyer(issuer.addUser({ email: `${randomUUID().slice(0, 8)}@example.test` }))
  await buyer.context()
  return buyer
}
type Buyer = Awaited<ReturnType<typeof newBuyer>>

async function subscriber() {
  const buyer = await newBuyer()
  await buyer.buys({ numberOfPlans: 1 })
  await app.payments?.sync(await buyer.customer())
  return buyer
}

/** Requests a cancellation link, and returns its token. */
async function tokenFor({ email }: Buyer, nth = 1): Promise<string> {
  expect((await ask(email)).statusCode).toBe(202)
  await app.retryCancellationsAndMails()
  const mails = await linksTo(email)
  expect(mails).toHaveLength(nth)
  const tokens = mails.map(({ links }) => /^http:\/\/localhost:3000\/withdraw\/cancel#token=([\w-]{43})$/.exec(links[0] ?? '')?.[1] ?? '')
  const hashes = await owner<{ token_hash: string }[]>`select token_hash from cancellations`
  for (const token of tokens) expect(hashes.map(({ token_hash }) => token_hash)).not.toContain(token)
  const [newest] = tokens
  expect(newest).toMatch(/^[\w-]{43}$/)
  return newest ?? ''
}

const subscriptionOf = async (buyer: Buyer) => (await stripe.subscriptions.list({ customer: await buyer.customer() })).data[0]
const seen = async (token: string) => cancellation.parse((await read(token)).json())

test('SELLER-24 SELLER-26 a mailed link names the Studio and its end, and cancels it for the end of the period', async () => {
  const ada = await subscriber()
  const token = await tokenFor(ada)
  const before = await subscriptionOf(ada)
  const end = new Date((before?.items.data[0]?.current_period_end ?? 0) * 1000).toISOString()
  const open = { state: 'open', subscriptions: [{ title: 'Vibe Coding Studio', ends_at: end, is_cancelled: false, is_unpaid: false }] }
  expect([await seen(token), await seen(token)], 'reading changes nothing').toEqual([open, open])
  expect((await subscriptionOf(ada))?.cancel_at_period_end).toBe(false)

  const response = await confirm(token)
  expect([response.statusCode, response.json()]).toEqual([
    200,
    { state: 'cancelled', confirmed_at: expect.any(String), ends_at: end, is_renewal_undone: false },
  ])
  const after = await subscriptionOf(ada)
  expect([after?.status, after?.cancel_at_period_end]).toEqual(['active', true])
  expect((await ada.context()).entitlements.resources, 'open until the end of the period').toBe(true)

  await app.retryCancellationsAndMails()
  const [mail, ...more] = (await mailsTo(ada.email)).filter(({ subject }) => subject === 'Your Vibe Coding Studio is cancelled')
  expect(more).toEqual([])
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(end))
  for (const body of [mail?.text, mail?.html]) expect(body).toContain(`ends on ${day}`)
  const acts = await owner`select who, what, reason from audit_log where account_id = ${ada.id}`
  expect(acts).toEqual([{ who: 'the user', what: 'cancel_studio', reason: 'the user confirmed the mailed link' }])
})

test('SELLER-26 says that a month whose renewal failed may still be charged after the cancellation', async () => {
  const ada = await subscriber()
  await control(`/stripe/control/customers/${await ada.customer()}/fail_charges`, { times: 100 })
  await academy.advance(32)
  await expect.poll(async () => (await subscriptionOf(ada))?.status).toBe('past_due')
  await app.payments?.sync(await ada.customer())
  const token = await tokenFor(ada)
  expect(await seen(token)).toMatchObject({ subscriptions: [{ is_unpaid: true }] })
  await confirm(token)
  await app.retryCancellationsAndMails()
  const mail = (await mailsTo(ada.email)).find(({ subject }) => subject === 'Your Vibe Coding Studio is cancelled')
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('The month that ends then is not paid yet, and may still be charged.')
})

test('SELLER-25 a link cancels once: repeats and double clicks return the same outcome, also after the subscriber resumed', async () => {
  const ada = await subscriber()
  const token = await tokenFor(ada)
  const responses = await Promise.all([confirm(token), confirm(token), confirm(token)])
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  for (const response of responses) expect(response.json().state).toMatch(/^(cancelled|requested)$/)
  const { id = '' } = (await subscriptionOf(ada)) ?? {}
  await stripe.subscriptions.update(id, { cancel_at_period_end: false })
  await app.payments?.sync(await ada.customer())
  expect((await confirm(token)).json().state).toBe('cancelled')
  await app.retryCancellationsAndMails()
  expect((await subscriptionOf(ada))?.cancel_at_period_end).toBe(false)
  const mails = await mailsTo(ada.email)
  expect(mails.filter(({ subject }) => subject.endsWith('is cancelled'))).toHaveLength(1)
})

test('SELLER-25 rejects an expired, a replaced and an invented link', async () => {
  const ada = await subscriber()
  const first = await tokenFor(ada)
  const second = await tokenFor(ada, 2)
  for (const token of [first, 'a'.repeat(43)]) {
    for (const response of [await read(token), await confirm(token)])
      expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
  }
  expect((await read(second)).statusCode).toBe(200)
  const [row] = await owner<{ hours: number }[]>`
    select extract(epoch from expires_at - requested_at) / 3600 as hours from cancellations where account_id = ${ada.id} limit 1`
  expect(Number(row?.hours)).toBeCloseTo(24)
  await owner`update cancellations set expires_at = now() where account_id = ${ada.id}`
  for (const response of [await read(second), await confirm(second)]) expect(response.statusCode).toBe(404)
  expect((await subscriptionOf(ada))?.cancel_at_period_end).toBe(false)
  expect((await read('short')).statusCode).toBe(400)
})

test('SELLER-24 sends the same response for every address, and mails only to a subscriber', async () => {
  const ada = await subscriber()
  const course = await newBuyer()
  await course.buys({ masterCourse: true })
  await app.payments?.sync(await course.customer())
  const stranger = `${randomUUID()}@example.test`
  const responses = [await ask(ada.email.toUpperCase()), await ask(course.email), await ask(stranger)]
  expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  await app.retryCancellationsAndMails()
  expect([await linksTo(ada.email), await linksTo(course.email), await linksTo(stranger)].map(({ length }) => length)).toEqual([1, 0, 0])
  expect((await ask('ada')).json().fields).toEqual({ email: 'Enter an email address, such as ada@example.com.' })
})

test('SIGNIN-12 SELLER-24 mails a link also for an address whose domain is spelled in Unicode', async () => {
  const name = randomUUID().slice(0, 8)
  const ada = await academy.buyer(issuer.addUser({ email: `${name}@xn--e1afmkfd.xn--p1ai` }))
  await ada.context()
  await ada.buys({ numberOfPlans: 1 })
  await app.payments?.sync(await ada.customer())
  expect((await ask(`${name}@пример.рф`)).statusCode).toBe(202)
  await app.retryCancellationsAndMails()
  expect(await linksTo(ada.email)).toHaveLength(1)
})

test('SELLER-24 sends no link to an address that the account had before', async () => {
  const ada = await subscriber()
  issuer.addUser({ id: ada.id, email: `new-${ada.email}` })
  await ask(ada.email)
  await app.retryCancellationsAndMails()
  expect(await mailsTo(ada.email)).toEqual([])
})

test('SELLER-24 limits links to five a day for an account, and refuses no request because of its address', async () => {
  const ada = await subscriber()
  const statuses: number[] = []
  for (let count = 0; count < 4; count += 1) statuses.push((await ask(ada.email)).statusCode)
  expect(statuses).toEqual([202, 202, 202, 202])
  await owner`insert into cancellations (account_id, email, expires_at) select account_id, email, expires_at from cancellations where account_id = ${ada.id}`
  await owner`delete from mails`
  const other = await academy.another({ SMTP_HOST: '' })
  const elsewhere = await other.inject({ method: 'POST', url: '/api/cancellations', payload: { email: ada.email } })
  await other.close()
  expect(elsewhere.statusCode, 'without a mail server the API says so').toBe(409)
  const second = await academy.another()
  const sixth = await second.inject({ method: 'POST', url: '/api/cancellations', payload: { email: ada.email } })
  await second.close()
  expect(sixth.statusCode).toBe(202)
  expect(await owner`select 1 from mails`).toHaveLength(0)
})

test('SELLER-26 while Stripe is down the confirmation is stored, and the Studio is cancelled later', async () => {
  const ada = await subscriber()
  const token = await tokenFor(ada)
  const end = new Date(((await subscriptionOf(ada))?.items.data[0]?.current_period_end ?? 0) * 1000).toISOString()
  await academy.fault({ kind: 'down' })
  const response = await confirm(token)
  expect([response.statusCode, response.json()]).toEqual([200, { state: 'requested', confirmed_at: expect.any(String), ends_at: end }])
  const later = () => owner`update cancellations set attempted_at = now() - interval '2 minutes' where account_id = ${ada.id}`
  await later()
  await app.retryCancellationsAndMails()
  expect((await seen(token)).state).toBe('requested')
  await academy.clearFaults()
  await app.retryCancellationsAndMails()
  expect((await seen(token)).state, 'it pauses between two attempts').toBe('requested')
  await later()
  await app.retryCancellationsAndMails()
  expect((await seen(token)).state).toBe('cancelled')
  expect((await subscriptionOf(ada))?.cancel_at_period_end).toBe(true)
  expect((await mailsTo(ada.email)).filter(({ subject }) => subject.endsWith('is cancelled'))).toHaveLength(1)
})

test('SELLER-26 a Studio that ended meanwhile needs no cancellation', async () => {
  const ada = await subscriber()
  const token = await tokenFor(ada)
  const { id = '' } = (await subscriptionOf(ada)) ?? {}
  await stripe.subscriptions.cancel(id)
  expect((await confirm(token)).json()).toMatchObject({ state: 'cancelled', ends_at: null })
})

test('SELLER-25 sends the link once after an outage of the mail server, valid for 24 hours from then on', async () => {
  const ada = await subscriber()
  await control('/control/faults', { service: 'mailbox', kind: 'down' }, 'PUT')
  await ask(ada.email)
  await app.retryCancellationsAndMails()
  await owner`update cancellations set requested_at = now() - interval '2 days', expires_at = now() - interval '1 day' where account_id = ${ada.id}`
  await academy.clearMailFaults()
  await owner`update mails set due_at = now()`
  await app.retryCancellationsAndMails()
  await app.retryCancellationsAndMails()
  const [mail, ...more] = await linksTo(ada.email)
  expect(more).toEqual([])
  expect((await seen(/token=([\w-]+)/.exec(mail?.links[0] ?? '')?.[1] ?? '')).state).toBe('open')
  const [row] = await owner<{ hours: number }[]>`
    select extract(epoch from expires_at - now()) / 3600 as hours from cancellations where account_id = ${ada.id}`
  expect(Number(row?.hours)).toBeCloseTo(24, 1)
})

test('SELLER-25 logs contain no address and no token', () => {
  expect(logs.filter((line) => /@example\.test|token=/.test(line))).toEqual([])
})
