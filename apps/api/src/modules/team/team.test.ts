// One long file: each test of seats needs a buyer with members, whom its functions make.
import { randomUUID } from 'node:crypto'
import { seatPrice } from '@academy/catalog'
import type { UnownedSeats } from '@academy/contract'
import { beforeEach, expect, test } from 'vitest'
import { ADMIN_ID } from '../../testing/build-test-app.ts'
import { recordFacts } from '../../testing/record-facts.ts'
import { startSellingAcademy } from '../../testing/selling-academy.ts'
import { codeIn, teamUsers } from '../../testing/team-users.ts'

const ADMIN = 'admin@example.test'
const academy = await startSellingAcademy({ mails: true, env: { ADMIN_EMAIL: ADMIN } })
const { app, mailsTo, stripe } = academy
const newUser = await teamUsers(academy)

/** A buyer of seats, as Stripe reported it. */
async function newBuyer(seats = 3, changes: Parameters<ReturnType<typeof recordFacts>['purchase']>[0] = {}) {
  const buyer = await newUser()
  const facts = recordFacts(app.db, buyer.id)
  const amount = seats * seatPrice('master_course', 'eur', seats)
  const purchase_id = await facts.purchase({ seats, amount, charge_id: 'ch_1', ...changes })
  const invite = async (...emails: string[]) => (await buyer.call('POST', '/api/team/invitations', { purchase_id, emails })).json()
  const link = (domain: string | null) => buyer.call('PUT', '/api/team/link', { purchase_id, domain })
  const newLink = (domain?: string) => buyer.newLink(purchase_id, domain)
  const states = async () => (await buyer.team()).purchases[0]?.taken.map(({ state, email }) => [state, email])
  return { ...buyer, facts, purchase_id, invite, link, newLink, states, change: (to: object) => facts.changePurchase(purchase_id, to) }
}

async function invitedCode(email: string): Promise<string> {
  await app.outbox.run()
  return codeIn((await mailsTo(email)).at(-1)?.text)
}

// The limits of a minute are tested where they are.
beforeEach(async () => {
  await academy.owner`delete from rate_limits`
})

test('SEAT-07 a buyer invites a team, each address with its own outcome, and sees how far each member is', async () => {
  const [buyer, ada] = [await newBuyer(3), await newUser()]
  const { email } = ada
  const outcome = await buyer.invite(email.toUpperCase(), 'nonsense', email, 'bob@example.test', 'eve@example.test', 'late@example.test')
  expect(outcome.data.map(({ error }: { error: string | null }) => error)).toEqual([
    null,
    'This is not an email address.',
    'This address has a seat already.',
    null,
    null,
    'No seat is free for this address.',
  ])
  const code = await invitedCode(email)
  const [mail] = await mailsTo(email)
  expect(mail?.subject).toBe('Your seat in the Master Course')
  expect(mail?.text).toContain(buyer.email)
  expect(await ada.hasCourse()).toBe(false)
  expect((await ada.claim(code)).json()).toMatchObject({ success: true, message: 'The Master Course is open to you.' })
  expect(await ada.hasCourse()).toBe(true)
  expect((await buyer.states())?.[0]).toEqual(['claimed', email])
  expect((await ada.start()).statusCode).toBe(200)
  expect(await buyer.states()).toEqual([
    ['started', email],
    ['invited', 'bob@example.test'],
    ['invited', 'eve@example.test'],
  ])
  // The buyer reads nothing of another course.
  await app.sql`insert into certificates (id, account_id, course_id, product, name, course_title, minutes)
    values (${ada.id}, ${ada.id}, 'another', 'another_course', 'Ada', 'Another course', 60)`
  expect((await buyer.states())?.[0]).toEqual(['started', email])
  await app.sql`update certificates set course_id = 'master-course', product = 'master_course' where account_id = ${ada.id}`
  expect((await buyer.states())?.[0]).toEqual(['finished', email])
  expect((await ada.team()).held).toEqual([
    {
      seat_id: expect.any(String),
      offer: 'master_course',
      state: 'active',
      claimed_at: expect.any(String),
      started_at: expect.any(String),
      is_gift: false,
      from: expect.any(String),
      until: null,
    },
  ])
  expect((await buyer.team()).purchases[0]).toMatchObject({ seats: 3, usable: 3, open: 0 })
})

