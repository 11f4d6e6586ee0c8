import { OFFERS, type OfferPrice, PRICE_KEYS, PRICES, type PriceKey } from '@academy/catalog'
import { priceVariable } from '@academy/settings'
import type { FastifyBaseLogger } from 'fastify'
import type Stripe from 'stripe'
import type { Config } from '../../../config.ts'
import { LoadingCache } from '../../../loading-cache.ts'
import { undefinedIfMissing } from '../stripe/stripe-objects.ts'

/** How long prices are cached. Only an operator's command changes them. */
const TTL_MS = 10 * 60_000
/** How long until a missing or wrong price is fetched from Stripe again: an operator may be setting it up. */
const RETRY_MS = 15_000

type Settings = Pick<NonNullable<Config['stripe']>, 'prices' | 'automaticTax'>

/**
 * Returns what is wrong with the price of an offer; undefined if nothing is. A buyer must pay the amount that the page shows. With
 * automatic tax, a price must say that it includes tax, because the account's default may differ.
 */
export function priceProblem(
  price: Stripe.Price,
  { offer: name, currency, amount }: OfferPrice,
  { automaticTax }: Pick<Settings, 'automaticTax'>,
): string | undefined {
  const offer = OFFERS[name]
  if (!price.active) return 'is archived'
  if (price.currency !== currency) return `is in ${price.currency}, not in ${currency}`
  if (price.unit_amount !== amount) return `is ${price.unit_amount}, but ${amount} is shown`
  const isMonthly = price.recurring?.interval === 'month' && price.recurring.interval_count === 1
  if (offer.kind === 'monthly' && !isMonthly) return 'is not charged every month'
  if (offer.kind === 'one_time' && price.recurring) return 'is charged again and again'
  if (price.tax_behavior === 'exclusive') return 'has taxes added to what is shown'
  if (automaticTax && price.tax_behavior !== 'inclusive') return 'does not say that taxes are part of what is shown'
  return undefined
}

/** Returns what an operator can do about a price that cannot be charged. */
export const suggestedFix = (key: PriceKey, { prices }: Pick<Settings, 'prices'>): string =>
  prices[key] === undefined
    ? 'Run npx -y pnpm@10 academy stripe:setup.'
    : `Correct ${priceVariable(key)}, or unset it and run npx -y pnpm@10 academy stripe:setup.`

/** The most lookup keys of one request to Stripe. */
const MAX_KEYS = 10

/** Returns the prices at Stripe that have a lookup key of the academy. */
export async function listPrices(stripe: Stripe, options: Pick<Stripe.PriceListParams, 'active'> = {}): Promise<Stripe.Price[]> {
  const parts = Array.from({ length: Math.ceil(PRICE_KEYS.length / MAX_KEYS) }, (_, part) =>
    PRICE_KEYS.slice(part * MAX_KEYS, (part + 1) * MAX_KEYS),
  )
  const lists = await Promise.all(parts.map((lookup_keys) => stripe.prices.list({ ...options, lookup_keys, limit: 100 })))
  return lists.flatMap(({ data }) => data)
}

/**
 * Loads the prices of the academy by lookup key. A price id in the settings replaces the lookup key. Leaves out prices that do not
 * exist.
 * @throws the SDK's error while Stripe is unreachable.
 */
export async function findPrices(stripe: Stripe, { prices }: Pick<Settings, 'prices'>): Promise<Map<PriceKey, Stripe.Price>> {
  const [listed, ...configured] = await Promise.all([
    listPrices(stripe, { active: true }),
    ...PRICE_KEYS.map(async (key) => {
      const id = prices[key]
      return id === undefined ? undefined : { key, price: await stripe.prices.retrieve(id).catch(undefinedIfMissing) }
    }),
  ])
  const byKey = new Map<PriceKey, Stripe.Price>()
  for (const price of listed) for (const key of PRICE_KEYS) if (key === price.lookup_key) byKey.set(key, price)
  for (const { key, price } of configured.filter((retrieved) => retrieved !== undefined)) {
    if (price) byKey.set(key, price)
    else byKey.delete(key)
  }
  return byKey
}

/** A price at Stripe, by its ids there. */
type BookedPrice = { id: string; product: string }

/** Loads the prices that may be charged. The log says why the others may not. */
async function loadPrices(stripe: Stripe, settings: Settings, log: Pick<FastifyBaseLogger, 'error'>): Promise<Map<PriceKey, BookedPrice>> {
  const prices = await findPrices(stripe, settings)
  const booked = new Map<PriceKey, BookedPrice>()
  for (const wanted of PRICES) {
    const { key } = wanted
    const price = prices.get(key)
    const problem = price ? priceProblem(price, wanted, settings) : 'does not exist'
    const product = typeof price?.product === 'object' ? price.product.id : price?.product
    if (price && product !== undefined && problem === undefined) booked.set(key, { id: price.id, product })
    else
      log.error(
        { price: price?.id ?? settings.prices[key], lookup_key: key },
        `cannot be sold: the price ${problem}. ${suggestedFix(key, settings)}`,
      )
  }
  return booked
}

/** Finds the price of each offer on the server, and caches it for some minutes. */
export function openPriceBook(stripe: Stripe, settings: Settings, log: Pick<FastifyBaseLogger, 'error'>) {
  const cache = new LoadingCache<Map<PriceKey, BookedPrice>>({ max: 1 }, ({ size }) => (size === PRICE_KEYS.length ? TTL_MS : RETRY_MS))
  return {
    /** Returns a price at Stripe; undefined if none may be charged. */
    priceOf: async (key: PriceKey): Promise<BookedPrice | undefined> =>
      (await cache.get('prices', () => loadPrices(stripe, settings, log))).get(key),
    /** Drops the cache after Stripe refused a cached price. */
    clear: (): void => cache.clear(),
  }
}
export type PriceBook = ReturnType<typeof openPriceBook>
