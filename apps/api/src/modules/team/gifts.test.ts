// One long file: each test of gifts needs a giver who paid at Stripe, whom its functions make.
import { GIFT_CONSENT, giftDays, MAX_GIFT_MESSAGE, SEATS_CONSENT } from '@academy/catalog'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { giftUsers, newAddress, writtenGift as written } from '../../testing/gift-users.ts'
import { recordFacts } from '../../testing/record-facts.ts'
import { startSellingAcademy } from '../../testing/selling-academy.ts'
import { deliverGifts } from './gifts.ts'

const academy = await startSellingAcademy({ mails: true })
const { app, mailsTo, stripe } = academy
const { newUser, newGiver, delivered } = await giftUsers(academy)
const { first: TODAY } = giftDays(new Date())

// The limits of a minute are tested where they are.
beforeEach(async () => {
  await academy.owner`delete from rate_limits`
})

const NO_ADDRESSES = 'The message must have no web addresses. If it has none, put a space after each period.'

test.each([
  ['an address that is none', { email: 'nonsense' }, 'gift.email', "Enter the recipient's email address."],
  ['a day before today', { deliver_on: '2020-01-01' }, 'gift.deliver_on', expect.stringMatching(/^Choose a day from .* \(UTC\)\.$/)],
  ['a day more than a year ahead', { deliver_on: '9999-01-01' }, 'gift.deliver_on', expect.stringMatching(/^Choose a day from/)],
  ['a day that is none', { deliver_on: '2026-02-30' }, 'gift.deliver_on', 'Enter a day, such as 2026-12-24.'],
  [
    'a message that is too long',
    { message: 'x'.repeat(MAX_GIFT_MESSAGE + 1) },
    'gift.message',
    'The message must be at most 500 characters.',
  ],
  ['a message with a web address', { message: 'Look at https://evil' }, 'gift.message', NO_ADDRESSES],
  ['a message with a name that mail programs link', { message: 'Look at evil.example/pay' }, 'gift.message', NO_ADDRESSES],
  ['one with a name in another script', { message: 'ада.рф' }, 'gift.message', NO_ADDRESSES],
  ['an invisible message', { message: '\u2800' }, 'gift.message', 'The message needs a character that can be seen.'],
])('GIFT-03 the checkout refuses %s with the field', async (_, change, field, message) => {
  const ada = await newUser()
  const refused = await ada.checkout({ masterCourse: true, gift: written(change) })
  expect([refused.statusCode, refused.json().fields]).toEqual([400, { [field]: message }])
  expect(await ada.customer()).toBe('')
})

test('GIFT-03 the checkout refuses a gift to oneself, together with seats, and of the bundle', async () => {
  const ada = await newUser()
  const own = await ada.checkout({ masterCourse: true, gift: written({ email: ada.email.toUpperCase() }) })
  expect([own.statusCode, Object.keys(own.json().fields)]).toEqual([400, ['gift.email']])
  for (const choice of [{ masterCourse: true, seats: 2 }, { bundle: true }]) {
    const refused = await ada.checkout({ ...choice, gift: written() })
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['gift']])
  }
  expect(await ada.customer()).toBe('')
})

test('GIFT-03 an account has one open checkout, and repeats only the same gift', async () => {
  const ada = await newUser()
  const gift = written()
  const urlOf = async (to: object) => (await ada.checkout({ masterCourse: true, gift: { ...gift, ...to } })).json().url
  const first = await urlOf({})
  expect(await urlOf({})).toBe(first)
  const second = await urlOf({ message: 'Another message' })
  expect(second).not.toBe(first)
  const open = (await stripe.checkout.sessions.list({ customer: await ada.customer() })).data.filter(({ status }) => status === 'open')
  expect(open.map(({ url }) => url)).toEqual([second])
})

test('GIFT-01 GIFT-05 a gift costs what the course costs, and the payment provider reads neither address nor message', async () => {
  const giver = await newGiver({ message: 'A very private message' })
  const session = await stripe.checkout.sessions.retrieve(giver.purchase_id, { expand: ['line_items', 'payment_intent'] })
  expect([session.amount_total, session.metadata?.seats]).toEqual([259_00, '1'])
  expect(session.custom_text.submit?.message).toMatch(/^This is a gift for another person, who gets an email on /)
  const known = JSON.stringify(session)
  expect([known.includes(giver.gift.email), known.includes('private')]).toEqual([false, false])
  expect(await giver.hasCourse()).toBe(false)
  expect(await giver.bought()).toMatchObject({
    ...{ state: 'active', seats: 1, open: 1, refundable: 1, taken: [], link: null },
    gift: { ...giver.gift, is_sent: false },
  })
})