test('SEAT-02 SEAT-07 the buyer opens nothing, and may claim a seat as everyone else', async () => {
  const buyer = await newBuyer(2)
  expect(await buyer.hasCourse()).toBe(false)
  expect((await buyer.context()).prices).toEqual([])
  expect((await buyer.claim(await buyer.newLink())).statusCode).toBe(200)
  expect(await buyer.hasCourse()).toBe(true)
})

test('SEAT-08 50 parallel claims of the last seat give one', async () => {
  const buyer = await newBuyer(2)
  await buyer.invite('reserved@example.test')
  const code = await buyer.newLink()
  const members = await Promise.all(Array.from({ length: 50 }, () => newUser()))
  const responses = await Promise.all(members.map((member) => member.claim(code)))
  const statuses = responses.map(({ statusCode }) => statusCode).sort()
  expect(statuses).toEqual([200, ...Array(49).fill(409)])
  expect(responses.find(({ statusCode }) => statusCode === 409)?.json().message).toContain('All 2 seats are taken')
  const open = await Promise.all(members.map(({ hasCourse }) => hasCourse()))
  expect(open.filter(Boolean)).toHaveLength(1)
})

test('SEAT-08 repeating a claim changes nothing, and an invitation is claimed once', async () => {
  const [buyer, ada, bob] = [await newBuyer(2), await newUser(), await newUser()]
  await buyer.invite(ada.email)
  const code = await invitedCode(ada.email)
  expect((await Promise.all([ada.claim(code), ada.claim(code)])).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await bob.claim(code)).json()).toMatchObject({ code: 'conflict', message: 'Another account claimed this seat.' })
  expect(await buyer.states()).toHaveLength(1)
})

test('SEAT-08 who has the course already leaves the seat free, and reads so', async () => {
  const [buyer, ada] = [await newBuyer(2), await newUser()]
  await recordFacts(app.db, ada.id).purchase()
  const response = await ada.claim(await buyer.newLink())
  expect([response.statusCode, response.json().message]).toEqual([
    409,
    'The Master Course is yours already, so the seat stays free for another member.',
  ])
  expect((await buyer.team()).purchases[0]?.open).toBe(2)
})

test('SEAT-08 a link works until its end, for its domain, and until it is renewed or ended', async () => {
  const [buyer, ada, eve] = [await newBuyer(4), await newUser(), await newUser('eve@other.test')]
  const code = await buyer.newLink()
  const foreign = await eve.claim(code)
  expect([foreign.statusCode, foreign.json().message]).toEqual([
    409,
    'This link is for addresses that end with @example.test, and you are signed in as eve@other.test.',
  ])
  await app.sql`update seat_links set expires_at = now() where purchase_id = ${buyer.purchase_id}`
  expect((await ada.claim(code)).json().message).toMatch(/^This link ended on /)
  const renewed = await buyer.newLink()
  expect((await ada.claim(code)).json()).toMatchObject({ code: 'not_found', message: expect.stringContaining('leads to no seat') })
  expect((await ada.claim(renewed)).statusCode).toBe(200)
  expect((await buyer.link(null)).json().data).toEqual({ url: null })
  expect((await (await newUser()).claim(renewed)).statusCode).toBe(404)
  expect((await buyer.team()).purchases[0]?.link).toBeNull()
})

