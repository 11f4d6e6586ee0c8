import { CURRENCIES, formatAmount } from '@academy/catalog'

/** Formats an amount in any currency, as formatAmount does for the currencies of the offers. */
export function formatMoney(amount: number, currency: string): string {
  const offered = CURRENCIES.find((code) => code === currency)
  if (offered) return formatAmount(amount, offered)
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
