import { listPrices, priceProblem } from '@academy/api/stripe-account'
import { formatAmount, OFFER_NAMES, OFFERS, type OfferName, type OfferPrice, PRICES } from '@academy/catalog'
import Stripe from 'stripe'

/** The result for one object of the account. */
export type SetupLine = { what: string; id: string; done: 'created' | 'updated' | 'unchanged' }

/** Returns the fixed id of a product, by which the setup finds it under any name. */
const productId = (offer: OfferName) => `academy_${offer}`

/** Stripe's code for "General, electronically supplied services". A seller may choose a narrower code in the dashboard; the setup keeps it. */
const TAX_CODE = 'txcd_10000000'

async function ensureProduct(stripe: Stripe, offer: OfferName): Promise<SetupLine> {
  const [id, what] = [productId(offer), `product ${OFFERS[offer].title}`]
  try {
    const existing = await stripe.products.retrieve(id)
    if (existing.active && existing.metadata.offer === offer && existing.tax_code) return { what, id, done: 'unchanged' }
    await stripe.products.update(id, { active: true, metadata: { offer }, ...(existing.tax_code ? {} : { tax_code: TAX_CODE }) })
    return { what, id, done: 'updated' }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.code !== 'resource_missing') throw error
  }
  const { title, summary } = OFFERS[offer]
  await stripe.products.create({ id, name: title, description: summary, tax_code: TAX_CODE, metadata: { offer } })
  return { what, id, done: 'created' }
}

/**
 * Creates or corrects the price of an offer, so that Stripe charges the amount that the academy shows. Because prices at Stripe cannot change their
 * amount, a new price takes over the lookup key; existing subscribers keep the old one.
 */
async function ensurePrice(stripe: Stripe, price: OfferPrice, existing: Stripe.Price | undefined): Promise<SetupLine> {
  const { key, offer, currency, amount } = price
  const monthly = OFFERS[offer].kind === 'monthly'
  const what = `price ${key}, ${formatAmount(amount, currency)}${monthly ? ' a month' : ''}`
  if (existing && priceProblem(existing, price, { automaticTax: false }) === undefined) {
    if (existing.tax_behavior === 'inclusive') return { what, id: existing.id, done: 'unchanged' }
    // a price that was created elsewhere may have no tax behavior, which can be set once
    await stripe.prices.update(existing.id, { tax_behavior: 'inclusive' })
    return { what, id: existing.id, done: 'updated' }
  }
  const created = await stripe.prices.create({
    product: productId(offer),
    currency,
    unit_amount: amount,
    lookup_key: key,
    transfer_lookup_key: true,
    nickname: key,
    metadata: { offer },
    // the shown amount includes taxes
    tax_behavior: 'inclusive',
    ...(monthly ? { recurring: { interval: 'month' } } : {}),
  })
  if (existing) await stripe.prices.update(existing.id, { active: false })
  return { what, id: created.id, done: existing ? 'updated' : 'created' }
}

/** Creates and corrects the products and prices of the catalog. */
export async function ensureProducts(stripe: Stripe): Promise<SetupLine[]> {
  const lines: SetupLine[] = []
  for (const offer of OFFER_NAMES) lines.push(await ensureProduct(stripe, offer))
  const listed = await listPrices(stripe)
  for (const price of PRICES) {
    const existing = listed.find(({ lookup_key }) => lookup_key === price.key)
    lines.push(await ensurePrice(stripe, price, existing))
  }
  return lines
}
