import { OFFERS, type OfferName } from '@academy/catalog'
import { describe, expect, test } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'

type Academy = Awaited<ReturnType<typeof startSellingAcademy>>

const outcomeOf = (response: { statusCode: number; json: () => { code?: string } }) => [response.statusCode, response.json().code]
const logLinesWith = ({ logs }: Academy, words: string, from = 0) =>
  logs
    .slice(from)
    .filter((line) => line.includes(words))
    .map((line) => JSON.parse(line))
const priceIdOf = async ({ stripe }: Academy, key: string) => (await stripe.prices.list({ lookup_keys: [key] })).data[0]?.id ?? ''

/** Replaces a price at Stripe under the same lookup key, and returns the id of the new one. */
async function replacePrice(academy: Academy, offer: OfferName, key: string): Promise<string> {
  const { stripe } = academy
  const before = await priceIdOf(academy, key)
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

describe('a configured price that does not exist', async () => {
  const academy = await startSellingAcademy({ env: { STRIPE_PRICE_STUDIO_USD: 'price_ofAnotherAccount' } })

  test('R-14 D-153 is not sold and is named in the log, while everything else sells', async () => {
    const ada = await academy.buyer()
    expect(outcomeOf(await ada.checkout({ numberOfPlans: 1, currency: 'usd' }))).toEqual([503, 'payments_unavailable'])
    expect(outcomeOf(await ada.checkout({ bundle: true, currency: 'usd' })), 'the bundle includes the Studio').toEqual([
      503,
      'payments_unavailable',
    ])
    expect(logLinesWith(academy, 'cannot be sold')).toMatchObject([
      {
        price: 'price_ofAnotherAccount',
        lookup_key: 'studio_usd',
        msg: 'cannot be sold: the price does not exist. Correct STRIPE_PRICE_STUDIO_USD, or unset it and run npx -y pnpm@10 academy stripe:setup.',
      },
    ])
    for (const choice of [{ masterCourse: true }, { numberOfPlans: 1 }, { bundle: true }, { masterCourse: true, currency: 'usd' }])
      expect((await ada.checkout(choice)).statusCode).toBe(200)
  })
})

// Each test changes another price, so that their order does not matter.
describe('with the prices of the catalog', async () => {
  const academy = await startSellingAcademy()

  test('PAY-04 a price that was replaced at Stripe is found at the next checkout', async () => {
    const logged = academy.logs.length
    const [ada, bob] = [await academy.buyer(), await academy.buyer()]
    expect((await ada.checkout({ masterCourse: true, currency: 'usd' })).statusCode).toBe(200)
    const price = await replacePrice(academy, 'master_course', 'master_course_usd')
    const response = await bob.checkout({ masterCourse: true, currency: 'usd' })
    expect(response.statusCode).toBe(200)
    const session = await academy.stripe.checkout.sessions.retrieve(academy.sessionOf(response.json().url), { expand: ['line_items'] })
    expect(session.line_items?.data.map((line) => line.price?.id)).toEqual([price])
    expect(logLinesWith(academy, 'Stripe no longer accepts a cached price or customer', logged)).toHaveLength(1)
  })

  test('PAY-04 a price that was archived at Stripe is not sold, while everything else sells', async () => {
    const ada = await academy.buyer()
    expect((await ada.checkout({ numberOfPlans: 1 })).statusCode).toBe(200)
    await academy.stripe.prices.update(await priceIdOf(academy, 'studio_eur'), { active: false })
    const bob = await academy.buyer()
    expect(outcomeOf(await bob.checkout({ numberOfPlans: 1 }))).toEqual([503, 'payments_unavailable'])
    expect(logLinesWith(academy, 'cannot be sold').map(({ lookup_key }) => lookup_key)).toContain('studio_eur')
    expect((await bob.checkout({ masterCourse: true })).statusCode).toBe(200)
  })
})
