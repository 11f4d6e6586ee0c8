/** ISO 3166 codes of Europe as the United Nations draw it (M49), with Cyprus and Kosovo. */
const EUROPE =
  'AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK'

/**
 * The currencies of all prices, in display order, with the countries whose visitors see each first, separated by blanks. The last currency that
 * lists a country wins.
 */
export const COUNTRIES_OF = { eur: EUROPE, usd: '' } as const satisfies Record<string, string>
export type Currency = keyof typeof COUNTRIES_OF
export const CURRENCIES: readonly Currency[] = Object.keys(COUNTRIES_OF) as Currency[]

/** The currency that visitors see first outside the countries of COUNTRIES_OF. */
export const CURRENCY_ELSEWHERE: Currency = 'usd'

/** Returns the currency that a visitor from a country sees first. */
export function currencyForCountry(country: string | null): Currency {
  const code = country?.toUpperCase() || '-'
  return CURRENCIES.findLast((currency) => COUNTRIES_OF[currency].split(' ').includes(code)) ?? CURRENCY_ELSEWHERE
}

/** The currency of prices until the visitor's country is known. */
export const DEFAULT_CURRENCY: Currency = 'eur'

/** In the smallest unit of each currency, so that sums stay whole. */
export type Amounts = Readonly<Record<Currency, number>>

/** Formats an amount in the smallest unit of any currency: '€259', '$19.50', '¥500'. */
export function formatAmount(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

/** Returns the symbol of a currency: '€'. */
export const currencySymbol = (currency: Currency): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).formatToParts(0).find(({ type }) => type === 'currency')?.value ?? ''
