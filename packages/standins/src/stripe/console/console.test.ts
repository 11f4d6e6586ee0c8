import { afterAll, expect, test } from 'vitest'
import { startStripe } from '../testing/start-stripe.ts'
import { advanceDays, createCustomerWithCard, createPrices } from '../testing/subscriber.ts'

const stripe = await startStripe()
const { client } = stripe
const prices = await createPrices(client)
afterAll(() => stripe.stop())

const page = async () => (await fetch(`${stripe.url}/console/stripe`)).text()

/** Presses the button with this label, and returns the page after it. */
async function press(label: string) {
  const form = (await page()).split('<form').find((html) => html.includes(`aria-label="${label}"`)) ?? ''
  const fields = [...form.matchAll(/name="(\w+)" value="(\w+)"/g)].map(([, name = '', value = '']) => [name, value])
  const action = /action="([^"]+)"/.exec(form)?.[1]
  const response = await fetch(`${stripe.url}${action}`, { method: 'POST', body: new URLSearchParams(fields) })
  return response.text()
}

async function subscriber(email: string) {
  const customer = await createCustomerWithCard(client, 'visa', { email })
  return client.subscriptions.create({ customer: customer.id, items: [{ price: prices.studio.id }], off_session: false })
}

test('shows customers with their subscriptions and charges, and refunds and disputes them', async () => {
  await subscriber('ada@academy.test')
  for (const text of ['ada@academy.test', 'Vibe Coding Studio: active, until', '€19.00']) expect(await page()).toContain(text)
  expect(await press('Dispute: €19.00')).toContain('dispute needs_response')
  expect(await press('Dispute won: €19.00')).toContain('dispute won')
  await subscriber('bob@academy.test')
  expect(await press('Refund: €19.00')).toContain('€19.00 refunded')
})

test('settles a bank debit, and fails the next renewal', async () => {
  const { id, customer } = await subscriber('eve@academy.test')
  const session = await client.checkout.sessions.create({
    mode: 'payment',
    customer: String(customer),
    line_items: [{ price: prices.course.id, quantity: 1 }],
    success_url: 'https://academy.test/thanks',
  })
  await stripe.control('POST', `/checkout/${session.id}/pay`, { bank: true })
  await press('Settle: €249.00')
  expect(await client.checkout.sessions.retrieve(session.id)).toMatchObject({ payment_status: 'paid' })
  await press('Fail the next renewal: eve@academy.test')
  await advanceDays(stripe, 32)
  expect(await client.subscriptions.retrieve(id)).toMatchObject({ status: 'past_due' })
})
