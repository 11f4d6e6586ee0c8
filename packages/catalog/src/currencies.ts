/** The currencies of all prices, in display order. */
export const CURRENCIES = ['eur', 'usd'] as const
export type Currency = (typeof CURRENCIES)[number]

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