test('SEAT-08 a token that proves no address claims nothing', async () => {
  const buyer = await newBuyer(2)
  const code = await buyer.newLink()
  const headers = await academy.createToken(['content:read'], { id: randomUUID(), email: 'ada@example.test' })
  expect((await app.inject({ method: 'POST', url: '/api/seats/claim', headers, payload: { code } })).statusCode).toBe(403)
})

test('SEAT-09 a seat is taken back until it started, and given to another member', async () => {
  const [buyer, ada, bob] = [await newBuyer(2), await newUser(), await newUser()]
  const code = await buyer.newLink()
  await ada.claim(code)
  const idOf = async (index: number) => (await buyer.team()).purchases[0]?.taken[index]?.id
  const back = await buyer.call('DELETE', `/api/team/seats/${await idOf(0)}`)
  expect([back.statusCode, await ada.hasCourse()]).toEqual([200, false])
  await bob.claim(code)
  expect((await bob.start()).statusCode).toBe(200)
  const started = await buyer.call('DELETE', `/api/team/seats/${await idOf(0)}`)
  expect([started.statusCode, started.json().message]).toEqual([
    409,
    'This member has started the course, so the seat cannot be moved any more.',
  ])
  expect(await bob.hasCourse()).toBe(true)
})

test('SEAT-09 a member leaves a seat, which is free unless it started', async () => {
  const [buyer, ada, bob] = [await newBuyer(2), await newUser(), await newUser()]
  const code = await buyer.newLink()
  for (const member of [ada, bob]) await member.claim(code)
  await bob.start()
  const leave = async ({ call, team }: typeof ada) => call('DELETE', `/api/team/seats/${(await team()).held[0]?.seat_id}`)
  expect([(await leave(ada)).statusCode, (await leave(bob)).statusCode]).toEqual([200, 200])
  expect([await ada.hasCourse(), await bob.hasCourse()]).toEqual([false, false])
  expect(await buyer.states()).toEqual([['started', null]])
  expect((await buyer.team()).purchases[0]?.open).toBe(1)
})

