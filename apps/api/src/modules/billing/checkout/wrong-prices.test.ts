import { OFFERS, type OfferName } from '@academy/catalog'
import { expect, test } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'

const { stripe, buyer, sessionOf, logs } = await startSellingAcademy({ env: { STRIPE_PRICE_STUDIO_USD: 'price_ofAnotherAccount' } })

const said = (words: string) => logs.filter((line) => line.includes(words)).map((line) => JSON.parse(line))
const outcomeOf = (answer: { statusCode: number; json: () => { code?: string } }) => [answer.statusCode, answer.json().code]
const idOf = async (key: string) => (await stripe.prices.list({ lookup_keys: [key] })).data[0]?.id ?? ''
const replace = async (offer: OfferName, key: string) => {
  const before = await idOf(key)
  const { id } = await stripe.prices.create({
    currency: 'usd',
    unit_amount: OFFERS[offer].amounts.usd,
    lookup_key: key,
    transfer_lookup_key: true,
    tax_behavior: 'inclusive',
    product_data: { name: OFFERS[offer].title },
  })
  await stripe.prices.update(before, { active: false })
  return id
}

test('R-14 D-153 a configured price that does not exist is not sold and told in the log; all else sells', async () => {
  const ada = await buyer()
  expect(outcomeOf(await ada.checkout({ numberOfPlans: 1, currency: 'usd' }))).toEqual([503, 'payments_unavailable'])
  expect(outcomeOf(await ada.checkout({ bundle: true, currency: 'usd' })), 'it brings the Studio').toEqual([503, 'payments_unavailable'])
  expect(said('cannot be sold')).toMatchObject([
    {
      price: 'price_ofAnotherAccount',
      lookup_key: 'studio_usd',
      msg: 'cannot be sold: the price does not exist. Correct STRIPE_PRICE_STUDIO_USD, or unset it and run npx -y pnpm@10 stripe:setup.',
    },
  ])
  for (const choice of [{ masterCourse: true }, { numberOfPlans: 1 }, { bundle: true }, { masterCourse: true, currency: 'usd' }])
    expect((await ada.checkout(choice)).statusCode).toBe(200)
})

test('PAY-04 a price that was replaced at Stripe meanwhile is found out at once', async () => {
  const [ada, bob] = [await buyer(), await buyer()]
  expect((await ada.checkout({ masterCourse: true, currency: 'usd' })).statusCode).toBe(200)
  const price = await replace('master_course', 'master_course_usd')
  const answer = await bob.checkout({ masterCourse: true, currency: 'usd' })
  expect(answer.statusCode).toBe(200)
  const session = await stripe.checkout.sessions.retrieve(sessionOf(answer.json().url), { expand: ['line_items'] })
  expect(session.line_items?.data.map((line) => line.price?.id)).toEqual([price])
  expect(said('Stripe takes a price or a customer no more')).toHaveLength(1)
})

test('PAY-04 a price that was archived is not sold any more, and all else sells', async () => {
  const ada = await buyer()
  expect((await ada.checkout({ numberOfPlans: 1 })).statusCode).toBe(200)
  await stripe.prices.update(await idOf('studio_eur'), { active: false })
  const bob = await buyer()
  expect(outcomeOf(await bob.checkout({ numberOfPlans: 1 }))).toEqual([503, 'payments_unavailable'])
  expect(said('cannot be sold').map(({ lookup_key }) => lookup_key)).toContain('studio_eur')
  expect((await bob.checkout({ masterCourse: true })).statusCode).toBe(200)
})