test('GIFT-03 while Stripe is down nothing is charged, and the same gift can be bought again', async () => {
  const ada = await newUser()
  const gift = written()
  await academy.fault({ kind: 'down' })
  expect((await ada.checkout({ masterCourse: true, gift })).statusCode).toBe(502)
  await academy.clearFaults()
  await ada.buys({ masterCourse: true, gift })
  await app.payments?.sync(await ada.customer())
  expect((await ada.team()).purchases.map((purchase) => purchase.gift?.email)).toEqual([gift.email])
})

test('GIFT-05 a gift whose checkout is not paid is deleted after 30 days', async () => {
  const [ada, giver] = [await newUser(), await newGiver()]
  await ada.checkout({ masterCourse: true, gift: written() })
  await app.sql`update gifts set created_at = now() - interval '29 days' where account_id in ${app.sql([ada.id, giver.id])}`
  await deliverGifts(app.db)
  const left = async () => (await app.sql`select account_id from gifts where account_id in ${app.sql([ada.id, giver.id])}`).length
  expect(await left()).toBe(2)
  await app.sql`update gifts set created_at = now() - interval '31 days' where account_id in ${app.sql([ada.id, giver.id])}`
  await deliverGifts(app.db)
  expect(await left(), 'a paid one stays').toBe(1)
})

test('GIFT-04 the buyer of a gift accepts a text of its own', async () => {
  const asking = await academy.another({ VITE_WITHDRAWAL_URL: 'https://seller.example/withdrawal' })
  onTestFinished(() => asking.close())
  const ada = await newUser()
  const begin = (access_consent?: string) =>
    asking.inject({
      method: 'POST',
      url: '/api/payments/create-checkout-session',
      headers: ada.headers,
      payload: {
        ...{ masterCourse: true, gift: written(), currency: 'eur', access_consent },
        ...{ successUrl: 'http://localhost:3000/', cancelUrl: 'http://localhost:3000/' },
      },
    })
  for (const wrong of [undefined, SEATS_CONSENT.version])
    expect(Object.keys((await begin(wrong)).json().fields)).toEqual(['access_consent'])
  expect((await begin(GIFT_CONSENT.version)).statusCode).toBe(200)
  const consents = await app.sql`select text from access_consents where account_id = ${ada.id}`
  expect([...consents]).toEqual([{ text: GIFT_CONSENT.text }])
})

test('GIFT-06 the mail leaves once on its day, also with two instances of which one ends, with the message and without a price', async () => {
  const giver = await newGiver({ message: 'Happy birthday!\n<b>Bob</b>' })
  const { email } = giver.gift
  await app.outbox.run()
  expect(await mailsTo(email), 'before its day').toEqual([])
  await giver.dayComes()
  // An instance ends after it has queued the mail.
  await deliverGifts(app.db)
  const other = await academy.another({ SMTP_HOST: '127.0.0.1' })
  onTestFinished(() => other.close())
  await Promise.all([app, other].flatMap(({ outbox }) => [outbox.run(), outbox.run()]))
  const { mail, code } = await delivered(email)
  await Promise.all([app.outbox.run(), other.outbox.run()])
  expect(await mailsTo(email)).toHaveLength(1)
  expect(mail?.subject).toBe('A gift for you: the Master Course')
  expect(mail?.text).toContain(`${giver.email} gives you the Master Course.`)
  expect(mail?.text).toContain('Happy birthday!')
  expect(mail?.html).toContain('&lt;b&gt;Bob&lt;/b&gt;')
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/€|259|\bEUR\b/)
  expect(code).toHaveLength(43)
  expect(await giver.bought()).toMatchObject({ open: 0, taken: [{ state: 'invited', email: null }], gift: { is_sent: true } })
})

