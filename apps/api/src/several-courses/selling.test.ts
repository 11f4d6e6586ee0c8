import { type CourseId, noEntitlements, PRICES } from '@academy/catalog'
import { SITE } from '@academy/standins/testing/standins'
import { expect, onTestFinished, test } from 'vitest'
import { findPrices } from '../modules/billing/checkout/price-book.ts'
import { composeWelcome } from '../modules/billing/welcome/compose-welcome.ts'
import type { PlacedTutorial } from '../modules/courses/outline.ts'
import { decideMailing } from '../modules/mailings/decide-mailing.ts'
import { publisher } from '../testing/published-pages.ts'
import { recordFacts } from '../testing/record-facts.ts'
import { startSellingAcademy } from '../testing/selling-academy.ts'

const { app, config, buyer, stripe, sessionOf, another } = await startSellingAcademy()
const publish = publisher(app.db)
const DAY_MS = 86_400_000
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
await publish.course('master-course')
await publish.course('second', { product: 'data_course' as CourseId, opens_on: dayIn(14), studio_opens_on: dayIn(-1) })
await publish.session('session', 'second', { free: true })
await publish.tutorial('tutorial', 'session', { vip: true })

const dataCourse = { dataCourse: true }

test('COURSES-09 COURSES-08 sells a course that has not opened to subscribers of the Studio alone', async () => {
  const [ada, eve] = [await buyer(), await buyer()]
  await Promise.all([ada.context(), eve.context()])
  const refused = await ada.checkout(dataCourse)
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { code: 'not_on_offer', error: expect.stringContaining('Nothing was charged') },
  ])
  await recordFacts(app.db, eve.id).subscription()
  const stateOf = async ({ headers }: typeof eve) => (await app.inject({ url: '/api/courses', headers })).json().data[1].state
  expect([await stateOf(ada), await stateOf(eve)]).toEqual(['upcoming', 'locked'])
})

test('COURSES-08 before the day of a course nothing of it is free, and its owner reads it', async () => {
  const [ada, eve] = [await buyer(), await buyer()]
  await Promise.all([ada.context(), eve.context()])
  const read = async ({ headers }: typeof ada) => (await app.inject({ url: '/api/tutorials/tutorial/content', headers })).statusCode
  await recordFacts(app.db, eve.id).purchase({ offer: 'data_course' as CourseId })
  expect(await read(ada)).toBe(403)
  expect((await app.inject('/api/public/tutorials/tutorial/content')).statusCode).toBe(403)
  await expect.poll(() => read(eve)).toBe(200)
  await publish.course('second', { product: 'data_course' as CourseId, opens_on: dayIn(0) })
  await expect.poll(() => read(ada)).toBe(200)
})

test('COURSES-09 sells no further course without a page, and one that is open by its own flag', async () => {
  const ada = await buyer()
  await ada.context()
  expect((await ada.checkout({ thirdCourse: true })).json()).toMatchObject({ code: 'not_on_offer' })
  await publish.course('second', { product: 'data_course' as CourseId })
  await expect.poll(async () => (await ada.checkout(dataCourse)).statusCode).toBe(200)
  await ada.buys(dataCourse)
  expect((await ada.context()).entitlements).toEqual({ ...noEntitlements, data_course: true, slack_standard: true })
})

type Buyer = Awaited<ReturnType<typeof buyer>>

async function studioSubscriber(currency = 'eur') {
  const eve = await buyer()
  await eve.buys({ numberOfPlans: 1, currency })
  await app.payments?.sync(await eve.customer())
  return eve
}

async function endStudio(eve: Buyer) {
  const customer = await eve.customer()
  for (const { id } of (await stripe.subscriptions.list({ customer })).data) await stripe.subscriptions.cancel(id)
  await app.payments?.sync(customer)
  expect((await eve.context()).entitlements.resources).toBe(false)
}

/** Opens a checkout, and returns its session with what it charges, the reason that its page shows, and how many hours it lives. */
async function openCheckout(ada: Buyer, choice: object = dataCourse) {
  const response = await ada.checkout(choice)
  if (response.statusCode !== 200) throw new Error(response.body)
  const session = await stripe.checkout.sessions.retrieve(sessionOf(response.json().url))
  const { id, amount_total: amount, custom_text, expires_at, created } = session
  return { id, amount, reason: custom_text.submit?.message, hours: (expires_at - created) / 3600 }
}

const publishSecond = async () => {
  await publish.course('second', { product: 'data_course' as CourseId })
  const ada = await buyer()
  await expect.poll(async () => (await ada.checkout(dataCourse)).statusCode).toBe(200)
}

test('COURSES-13 an account whose Studio holds pays the lower price in each currency, with the reason on the page', async () => {
  await publishSecond()
  const [ada, eve, dan] = [await buyer(), await studioSubscriber(), await studioSubscriber('usd')]
  expect(await openCheckout(ada)).toMatchObject({ amount: 79_00, reason: undefined })
  const reason = 'Your price as a subscriber of the Studio, in place of €79.'
  expect(await openCheckout(eve)).toMatchObject({ amount: 63_00, reason, hours: 24 })
  const dollars = await openCheckout(dan, { ...dataCourse, currency: 'usd' })
  expect(dollars).toMatchObject({ amount: 71_00, reason: reason.replace('€79', '$89') })
  await dan.pays(dollars.id)
  await app.payments?.sync(await dan.customer())
  expect((await dan.context()).entitlements).toMatchObject({ data_course: true })
})

