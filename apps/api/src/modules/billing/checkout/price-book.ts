import { OFFERS, type OfferName, offerOfKey, PRICE_KEYS, type PriceKey } from '@academy/catalog'
import type { FastifyBaseLogger } from 'fastify'
import type Stripe from 'stripe'

/** Prices change by an operator's command, hardly ever. */
const KEPT_MS = 10 * 60_000
/** After a price was not found, or was not as it must be, Stripe is asked again: somebody may be setting it up. */
const RETRY_MS = 15_000

type Configured = Readonly<Partial<Record<PriceKey, string>>>
type Known = { ids: ReadonlyMap<PriceKey, string>; until: number }

/** What is wrong with the price that shall be charged for an offer: people must pay what they were shown. Undefined: nothing. */
export function faultOf(price: Stripe.Price, key: PriceKey): string | undefined {
  const offer = OFFERS[offerOfKey(key) as OfferName]
  const currency = key.endsWith('_eur') ? 'eur' : 'usd'
  if (!price.active) return 'is archived'
  if (price.currency !== currency) return `is in ${price.currency}, not in ${currency}`
  if (price.unit_amount !== offer.amounts[currency]) return `is ${price.unit_amount}, but ${offer.amounts[currency]} is shown`
  const isMonthly = price.recurring?.interval === 'month' && price.recurring.interval_count === 1
  if (offer.monthly && !isMonthly) return 'is not charged every month'
  if (!offer.monthly && price.recurring) return 'is charged again and again'
  if (price.tax_behavior === 'exclusive') return 'has taxes added to what is shown'
  return undefined
}

/** The prices of this academy in a Stripe account, by lookup key; configuration may name some by id. */
export async function findPrices(stripe: Stripe, configured: Configured): Promise<Map<PriceKey, Stripe.Price>> {
  const named = PRICE_KEYS.filter((key) => configured[key] !== undefined)
  const [listed, ...retrieved] = await Promise.all([
    stripe.prices.list({ lookup_keys: [...PRICE_KEYS], active: true, limit: 100 }),
    ...named.map((key) => stripe.prices.retrieve(configured[key] ?? '')),
  ])
  const byKey = listed.data.flatMap((price) => PRICE_KEYS.filter((key) => key === price.lookup_key).map((key) => [key, price] as const))
  return new Map([...byKey, ...named.map((key, index) => [key, retrieved[index] as Stripe.Price] as const)])
}

/** Which price is charged for what. The server alone knows (D-118), and remembers for some minutes. */
export class PriceBook {
  readonly #stripe: Stripe
  readonly #configured: Configured
  readonly #log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  #known: Known | undefined
  #asking: Promise<Known> | undefined

  constructor(stripe: Stripe, configured: Configured, log: Pick<FastifyBaseLogger, 'warn' | 'error'>) {
    this.#stripe = stripe
    this.#configured = configured
    this.#log = log
  }

  /** The id at Stripe; undefined where there is none that may be charged, and then the log says why. */
  async idOf(key: PriceKey): Promise<string | undefined> {
    const known = this.#known && Date.now() < this.#known.until ? this.#known : await this.#ask()
    return known.ids.get(key)
  }

  /** Asks Stripe anew next time: what was remembered turned out to be wrong. */
  forget(): void {
    this.#known = undefined
  }

  async #ask(): Promise<Known> {
    this.#asking ??= this.#read().finally(() => {
      this.#asking = undefined
    })
    this.#known = await this.#asking
    return this.#known
  }

  async #read(): Promise<Known> {
    const prices = await findPrices(this.#stripe, this.#configured)
    const ids = new Map<PriceKey, string>()
    for (const key of PRICE_KEYS) {
      const price = prices.get(key)
      const fault = price ? faultOf(price, key) : 'does not exist'
      if (price && fault === undefined) ids.set(key, price.id)
      else this.#log.error({ price: price?.id, lookup_key: key }, `cannot be sold: the price ${fault}. Run pnpm stripe:setup.`)
    }
    return { ids, until: Date.now() + (ids.size === PRICE_KEYS.length ? KEPT_MS : RETRY_MS) }
  }
}
