import { priceKey } from '@academy/catalog'
import type { Config } from '../../config.ts'

/** Ids of prices that configuration names as the Studio's. */
export const studioPricesOf = ({ prices }: NonNullable<Config['stripe']>): string[] =>
  [prices[priceKey('studio', 'eur')], prices[priceKey('studio', 'usd')]].filter((id) => id !== undefined)