test('GIFT-06 a gift that is paid after its day leaves at once', async () => {
  const giver = await newGiver()
  await giver.dayComes()
  await delivered(giver.gift.email)
})

test('GIFT-06 a gift that is written for the same day leaves at once, and one for the next day does not', async () => {
  const giver = await newGiver({ deliver_on: TODAY })
  await delivered(giver.gift.email)
  const early = await newGiver()
  await app.db.transaction(async (tx) => {
    const today = sql`(now() at time zone 'utc')::date`
    await tx.execute(sql`update gifts set deliver_on = ${today} + 1, created_at = now() - interval '1 day' where account_id = ${early.id}`)
    await deliverGifts(tx)
  })
  expect((await early.bought())?.gift?.is_sent).toBe(false)
})

test.each([
  ['a refund', { refunded_at: new Date() }],
  ['a request for the refund', { refund_seats: 1 }],
  ['a lost dispute', { dispute_status: 'lost' as const, dispute_at: new Date() }],
  ['a revocation', { revoked_at: new Date() }],
])('GIFT-06 after %s no mail leaves, before and after it was queued', async (_, change) => {
  const [refunded, queued] = [await newGiver(), await newGiver()]
  await recordFacts(app.db, refunded.id).changePurchase(refunded.purchase_id, change)
  await refunded.dayComes()
  // In one transaction, because the academy sends a queued mail at once.
  await app.db.transaction(async (tx) => {
    await tx.execute(
      sql`update gifts set deliver_on = '2026-01-01' where id = (select gift_id from purchases where id = ${queued.purchase_id})`,
    )
    await deliverGifts(tx)
    await recordFacts(tx, queued.id).changePurchase(queued.purchase_id, change)
  })
  expect((await queued.bought())?.gift?.is_sent).toBe(true)
  await app.outbox.run()
  const states = () => app.sql`select state from mails join seats on seats.id::text = key where purchase_id = ${queued.purchase_id}`
  await expect.poll(async () => [...(await states())]).toEqual([{ state: 'dropped' }])
  expect([await mailsTo(refunded.gift.email), await mailsTo(queued.gift.email)]).toEqual([[], []])
})

test('GIFT-06 while a bank decides about the payment the mail waits', async () => {
  const giver = await newGiver()
  const { changePurchase } = recordFacts(app.db, giver.id)
  await changePurchase(giver.purchase_id, { dispute_status: 'open', dispute_at: new Date() })
  await giver.dayComes()
  await deliverGifts(app.db)
  expect([(await mailsTo(giver.gift.email)).length, (await giver.bought())?.gift?.is_sent]).toEqual([0, false])
  await changePurchase(giver.purchase_id, { dispute_status: 'won' })
  await delivered(giver.gift.email)
})

test('GIFT-02 GIFT-07 GIFT-08 a request claims the gift once, and the giver sees that alone', async () => {
  const [giver, bob, eve] = [await newGiver(), await newUser(), await newUser()]
  await giver.dayComes()
  const { code } = await delivered(giver.gift.email)
  expect((await bob.read(code)).json().data).toEqual({ offer: 'master_course', message: 'For you, Bob' })
  expect(await bob.hasCourse()).toBe(false)
  const claims = await Promise.all([bob.claim(code), bob.claim(code)])
  expect(claims.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await bob.hasCourse()).toBe(true)
  const again = await eve.claim(code)
  expect([again.statusCode, again.json().message]).toEqual([409, 'Another account claimed this gift.'])
  expect((await bob.team()).held).toMatchObject([{ is_gift: true, state: 'active' }])
  await bob.start()
  const view = await giver.bought()
  expect(view).toMatchObject({ refundable: 0, taken: [{ state: 'claimed', email: null }], gift: { email: giver.gift.email } })
  expect(JSON.stringify(view)).not.toContain(bob.email)
})

test('GIFT-07 a recipient who has the course leaves the gift free, and reads so', async () => {
  const [giver, bob, eve] = [await newGiver(), await newUser(), await newUser()]
  await recordFacts(app.db, bob.id).purchase()
  await giver.dayComes()
  const { code } = await delivered(giver.gift.email)
  const refused = await bob.claim(code)
  expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('so the gift stays free')])
  expect((await eve.claim(code)).statusCode).toBe(200)
})

