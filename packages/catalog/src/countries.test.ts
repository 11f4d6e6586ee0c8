import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencyForCountry, EUROPEAN_COUNTRIES } from './countries.ts'

test('PRICE-14 European countries see euro, all others dollar', () => {
  for (const country of ['DE', 'FR', 'GB', 'CH', 'NO', 'UA', 'CY', 'XK', 'at'])
    expect([country, currencyForCountry(country)]).toEqual([country, 'eur'])
  for (const country of ['US', 'CA', 'TR', 'GE', 'AU', 'JP', 'BR', 'ZZ', ''])
    expect([country, currencyForCountry(country)]).toEqual([country, 'usd'])
})

test('PRICE-14 D-94 an answer without a country means dollar', () => {
  expect(currencyForCountry(null)).toBe('usd')
})

test('PRICE-14 CONST-05 the list holds about fifty codes of two letters, and any text has a currency', () => {
  expect(EUROPEAN_COUNTRIES.size).toBe(53)
  for (const code of EUROPEAN_COUNTRIES) expect(code).toMatch(/^[A-Z]{2}$/)
  fc.assert(fc.property(fc.string(), (text) => currencyForCountry(text) === (EUROPEAN_COUNTRIES.has(text.toUpperCase()) ? 'eur' : 'usd')))
})
