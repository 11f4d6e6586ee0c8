import { ACCESS_CONSENT, OFFERS } from '@academy/catalog'
import { apiError } from '@academy/contract'
import { expect, onTestFinished, test } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'
import { formatLongMinute } from './format-dates.ts'

const WITHDRAWAL = 'https://seller.example/withdrawal'
const academy = await startSellingAcademy({ mails: true, env: { VITE_WITHDRAWAL_URL: WITHDRAWAL, ADMIN_EMAIL: 'admin@example.test' } })
const { app, stripe, mailsTo, sessionOf } = academy

const consent = { access_consent: ACCESS_CONSENT.version }

/** Creates a buyer with an account at the auth provider. */
async function newBuyer() {
  const buyer = await academy.buyer()
  academy.issuer.addUser(buyer)
  return buyer
}

type Stored = { id: string; offer: string; text_version: string; text: string; consented_at: string; session_id: string | null }

/** Loads the consents of an account, the oldest first, with the checkout that refers to each. */
const consentsOf = (account: string) => app.sql<Stored[]>`
  select c.*, session_id from access_consents c left join checkouts on access_consent_id = c.id
  where c.account_id = ${account} order by consented_at`

async function welcomeOf({ email }: { email: string }) {
  await app.outbox.run()
  const mails = await mailsTo(email)
  expect(mails).toHaveLength(1)
  return mails[0]
}

test.each([{}, { access_consent: '2020-01-01' }, { access_consent: true }])(
  'SELLER-06 refuses a checkout without the consent to the current text (%o), and creates nothing',
  async (given) => {
    const ada = await newBuyer()
    const response = await ada.checkout({ masterCourse: true, ...given })
    expect(response.statusCode).toBe(400)
    const { code, fields, message } = apiError.parse(response.json())
    expect([code, Object.keys(fields ?? {}), fields?.access_consent]).toEqual(['invalid_request', ['access_consent'], message])
    expect(message).toContain('tick the box')
    expect([await ada.customer(), [...(await consentsOf(ada.id))]]).toEqual(['', []])
  },
)

test('SELLER-06 a seller without information on withdrawal asks for no consent', async () => {
  const plain = await academy.another({ VITE_WITHDRAWAL_URL: '' })
  onTestFinished(() => plain.close())
  const ada = await newBuyer()
  const payload = { masterCourse: true, currency: 'eur', successUrl: 'http://localhost:3000/', cancelUrl: 'http://localhost:3000/' }
  const response = await plain.inject({ method: 'POST', url: '/api/payments/create-checkout-session', headers: ada.headers, payload })
  expect([response.statusCode, (await consentsOf(ada.id)).length]).toEqual([200, 0])
})

test('SELLER-07 a checkout has one consent, with the shown text and the time; a repeated request keeps both', async () => {
  const ada = await newBuyer()
  const before = Date.now()
  const first = sessionOf((await ada.checkout({ masterCourse: true, ...consent })).json().url)
  const again = await Promise.all([1, 2].map(() => ada.checkout({ masterCourse: true, ...consent })))
  expect(again.map((response) => sessionOf(response.json().url))).toEqual([first, first])
  const stored = await consentsOf(ada.id)
  expect([...stored]).toMatchObject([
    { offer: 'master_course', text_version: ACCESS_CONSENT.version, text: ACCESS_CONSENT.text, session_id: first },
  ])
  expect(Date.parse(stored[0]?.consented_at ?? '')).toBeGreaterThanOrEqual(before)
  const other = sessionOf((await ada.checkout({ bundle: true, ...consent })).json().url)
  expect((await consentsOf(ada.id)).map(({ offer, session_id }) => [offer, session_id])).toEqual([
    ['master_course', first],
    ['bundle', other],
  ])
})

