import type Stripe from 'stripe'
import { startStripe } from './start-stripe.ts'

const urls = { success_url: 'http://localhost:3000/done?session_id={CHECKOUT_SESSION_ID}', cancel_url: 'http://localhost:3000/no' }

/** Starts a stand-in with prices for a course and a Studio, and returns helpers for buying them. */
export async function startCheckouts() {
  const stripe = await startStripe()
  const priceOf = async (name: string, unit_amount: number, currency = 'eur', recurring?: { interval: 'month' }) =>
    (await stripe.client.prices.create({ product_data: { name }, unit_amount, currency, ...(recurring && { recurring }) })).id
  const prices = {
    course: await priceOf('Master Course', 4900),
    courseUsd: await priceOf('Master Course', 5900, 'usd'),
    studio: await priceOf('Studio', 1700, 'eur', { interval: 'month' }),
    studioUsd: await priceOf('Studio', 1900, 'usd', { interval: 'month' }),
  }

  /** Creates a checkout of the course, or of the given items. */
  const open = (more: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
    stripe.client.checkout.sessions.create({ mode: 'payment', line_items: [{ price: prices.course, quantity: 1 }], ...urls, ...more })

  /** Pays a session without its page. */
  const pay = (id: string, body: object = {}) => stripe.control('POST', `/checkout/${id}/pay`, body)

  return { stripe, prices, open, pay }
}
