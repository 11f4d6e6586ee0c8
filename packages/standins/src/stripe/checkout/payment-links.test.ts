import { afterAll, expect, test } from 'vitest'
import { startCheckouts } from '../testing/start-checkouts.ts'

const { prices, pay, stripe, retrieve } = await startCheckouts()
afterAll(() => stripe.stop())

const link = (more: object = {}) =>
  stripe.client.paymentLinks.create({
    line_items: [{ price: prices.course, quantity: 1 }],
    after_completion: { type: 'redirect', redirect: { url: 'https://academy.test/thanks' } },
    ...more,
  })

/** Opens a payment link, and returns its checkout session. */
async function visit(url: string) {
  const response = await fetch(url, { redirect: 'manual' })
  const [id = ''] = /cs_test_\w+/.exec(response.headers.get('location') ?? '') ?? []
  return { status: response.status, text: await response.text(), id }
}

test('each visit of a payment link opens a new checkout with the metadata of the link', async () => {
  const { id, url } = await link({ metadata: { campaign: 'autumn' } })
  const [first, second] = [await visit(url), await visit(url)]
  expect([first.status, first.id === second.id]).toEqual([303, false])
  expect(await retrieve(first.id)).toMatchObject({
    payment_link: id,
    metadata: { campaign: 'autumn' },
    amount_total: 4900,
    customer: null,
  })
})

test('a buyer is a guest, unless the link always creates a customer', async () => {
  const [guests, customers] = [await link(), await link({ customer_creation: 'always' })]
  const [guest, customer] = [await visit(guests.url), await visit(customers.url)]
  for (const { id } of [guest, customer]) await pay(id)
  expect(await retrieve(guest.id)).toMatchObject({ payment_status: 'paid', customer: null })
  expect(await retrieve(customer.id)).toMatchObject({ payment_status: 'paid', customer: expect.stringMatching(/^cus_/) })
})

test('an unknown link, and one with parameters for the checkout, open no checkout', async () => {
  const { url } = await link()
  expect((await visit(`${url}?prefilled_email=ada%40academy.test`)).status).toBe(400)
  expect((await visit(`${url}x`)).status).toBe(404)
})

test('refuses customer_creation for recurring prices, which always create a customer', async () => {
  const line_items = [{ price: prices.studio, quantity: 1 }]
  expect(await link({ line_items })).toMatchObject({ customer_creation: 'always' })
  await expect(link({ line_items, customer_creation: 'if_required' })).rejects.toThrow('one-time payments')
})