test('SEAT-07 seats of other buyers are not found', async () => {
  const [buyer, eve, ada] = [await newBuyer(2), await newBuyer(2), await newUser()]
  await ada.claim(await buyer.newLink())
  const { purchase_id } = buyer
  const seat = (await buyer.team()).purchases[0]?.taken[0]?.id
  const requests = [
    eve.call('POST', '/api/team/invitations', { purchase_id, emails: ['bob@example.test'] }),
    eve.call('PUT', '/api/team/link', { purchase_id, domain: 'example.test' }),
    eve.call('DELETE', `/api/team/seats/${seat}`),
    eve.call('DELETE', `/api/team/seats/${randomUUID()}`),
  ]
  expect((await Promise.all(requests)).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
})

test('SEAT-03 a lost dispute closes all seats at once, and says why', async () => {
  const [buyer, ada] = [await newBuyer(2), await newUser()]
  const code = await buyer.newLink()
  await ada.claim(code)
  await buyer.invite('eve@example.test')
  await buyer.change({ dispute_status: 'open', dispute_at: new Date() })
  expect((await buyer.team()).purchases[0]).toMatchObject({ state: 'disputed', usable: 2, refundable: 0 })
  await buyer.change({ dispute_status: 'lost', dispute_at: new Date() })
  app.invalidateFacts(ada.id)
  expect(await ada.hasCourse()).toBe(false)
  expect((await ada.team()).held[0]?.state).toBe('dispute_lost')
  expect(await buyer.states()).toEqual([
    ['closed', ada.email],
    ['closed', 'eve@example.test'],
  ])
  expect((await buyer.team()).purchases[0]?.state).toBe('dispute_lost')
  expect((await (await newUser()).claim(code)).json().message).toBe('This purchase has ended, and its seats are closed.')
  expect((await buyer.invite('bob@example.test')).code).toBe('conflict')
})

test('SEAT-05 an erased member frees the seat, unless it started; the seats of an erased buyer stay', async () => {
  const [buyer, ada, bob, eve] = [await newBuyer(4), await newUser(), await newUser(), await newUser()]
  const code = await buyer.newLink()
  for (const member of [ada, bob, eve]) await member.claim(code)
  await bob.start()
  expect([await ada.erase(), await bob.erase()]).toEqual([200, 200])
  expect(await buyer.states()).toEqual([
    ['started', null],
    ['claimed', eve.email],
  ])
  await buyer.invite('invited@example.test')
  expect(await buyer.erase()).toBe(200)
  expect(await eve.hasCourse()).toBe(true)
  expect(await app.sql`select from seats where email is not null and purchase_id = ${buyer.purchase_id}`).toEqual([])
  expect((await (await newUser()).claim(code)).statusCode, 'the link ended').toBe(404)
})

async function asAdmin(method: 'GET' | 'POST', url: string, payload?: object) {
  const headers = await academy.signIn({ id: ADMIN_ID, email: ADMIN })
  return app.inject({ method, url: `/api/admin/seats${url}`, headers, ...(payload && { payload }) })
}
const nameOwner = (purchase_id: string, email: string) => asAdmin('POST', `/${purchase_id}/owner`, { email, reason: 'Asked by mail' })
const unowned = async (purchase_id: string): Promise<UnownedSeats | undefined> =>
  (await asAdmin('GET', '')).json().data.find((found: UnownedSeats) => found.purchase_id === purchase_id)

test('SEAT-20 the administrator names the owner of seats whose buyer was erased, who sees and gives them as the buyer did', async () => {
  const [buyer, ada, bob, eve, next] = [await newBuyer(4), await newUser(), await newUser(), await newUser(), await newUser()]
  const { purchase_id } = buyer
  const code = await buyer.newLink()
  for (const member of [ada, bob]) await member.claim(code)
  for (const member of [ada, bob]) await member.start()
  await ada.call('DELETE', `/api/team/seats/${(await ada.team()).held[0]?.seat_id}`)
  const seen = (await buyer.team()).purchases[0]
  expect(await unowned(purchase_id)).toBeUndefined()
  expect((await nameOwner(purchase_id, next.email)).json()).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('have an owner'),
  })
  expect(await buyer.erase()).toBe(200)
  expect(await unowned(purchase_id)).toMatchObject({ offer: 'master_course', seats: 4, usable: 4, taken: 2 })

  expect((await nameOwner('cs_unknown', next.email)).statusCode).toBe(404)
  const unknown = await nameOwner(purchase_id, 'unknown@example.test')
  expect([unknown.statusCode, unknown.json().fields]).toEqual([400, { email: expect.stringContaining('No account has this address') }])
  expect((await nameOwner(purchase_id, next.email.toUpperCase())).statusCode).toBe(200)
  expect((await nameOwner(purchase_id, eve.email)).statusCode, 'there is one owner').toBe(409)
  expect(await unowned(purchase_id)).toBeUndefined()
  const log = await app.sql`select what, who, reason, details from audit_log where account_id = ${next.id}`
  expect([...log]).toEqual([
    { what: 'name_seat_owner', who: ADMIN, reason: 'Asked by mail', details: { purchase: purchase_id, buyer: buyer.id } },
  ])

  // What the first owner saw, with the used-up seat, and nothing more.
  expect((await next.team()).purchases).toEqual([{ ...seen, is_buyer: false, link: null }])
  expect(await next.hasCourse()).toBe(false)
  await next.call('POST', '/api/team/invitations', { purchase_id, emails: [eve.email, 'open@example.test'] })
  await eve.claim(await invitedCode(eve.email))
  expect((await mailsTo(eve.email)).at(-1)?.text).toContain(`${next.email} has a seat in the Master Course for you`)
  const seat = (await next.team()).purchases[0]?.taken.find(({ email }) => email === eve.email)
  expect((await next.call('DELETE', `/api/team/seats/${seat?.id}`)).statusCode).toBe(200)
  expect((await ada.call('PUT', '/api/team/link', { purchase_id, domain: 'example.test' })).statusCode).toBe(404)

  expect((await next.team()).purchases[0]?.taken.map(({ state }) => state).sort()).toEqual(['invited', 'started', 'started'])
  expect(await next.erase()).toBe(200)
  expect(await unowned(purchase_id), 'the invitations are gone, and the seats need an owner again').toMatchObject({ taken: 2 })
  expect((await bob.team()).held).toMatchObject([{ state: 'active' }])
})