test('SELLER-07 the consent is stored before the checkout is made at Stripe', async () => {
  const ada = await newBuyer()
  await ada.buys({ masterCourse: true, ...consent })
  const customer = await ada.customer()
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  const price = await stripe.prices.create({
    currency: 'eur',
    unit_amount: 500,
    recurring: { interval: 'month' },
    product_data: { name: 'Newsletter' },
  })
  await stripe.subscriptions.create({ customer, items: [{ price: price.id }], default_payment_method: card.id })
  // Stripe refuses another currency than that of the running subscription.
  expect((await ada.checkout({ numberOfPlans: 1, currency: 'usd', ...consent })).statusCode).toBe(502)
  expect((await consentsOf(ada.id)).map(({ offer, session_id }) => [offer, session_id !== null])).toEqual([
    ['master_course', true],
    ['studio', false],
  ])
})

test('SELLER-07 a second attempt at Stripe records no second consent', async () => {
  await (await newBuyer()).checkout({ masterCourse: true, currency: 'usd', ...consent })
  const [price] = (await stripe.prices.list({ lookup_keys: ['master_course_usd'] })).data
  await stripe.prices.create({
    currency: 'usd',
    unit_amount: OFFERS.master_course.amounts.usd,
    lookup_key: 'master_course_usd',
    transfer_lookup_key: true,
    tax_behavior: 'inclusive',
    product_data: { name: 'Master Course' },
  })
  await stripe.prices.update(price?.id ?? '', { active: false })
  const ada = await newBuyer()
  const session = sessionOf((await ada.checkout({ masterCourse: true, currency: 'usd', ...consent })).json().url)
  expect(
    academy.logs.filter((line) => line.includes('no longer accepts') && line.includes('cus_')),
    'the API tried twice',
  ).toHaveLength(1)
  expect((await consentsOf(ada.id)).map(({ session_id }) => session_id)).toEqual([session])
})

test('SELLER-07 a checkout whose response was lost keeps its consent', async () => {
  const ada = await newBuyer()
  const session = await ada.buys({ masterCourse: true, ...consent })
  await app.sql`delete from checkouts where account_id = ${ada.id}`
  await ada.context()
  await app.payments?.sync(await ada.customer())
  expect((await consentsOf(ada.id)).map(({ session_id }) => session_id)).toEqual([session])
})

test('SELLER-09 the welcome mail confirms the consent, with the text, the time and the information on withdrawal', async () => {
  const ada = await newBuyer()
  await ada.buys({ masterCourse: true, ...consent })
  await ada.context()
  const mail = await welcomeOf(ada)
  const [stored] = await consentsOf(ada.id)
  const at = formatLongMinute(new Date(stored?.consented_at ?? ''))
  for (const body of [mail?.text, mail?.html])
    expect(body).toContain(`You asked for immediate access on ${at} and accepted: “${ACCESS_CONSENT.text}”`)
  expect(mail?.links).toContain(WITHDRAWAL)
})

test('SELLER-09 without a recorded consent the welcome mail mentions no consent', async () => {
  const ada = await newBuyer()
  await ada.buys({ masterCourse: true, ...consent })
  await app.sql`update checkouts set access_consent_id = null where account_id = ${ada.id}`
  await app.sql`delete from access_consents where account_id = ${ada.id}`
  await ada.context()
  const mail = await welcomeOf(ada)
  expect(mail?.text).toContain('Welcome to the Master Course')
  expect(mail?.text).not.toContain('immediate access')
  expect(mail?.links).not.toContain(WITHDRAWAL)
})

test('SELLER-08 the page of the account and the export show the consent', async () => {
  const ada = await newBuyer()
  await ada.context()
  await ada.checkout({ numberOfPlans: 1, ...consent })
  const [stored] = await consentsOf(ada.id)
  const headers = await academy.signIn({ email: 'admin@example.test' })
  const file = await app.inject({ method: 'GET', url: `/api/admin/accounts/${ada.id}`, headers })
  expect(file.json().data.checkouts).toMatchObject([
    { consented_at: new Date(stored?.consented_at ?? '').toISOString(), consent_version: ACCESS_CONSENT.version },
  ])
  const exported = await app.inject({ method: 'GET', url: '/api/accounts/export', headers: ada.headers })
  expect(exported.json().data.records.access_consents).toMatchObject([{ id: stored?.id, text: ACCESS_CONSENT.text }])
})