test('COURSES-13 a course without such a price costs the same with the Studio', async () => {
  await publish.course('third', { product: 'third_course' as CourseId })
  const eve = await studioSubscriber()
  await expect.poll(async () => (await eve.checkout({ thirdCourse: true })).statusCode).toBe(200)
  expect(await openCheckout(eve, { thirdCourse: true })).toMatchObject({ amount: 50_00, reason: undefined })
})

test('COURSES-14 an open checkout keeps its price when the Studio ends; the next one has the price of that moment', async () => {
  await publishSecond()
  const [ada, eve] = [await studioSubscriber(), await studioSubscriber()]
  const [kept, replaced] = [await openCheckout(ada), await openCheckout(eve)]
  await Promise.all([endStudio(ada), endStudio(eve)])
  await ada.pays(kept.id)
  await app.payments?.sync(await ada.customer())
  expect((await ada.context()).entitlements).toMatchObject({ data_course: true, resources: false })
  expect([...(await app.sql`select amount from purchases where account_id = ${ada.id}`)]).toEqual([{ amount: 63_00 }])
  expect(await openCheckout(eve)).toMatchObject({ amount: 79_00, reason: undefined })
  expect((await stripe.checkout.sessions.retrieve(replaced.id)).status).toBe('expired')
})

test('COURSES-15 a price that is missing in one currency refuses the sale to those who would pay it, in that currency', async () => {
  await publishSecond()
  const [missing] = (await stripe.prices.list({ lookup_keys: ['data_course_for_studio_usd'] })).data
  await stripe.prices.update(missing?.id ?? '', { active: false })
  const found = await findPrices(stripe, { prices: {} })
  expect(PRICES.filter(({ key }) => !found.has(key)).map(({ key }) => key)).toEqual(['data_course_for_studio_usd'])
  const deployed = await another()
  onTestFinished(async () => {
    await deployed.close()
    await stripe.prices.update(missing?.id ?? '', { active: true })
  })
  const [ada, dan] = [await buyer(), await studioSubscriber('usd')]
  await ada.context()
  const sell = async ({ headers }: Buyer, currency: string, offer: object = dataCourse) => {
    const payload = { ...offer, currency, successUrl: SITE, cancelUrl: SITE }
    const response = await deployed.inject({ method: 'POST', url: '/api/payments/create-checkout-session', headers, payload })
    return [response.statusCode, response.json().error]
  }
  const sold = [200, undefined]
  expect([await sell(ada, 'usd'), await sell(dan, 'eur'), await sell(dan, 'usd', { masterCourse: true })]).toEqual([sold, sold, sold])
  expect(await sell(dan, 'usd')).toEqual([
    503,
    'This cannot be bought in USD at the moment. Choose another currency, or try again later. Nothing was charged.',
  ])
})

test('COURSES-09 COURSES-16 a withdrawn course is not sold, and its owner keeps the entitlement', async () => {
  await publishSecond()
  const [ada, eve] = [await buyer(), await buyer()]
  const bought = await openCheckout(eve)
  await publish.withdrawCourse('second')
  const sell = async () => (await ada.checkout(dataCourse)).json()
  await expect.poll(sell).toMatchObject({ code: 'not_on_offer', error: expect.stringContaining('not for sale to you') })
  await eve.pays(bought.id)
  await app.payments?.sync(await eve.customer())
  expect((await eve.context()).entitlements).toMatchObject({ data_course: true })
})

test('COURSES-10 the mail after a purchase names the course and leads to the list of courses', () => {
  const welcome = {
    currency: 'eur',
    email: 'ada@example.test',
    receiptUrl: null,
    freeUntil: null,
    guarantee: undefined,
    consent: undefined,
    seats: 0,
  } as const
  const mailAbout = (offer: string) => composeWelcome({ ...welcome, offer: offer as CourseId }, config)
  expect(mailAbout('data_course').subject).toBe('Welcome to Data for Product Managers')
  expect(mailAbout('data_course').html).toContain(`${config.webOrigin}/courses"`)
  expect(mailAbout('master_course').html).toContain(`${config.webOrigin}/courses/master-course"`)
})

test('COURSES-10 a mail about learning is about the course in which the learner stopped', () => {
  const now = new Date('2026-12-03T10:00:00Z')
  const at = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const tutorial = (id: string, product: string) =>
    ({ id, name: id, session_id: product, course_id: product, product, free: false, vip: false }) as PlacedTutorial
  const tutorials = [tutorial('a1', 'master_course'), tutorial('b1', 'data_course'), tutorial('b2', 'data_course')]
  const facts = { stops: [], prompts: [], tutorials, entitlements: { ...noEntitlements, master_course: true, data_course: true } }
  const progress = new Map([
    ['a1', { done: true, updated_at: at(1), done_changed_at: at(1) }],
    ['b1', { done: true, updated_at: at(8), done_changed_at: at(8) }],
  ])
  expect(decideMailing('stopped', { ...facts, progress }, now, null)).toMatchObject({ kind: 'stopped', tutorial: { id: 'b2' } })
  progress.set('b2', { done: true, updated_at: at(8), done_changed_at: at(8) })
  expect(decideMailing('stopped', { ...facts, progress }, now, null), 'both are finished').toBeUndefined()
})
