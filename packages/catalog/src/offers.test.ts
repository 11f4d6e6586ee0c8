import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COURSE_IDS, FIRST_COURSE } from '#courses'
import { COUNTRIES_OF, CURRENCIES, currencyForCountry, currencySymbol, formatAmount } from './currencies.ts'
import { GUARANTEE_DAYS, OFFER_NAMES, OFFERS, offersInCheckout } from './offers.ts'
import { LAUNCH_DEADLINE } from './offers-deadline.ts'

const shown = (name: 'bundle' | 'master_course' | 'studio') =>
  (['eur', 'usd'] as const).map((currency) => [
    formatAmount(OFFERS[name].amounts[currency], currency),
    formatAmount(OFFERS[name].oldAmounts[currency], currency),
  ])

test('CONST-01 exactly a Master Course, a monthly Studio and a launch bundle are sold', () => {
  expect(Object.keys(OFFERS)).toEqual([...OFFER_NAMES])
  const furtherCourses = COURSE_IDS.filter((id) => id !== FIRST_COURSE)
  expect(OFFER_NAMES).toEqual(['bundle', 'master_course', ...furtherCourses, 'studio'])
  expect(OFFER_NAMES.filter((name) => OFFERS[name].kind === 'monthly')).toEqual(['studio'])
  expect(OFFERS.studio.title).toBe('Vibe Coding Studio')
})

test('PRICE-07 D-98 the Master Course costs €259 or $299, before the launch 499', () => {
  expect(shown('master_course')).toEqual([
    ['€259', '€499'],
    ['$299', '$499'],
  ])
})

test('PRICE-08 D-98 the Studio costs €17 or $19 a month, before the launch €25 or $29', () => {
  expect(shown('studio')).toEqual([
    ['€17', '€25'],
    ['$19', '$29'],
  ])
})

test('PRICE-09 D-98 the bundle costs €249 or $289, before the launch 499', () => {
  expect(shown('bundle')).toEqual([
    ['€249', '€499'],
    ['$289', '$499'],
  ])
})

test('PRICE-10 the bundle is the course and three months of the Studio free', () => {
  expect(OFFERS.bundle).toMatchObject({ unlocks: 'master_course', freeStudioMonths: 3 })
  expect(OFFERS.bundle.includes).toEqual(['Everything in the Master Course', '3 months of the Studio, free'])
})

test('PRICE-11 the cards name what the course and the Studio are made of', () => {
  expect(OFFERS.master_course.includes).toContain('Video tutorials, grouped into sessions')
  expect(OFFERS.studio.summary).toMatch(/Billed monthly/)
  expect(OFFERS.studio.includes.join('\n')).toMatch(
    /Prompt Library\nMy Prompts.*\nPriority support on Slack\nEarly access.* \(planned\)\nDiscounts on new courses \(planned\)/,
  )
})

test('PRICE-12 CONST-06 the guarantee lasts 30 days; the launch ended on 23 June 2025, a second before midnight UTC', () => {
  expect(GUARANTEE_DAYS).toBe(30)
  expect(new Date(LAUNCH_DEADLINE).getTime()).toBe(Date.UTC(2025, 5, 23, 23, 59, 59))
})

test('D-96 HONEST-01 the dashboard names no larger saving than the bundle has', () => {
  const { savings, oldAmounts, amounts } = OFFERS.bundle
  expect([savings.eur, savings.usd]).toEqual([220_00, oldAmounts.usd - amounts.usd])
  for (const currency of CURRENCIES) expect(savings[currency]).toBeLessThanOrEqual(oldAmounts[currency] - amounts[currency])
})

test('formats amounts of any currency, with cents only where there are any', () => {
  expect([formatAmount(17_50, 'eur'), formatAmount(0, 'usd')]).toEqual(['€17.50', '$0'])
  expect([formatAmount(12_00, 'gbp'), formatAmount(500, 'jpy')]).toEqual(['£12', '¥500'])
})

test('PAY-01 D-117 each offer has a checkout flag of its own', () => {
  for (const offer of OFFER_NAMES) expect(offersInCheckout(OFFERS[offer].checkout)).toEqual([offer])
  expect(offersInCheckout({})).toEqual([])
  expect(offersInCheckout({ bundle: true, numberOfPlans: 1 })).toEqual(['bundle', 'studio'])
})

test('PRICE-14 European countries see euro, all others dollar', () => {
  for (const country of ['DE', 'FR', 'IE', 'CH', 'NO', 'UA', 'CY', 'XK', 'at'])
    expect([country, currencyForCountry(country)]).toEqual([country, 'eur'])
  for (const country of ['US', 'CA', 'TR', 'GE', 'AU', 'JP', 'BR', 'ZZ', ''])
    expect([country, currencyForCountry(country)]).toEqual([country, 'usd'])
})

test('PRICE-14 D-94 an answer without a country means dollar', () => {
  expect(currencyForCountry(null)).toBe('usd')
})

test('PRICE-14 CONST-05 the list holds about fifty codes of two letters, and any text has a currency', () => {
  expect(COUNTRIES_OF.eur.split(' ')).toHaveLength(53)
  for (const currency of CURRENCIES) expect(COUNTRIES_OF[currency]).toMatch(/^([A-Z]{2}( [A-Z]{2})*)?$/)
  fc.assert(fc.property(fc.string(), (text) => CURRENCIES.includes(currencyForCountry(text))))
})

test('PRICE-02 every currency has a symbol of its own', () => {
  expect([currencySymbol('eur'), currencySymbol('usd')]).toEqual(['€', '$'])
  expect(new Set(CURRENCIES.map(currencySymbol)).size).toBe(CURRENCIES.length)
})
