import { expect, test } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'
import { PORTAL_METADATA, PortalConfiguration } from './open-portal.ts'

const { stripe, buyer, fault, noFaults } = await startSellingAcademy()
const configuration = await stripe.billingPortal.configurations.create({
  features: { invoice_history: { enabled: true } },
  metadata: PORTAL_METADATA,
})
await stripe.billingPortal.configurations.create({ features: { invoice_history: { enabled: true } }, metadata: { somebody: 'else' } })

const refusalOf = (answer: { statusCode: number; json: () => { code: string } }) => [answer.statusCode, answer.json().code]

test('PAY-05 PAY-06 the portal opens for the own customer, once something was bought', async () => {
  const ada = await buyer()
  await ada.buys({ numberOfPlans: 1 })
  const { stripe_customer_id } = await ada.context()
  expect(stripe_customer_id).toBe(await ada.customer())
  const answer = await ada.portal({ customer: stripe_customer_id })
  expect(answer.statusCode).toBe(200)
  expect(answer.json().url).toMatch(/^http:\/\/localhost:\d+\/stripe\/portal\//)
})

test('D-122 ERR-19 a portal of somebody else stays closed', async () => {
  const [ada, eve] = [await buyer(), await buyer()]
  await ada.buys({ numberOfPlans: 1 })
  await eve.buys({ masterCourse: true })
  await Promise.all([ada.context(), eve.context()])
  for (const customer of [await ada.customer(), 'cus_nobody', `${await eve.customer()} `]) {
    expect(refusalOf(await eve.portal({ customer }))).toEqual([403, 'forbidden'])
  }
})

test('D-124 PAY-07 ERR-18 who never completed a checkout has no portal, whatever customer is named', async () => {
  const [ada, eve] = [await buyer(), await buyer()]
  await ada.buys({ numberOfPlans: 1 })
  await ada.context()
  expect(refusalOf(await eve.portal({ customer: await ada.customer() }))).toEqual([404, 'no_customer'])
  await eve.checkout({ masterCourse: true })
  expect(refusalOf(await eve.portal({ customer: await eve.customer() }))).toEqual([404, 'no_customer'])
})

test.each(['https://evil.example/', 'http://localhost:3000.evil.example/settings'])(
  'D-123 the portal never leads to %s',
  async (returnUrl) => {
    const ada = await buyer()
    await ada.buys({ numberOfPlans: 1 })
    await ada.context()
    expect(refusalOf(await ada.portal({ customer: await ada.customer(), returnUrl }))).toEqual([400, 'invalid_request'])
  },
)

test('ERR-19 while Stripe fails the portal is answered with 502 and Retry-After', async () => {
  const ada = await buyer()
  await ada.buys({ numberOfPlans: 1 })
  const { stripe_customer_id } = await ada.context()
  await fault({ kind: 'error', status: 500 })
  const answer = await ada.portal({ customer: stripe_customer_id })
  await noFaults()
  expect([...refusalOf(answer), answer.headers['retry-after']]).toEqual([502, 'payment_provider_error', '5'])
})

test('the portal is the one that the setup made, among others of the account; without it, the default of the account', async () => {
  expect(await new PortalConfiguration(stripe).id()).toBe(configuration.id)
  await stripe.billingPortal.configurations.update(configuration.id, { active: false })
  expect(await new PortalConfiguration(stripe).id()).toBeUndefined()
  await stripe.billingPortal.configurations.update(configuration.id, { active: true })
})
