import { OFFERS, type OfferName, offerOfKey, PRICE_KEYS, type PriceKey } from '@academy/catalog'
import type { FastifyBaseLogger } from 'fastify'
import type Stripe from 'stripe'
import type { Config } from '../../../config.ts'
import { priceVariable } from '../../../config-values.ts'
import { isMissing } from '../sync/is-missing.ts'

/** Prices change by an operator's command, hardly ever. */
const KEPT_MS = 10 * 60_000
/** How long until a missing or wrong price is fetched from Stripe again: an operator may be setting it up. */
const RETRY_MS = 15_000

type Settings = Pick<NonNullable<Config['stripe']>, 'prices' | 'automaticTax'>
type Known = { ids: ReadonlyMap<PriceKey, string>; until: number }

/**
 * What is wrong with the price that shall be charged for an offer: people must pay what they were shown. With automatic tax a price must
 * say that taxes are part of it, as the account's own default decides otherwise. Undefined: nothing.
 */
export function faultOf(price: Stripe.Price, key: PriceKey, { automaticTax }: Pick<Settings, 'automaticTax'>): string | undefined {
  const offer = OFFERS[offerOfKey(key) as OfferName]
  const currency = key.endsWith('_eur') ? 'eur' : 'usd'
  if (!price.active) return 'is archived'
  if (price.currency !== currency) return `is in ${price.currency}, not in ${currency}`
  if (price.unit_amount !== offer.amounts[currency]) return `is ${price.unit_amount}, but ${offer.amounts[currency]} is shown`
  const isMonthly = price.recurring?.interval === 'month' && price.recurring.interval_count === 1
  if (offer.monthly && !isMonthly) return 'is not charged every month'
  if (!offer.monthly && price.recurring) return 'is charged again and again'
  if (price.tax_behavior === 'exclusive') return 'has taxes added to what is shown'
  if (automaticTax && price.tax_behavior !== 'inclusive') return 'does not say that taxes are part of what is shown'
  return undefined
}

/** What an operator can do about a price that cannot be charged. */
export const remedyFor = (key: PriceKey, { prices }: Pick<Settings, 'prices'>): string =>
  prices[key] === undefined
    ? 'Run npx -y pnpm@10 academy stripe:setup.'
    : `Correct ${priceVariable(key)}, or unset it and run npx -y pnpm@10 academy stripe:setup.`

/** The price of an id; undefined where Stripe knows none. */
async function priceOf(stripe: Stripe, id: string): Promise<Stripe.Price | undefined> {
  try {
    return await stripe.prices.retrieve(id)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/**
 * The prices of this academy in a Stripe account, by lookup key; configuration may name some by id, and then no other is taken.
 * Without those that do not exist. @throws what the SDK throws while Stripe cannot be asked.
 */
export async function findPrices(stripe: Stripe, { prices }: Pick<Settings, 'prices'>): Promise<Map<PriceKey, Stripe.Price>> {
  const [listed, ...named] = await Promise.all([
    stripe.prices.list({ lookup_keys: [...PRICE_KEYS], active: true, limit: 100 }),
    ...PRICE_KEYS.map(async (key) => {
      const id = prices[key]
      return id === undefined ? undefined : { key, price: await priceOf(stripe, id) }
    }),
  ])
  const found = new Map<PriceKey, Stripe.Price>()
  for (const price of listed.data) for (const key of PRICE_KEYS) if (key === price.lookup_key) found.set(key, price)
  for (const one of named) {
    if (one?.price) found.set(one.key, one.price)
    else if (one) found.delete(one.key)
  }
  return found
}

/** Which price is charged for what. The server alone knows (D-118), and remembers for some minutes. */
export class PriceBook {
  readonly #stripe: Stripe
  readonly #settings: Settings
  readonly #log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  #known: Known | undefined
  #asking: Promise<Known> | undefined

  constructor(stripe: Stripe, settings: Settings, log: Pick<FastifyBaseLogger, 'warn' | 'error'>) {
    this.#stripe = stripe
    this.#settings = settings
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
    const prices = await findPrices(this.#stripe, this.#settings)
    const ids = new Map<PriceKey, string>()
    for (const key of PRICE_KEYS) {
      const price = prices.get(key)
      const fault = price ? faultOf(price, key, this.#settings) : 'does not exist'
      if (price && fault === undefined) ids.set(key, price.id)
      else
        this.#log.error(
          { price: price?.id ?? this.#settings.prices[key], lookup_key: key },
          `cannot be sold: the price ${fault}. ${remedyFor(key, this.#settings)}`,
        )
    }
    return { ids, until: Date.now() + (ids.size === PRICE_KEYS.length ? KEPT_MS : RETRY_MS) }
  }
}