test('GIFT-07 an unknown code and the code of a team lead to no gift', async () => {
  const [ada, buyer] = [await newUser(), await newUser()]
  const purchase_id = await recordFacts(app.db, buyer.id).purchase({ seats: 2 })
  const { url } = (await buyer.call('PUT', '/api/team/link', { purchase_id, domain: 'example.test' })).json().data
  for (const code of ['x'.repeat(43), new URL(url).pathname.split('/').at(-1) ?? '']) expect((await ada.read(code)).statusCode).toBe(404)
})

test('GIFT-08 the giver changes a gift until it is claimed, and the mail before opens nothing any more', async () => {
  const [giver, bob] = [await newGiver(), await newUser()]
  await giver.dayComes()
  const { code } = await delivered(giver.gift.email)
  const email = newAddress()
  expect((await giver.change({ email, message: 'For Bob', deliver_on: TODAY })).statusCode).toBe(200)
  expect((await bob.claim(code)).statusCode).toBe(404)
  const later = await delivered(email)
  expect(later.mail?.text).toContain('For Bob')
  expect(await mailsTo(giver.gift.email)).toHaveLength(1)
  expect((await bob.claim(later.code)).statusCode).toBe(200)
  const claimed = await giver.change({ email })
  expect([claimed.statusCode, claimed.json().message]).toEqual([409, 'This gift is claimed already.'])
})

test('GIFT-08 a change refuses what the checkout refuses, and gifts of other buyers are not found', async () => {
  const [giver, eve] = [await newGiver(), await newGiver()]
  const own = await giver.change({ email: giver.email })
  expect([own.statusCode, Object.keys(own.json().fields)]).toEqual([400, ['gift.email']])
  const past = await giver.change({ deliver_on: '2020-01-01' })
  expect([past.statusCode, Object.keys(past.json().fields)]).toEqual([400, ['gift.deliver_on']])
  expect((await giver.change({}, eve.purchase_id)).statusCode).toBe(404)
  const team = await recordFacts(app.db, giver.id).purchase({ seats: 2 })
  expect((await giver.change({}, team)).statusCode).toBe(404)
})

test('GIFT-08 a gift is not shared by a link or an invitation, and not taken back, but its holder leaves it', async () => {
  const [giver, bob] = [await newGiver(), await newUser()]
  const { purchase_id } = giver
  await giver.dayComes()
  const { code } = await delivered(giver.gift.email)
  await bob.claim(code)
  const seat = `/api/team/seats/${(await bob.team()).held[0]?.seat_id}`
  const responses = await Promise.all([
    giver.call('POST', '/api/team/invitations', { purchase_id, emails: ['eve@example.test'] }),
    giver.call('PUT', '/api/team/link', { purchase_id, domain: 'example.test' }),
    giver.call('DELETE', seat),
  ])
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  expect((await bob.call('DELETE', seat)).statusCode).toBe(200)
  expect([await bob.hasCourse(), (await giver.bought())?.open]).toEqual([false, 1])
  expect((await giver.change({ deliver_on: TODAY })).statusCode, 'the giver sends it again').toBe(200)
})

test('GIFT-02 the guarantee refunds a gift until it started, also after it was claimed', async () => {
  const [giver, bob] = [await newGiver(), await newUser()]
  await giver.dayComes()
  const { code } = await delivered(giver.gift.email)
  await bob.claim(code)
  expect((await giver.refund()).statusCode).toBe(200)
  expect([(await giver.charge())?.amount_refunded, await bob.hasCourse()]).toEqual([259_00, false])
  const ended = await (await newUser()).claim(code)
  expect(ended.statusCode).toBe(409)
})