test('SEAT-20 the administrator names an owner once, also with parallel requests, and none for ended seats', async () => {
  const [buyer, one, two] = [await newBuyer(2), await newUser(), await newUser()]
  await buyer.erase()
  const outcomes = await Promise.all([one, two].map(({ email }) => nameOwner(buyer.purchase_id, email)))
  expect(outcomes.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect([...(await one.team()).purchases, ...(await two.team()).purchases]).toHaveLength(1)
  const ended = await newBuyer(2, { refunded_amount: 518_00, refunded_at: new Date() })
  await ended.erase()
  expect(await unowned(ended.purchase_id)).toBeUndefined()
})

test('SEAT-20 the export of the new owner has the seats, and other members do not see them', async () => {
  const [buyer, next, eve] = [await newBuyer(2), await newUser(), await newUser()]
  await buyer.erase()
  await nameOwner(buyer.purchase_id, next.email)
  await recordFacts(app.db, eve.id).purchase()
  const { records } = (await next.call('GET', '/api/accounts/export')).json().data
  expect(records.seat_owners).toMatchObject([{ purchase_id: buyer.purchase_id }])
  expect((await eve.team()).purchases).toEqual([])
})

test('SEAT-07 each change of a member is in the audit log', async () => {
  const [buyer, ada] = [await newBuyer(2), await newUser()]
  await ada.claim(await buyer.newLink())
  await ada.call('DELETE', `/api/team/seats/${(await ada.team()).held[0]?.seat_id}`)
  const entries = await app.sql`select what, who from audit_log where account_id = ${ada.id} order by id`
  expect([...entries]).toEqual([
    { what: 'claim_seat', who: 'the user' },
    { what: 'leave_seat', who: 'the user' },
  ])
})

/** A buyer who paid for seats at Stripe. */
async function newPayingBuyer(seats: number) {
  const buyer = await newUser()
  const purchase_id = await buyer.buysSeats(seats)
  const customer = await buyer.customer()
  const sync = () => app.payments?.sync(customer)
  const newLink = () => buyer.newLink(purchase_id)
  const refund = (count: number) => buyer.call('POST', '/api/team/refund', { purchase_id, seats: count })
  const charge = async () => (await stripe.charges.list({ customer })).data[0]
  const bought = async () => (await buyer.team()).purchases[0]
  return { ...buyer, purchase_id, customer, sync, newLink, refund, charge, bought }
}

test('SEAT-02 SEAT-10 a sync reads the seats from Stripe, and the share of those that did not start goes back', async () => {
  const [buyer, ada, bob] = [await newPayingBuyer(5), await newUser(), await newUser()]
  expect(await buyer.hasCourse()).toBe(false)
  expect(await buyer.bought()).toMatchObject({ state: 'active', seats: 5, usable: 5, refundable: 5 })
  expect(await buyer.bought()).toMatchObject({ amount: 5 * 220_15, refunded_amount: 0, currency: 'eur' })
  const code = await buyer.newLink()
  for (const member of [ada, bob]) await member.claim(code)
  await ada.start()
  const tooMany = await buyer.refund(5)
  expect([tooMany.statusCode, tooMany.json().message]).toEqual([
    409,
    'You asked for 5 seats of 5, and 4 seats can be refunded: within 30 days, those that did not start.',
  ])
  expect((await buyer.refund(3)).json().message).toContain('The seats are refunded')
  expect((await buyer.charge())?.amount_refunded).toBe(3 * 220_15)
  await buyer.sync()
  expect((await buyer.charge())?.amount_refunded, 'a further sync refunds nothing').toBe(3 * 220_15)
  expect(await buyer.bought()).toMatchObject({ usable: 2, open: 0, refundable: 1 })
  expect([await ada.hasCourse(), await bob.hasCourse()]).toEqual([true, true])
  expect((await buyer.refund(1)).statusCode).toBe(200)
  expect([await ada.hasCourse(), await bob.hasCourse()], 'the seat that did not start').toEqual([true, false])
  expect((await buyer.charge())?.amount_refunded).toBe(4 * 220_15)
  expect((await buyer.refund(1)).statusCode).toBe(409)
})

test('SEAT-04 SEAT-10 a refund at Stripe closes the seats that it covers, and counts for the share', async () => {
  const buyer = await newPayingBuyer(2)
  const charge = (await buyer.charge())?.id ?? ''
  await stripe.refunds.create({ charge, amount: 100_00 })
  await buyer.sync()
  expect(await buyer.bought()).toMatchObject({ usable: 2 })
  expect((await buyer.refund(1)).statusCode).toBe(200)
  expect((await buyer.charge())?.amount_refunded).toBe(259_00)
  expect(await buyer.bought()).toMatchObject({ usable: 1 })
})

test('SEAT-10 while Stripe is down the seats are closed, and reconciling makes the one refund', async () => {
  const buyer = await newPayingBuyer(2)
  await academy.fault({ kind: 'down' })
  expect((await buyer.refund(1)).json().message).toBe('The refund is on its way.')
  await academy.clearFaults()
  expect(await buyer.bought()).toMatchObject({ usable: 1 })
  expect((await buyer.charge())?.amount_refunded).toBe(0)
  await buyer.sync()
  await buyer.sync()
  expect((await buyer.charge())?.amount_refunded).toBe(259_00)
})

test('SEAT-20 the new owner gets seats refunded, and the money goes back to the payment of the erased buyer', async () => {
  const [buyer, next] = [await newPayingBuyer(2), await newUser()]
  const charge = await buyer.charge()
  expect(await buyer.erase()).toBe(200)
  expect((await nameOwner(buyer.purchase_id, next.email)).statusCode).toBe(200)
  const refund = await next.call('POST', '/api/team/refund', { purchase_id: buyer.purchase_id, seats: 1 })
  expect(refund.json()).toMatchObject({ success: true, message: expect.stringContaining('The seats are refunded') })
  expect((await stripe.charges.retrieve(charge?.id ?? '')).amount_refunded).toBe(259_00)
  expect((await next.team()).purchases[0]).toMatchObject({ usable: 1, refunded_amount: 259_00 })
})

test('SEAT-10 parallel clicks refund no more seats than did not start', async () => {
  const buyer = await newPayingBuyer(3)
  const responses = await Promise.all(Array.from({ length: 5 }, () => buyer.refund(2)))
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409])
  expect((await buyer.charge())?.amount_refunded).toBe(2 * 259_00)
})

test('SEAT-10 the seats open again when Stripe refuses the refund, and the audit log says why', async () => {
  const buyer = await newPayingBuyer(2)
  await academy.control('/stripe/control/disputes', { charge: (await buyer.charge())?.id })
  const response = await buyer.refund(1)
  expect([response.statusCode, response.json().code]).toEqual([502, 'payment_provider_error'])
  expect((await buyer.charge())?.amount_refunded).toBe(0)
  expect(await buyer.bought()).toMatchObject({ usable: 2 })
  const log = await app.sql`select who, what from audit_log where account_id = ${buyer.id} order by id`
  expect([...log]).toEqual([
    { who: 'the user', what: 'request_refund' },
    { who: 'the academy', what: 'refuse_refund' },
  ])
})
