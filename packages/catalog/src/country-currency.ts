import { CURRENCIES, type Currency } from './currencies.ts'

/** The currency that visitors see first outside the countries of COUNTRIES_OF. */
export const CURRENCY_ELSEWHERE: Currency = 'usd'

/** ISO 3166 codes of Europe as the United Nations draw it (M49), with Cyprus and Kosovo. */
const EUROPE =
  'AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK'

/** The countries whose visitors see a currency first, separated by blanks. The last currency that lists a country wins. */
export const COUNTRIES_OF: Readonly<Record<Currency, string>> = { eur: EUROPE, usd: '' }

/** Returns the currency that a visitor from a country sees first. */
export function currencyForCountry(country: string | null): Currency {
  const code = country?.toUpperCase() || '-'
  return CURRENCIES.findLast((currency) => COUNTRIES_OF[currency].split(' ').includes(code)) ?? CURRENCY_ELSEWHERE
}