test('GIFT-02 GIFT-09 a year after its day an unclaimed gift is refunded on request, and the giver gets one mail that says so', async () => {
  const [giver, claimedGiver, bob] = [await newGiver(), await newGiver(), await newUser()]
  for (const one of [giver, claimedGiver]) {
    await one.dayComes()
    const { code } = await delivered(one.gift.email)
    if (one === claimedGiver) await bob.claim(code)
    await app.sql`update purchases set paid_at = now() - interval '500 days' where id = ${one.purchase_id}`
  }
  await giver.daysAfterDelivery(300)
  const early = await giver.refund()
  expect([early.statusCode, early.json().message]).toEqual([409, expect.stringContaining('if it is unclaimed.')])
  const welcome = (await mailsTo(giver.email)).length
  for (const one of [giver, claimedGiver]) await one.daysAfterDelivery(367)
  await app.outbox.run()
  await app.outbox.run()
  await expect.poll(async () => (await mailsTo(giver.email)).map(({ subject }) => subject)).toContain('Your gift is still unclaimed')
  expect([await mailsTo(giver.email)].flat()).toHaveLength(welcome + 1)
  expect((await mailsTo(claimedGiver.email)).map(({ subject }) => subject)).not.toContain('Your gift is still unclaimed')
  expect((await claimedGiver.refund()).statusCode).toBe(409)
  expect((await giver.refund()).statusCode).toBe(200)
  expect((await giver.charge())?.amount_refunded).toBe(259_00)
  const log = await app.sql`select reason from audit_log where account_id = ${giver.id} and what = 'request_refund'`
  expect([...log]).toEqual([{ reason: 'The gift had been unclaimed for a year after its day.' }])
})

test('GIFT-10 the mail to the giver says when the gift is delivered, and what the guarantee is', async () => {
  const giver = await newGiver()
  await app.outbox.run()
  await expect.poll(async () => (await mailsTo(giver.email)).length).toBe(1)
  const [mail] = await mailsTo(giver.email)
  expect(mail?.subject).toBe('Your gift of the Master Course')
  expect(mail?.text).toContain(`We send the gift to ${giver.gift.email} on `)
  expect(mail?.text).toMatch(/from .* on, if the gift is still unclaimed/)
})

test('GIFT-11 the gift of an erased giver is delivered without the name, and then forgotten; it can be claimed', async () => {
  const [giver, bob] = [await newGiver(), await newUser()]
  expect(await giver.erase()).toBe(200)
  await giver.dayComes()
  const { mail, code } = await delivered(giver.gift.email)
  expect(mail?.text).toContain('A friend gives you the Master Course.')
  expect(mail?.text).toContain('For you, Bob')
  const stored = () => app.sql`select email, message from gifts where account_id = ${giver.id}`
  await expect.poll(async () => [...(await stored())]).toEqual([{ email: null, message: null }])
  expect((await bob.claim(code)).statusCode).toBe(200)
})

test('GIFT-11 an erased giver leaves neither address nor message of a gift that was sent, and an erased recipient none before', async () => {
  const [giver, bob] = [await newGiver(), await newUser()]
  await giver.dayComes()
  const { code } = await delivered(giver.gift.email)
  expect(await giver.erase()).toBe(200)
  expect([...(await app.sql`select email, message from gifts where account_id = ${giver.id}`)]).toEqual([{ email: null, message: null }])
  expect((await bob.claim(code)).statusCode, 'the gift stays').toBe(200)

  const friend = await newUser()
  const other = await newGiver({ email: friend.email })
  expect(await friend.erase()).toBe(200)
  await other.dayComes()
  await app.outbox.run()
  expect(await mailsTo(friend.email)).toEqual([])
  expect((await other.bought())?.gift).toMatchObject({ email: null, is_sent: false })
})

test('GIFT-12 a gift is changed five times in a day, and a team is invited by at most 200 emails', async () => {
  const giver = await newGiver()
  // The limit of a minute is higher.
  for (let changes = 0; changes < 5; changes += 1) expect((await giver.change({ email: newAddress() })).statusCode).toBe(200)
  const { email, deliver_on } = (await giver.bought())?.gift ?? {}
  const refused = await giver.change({ email: newAddress() })
  expect([refused.statusCode, refused.json().message]).toEqual([
    429,
    'Your account reached the 200 emails to members that it can send in a day. Try again in 24 hours.',
  ])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000)
  expect((await giver.bought())?.gift).toMatchObject({ email, deliver_on })

  const buyer = await newUser()
  const purchase_id = await buyer.buysSeats(2)
  const invite = async () =>
    (await buyer.call('POST', '/api/team/invitations', { purchase_id, emails: Array.from({ length: 50 }, newAddress) })).statusCode
  expect([await invite(), await invite(), await invite(), await invite(), await invite()]).toEqual([200, 200, 200, 200, 429])
})
