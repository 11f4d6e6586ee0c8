import { expect, test } from 'vitest'
import { OFFER_NAMES } from './offers.ts'
import { offerOfKey, PRICE_KEYS, priceKey } from './price-keys.ts'

test('CONST-03 R-14 each offer has a lookup key in each currency', () => {
  expect(PRICE_KEYS).toEqual(OFFER_NAMES.flatMap((offer) => [`${offer}_eur`, `${offer}_usd`]))
})

test('R-14 returns the offer of a lookup key, and undefined for an unknown key', () => {
  expect(offerOfKey(priceKey('master_course', 'usd'))).toBe('master_course')
  expect(['master_course', 'studio_gbp', '', 'toString'].map(offerOfKey)).toEqual([undefined, undefined, undefined, undefined])
})

test('CONST-03 what unlocks the Master Course has four prices, what unlocks the Studio each month two', () => {
  const keysOf = (...offers: string[]) => PRICE_KEYS.filter((key) => offers.includes(offerOfKey(key) ?? ''))
  expect(keysOf('master_course', 'bundle')).toHaveLength(4)
  expect(keysOf('studio')).toHaveLength(2)
})
