import { expect, test } from 'vitest'
import { CURRENCIES } from './currencies.ts'
import { OFFER_NAMES, OFFERS } from './offers.ts'
import { offerOfKey, PRICES, priceKey } from './price-keys.ts'
import { studioAmounts } from './studio-amounts.ts'

test('CONST-03 R-14 each offer has a lookup key in each currency', () => {
  const keys = PRICES.map(({ key }) => key)
  for (const offer of OFFER_NAMES) expect(keys).toEqual(expect.arrayContaining([`${offer}_eur`, `${offer}_usd`]))
  const offersForStudio = OFFER_NAMES.filter((offer) => studioAmounts(offer) !== undefined)
  expect(new Set(keys).size).toBe((OFFER_NAMES.length + offersForStudio.length) * CURRENCIES.length)
})

test('R-14 returns the offer of a lookup key, and undefined for an unknown key', () => {
  expect(offerOfKey(priceKey('master_course', 'usd'))).toBe('master_course')
  expect(['master_course', 'studio_xyz', '', 'toString'].map(offerOfKey)).toEqual([undefined, undefined, undefined, undefined])
})

test('CONST-03 what unlocks the Master Course has two prices in each currency, what unlocks the Studio one', () => {
  for (const currency of CURRENCIES) {
    const prices = PRICES.filter((price) => price.currency === currency)
    expect(prices.filter(({ offer }) => OFFERS[offer].unlocks === 'master_course')).toHaveLength(2)
    expect(prices.filter(({ offer }) => OFFERS[offer].unlocks === 'studio')).toHaveLength(1)
  }
})
