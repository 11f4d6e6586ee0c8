import { priceKey } from '@academy/catalog'
import type { Config } from '../../config.ts'

/** Returns the price ids that the settings name for the Studio. */
export const studioPricesOf = ({ prices }: NonNullable<Config['stripe']>): string[] =>
  [prices[priceKey('studio', 'eur')], prices[priceKey('studio', 'usd')]].filter((id) => id !== undefined)
