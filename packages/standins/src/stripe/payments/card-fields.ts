import { cardByNumber } from './cards.ts'

// the Luhn check digit
const isCardNumber = (number: string) =>
  /^\d{12,19}$/.test(number) &&
  [...number].toReversed().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0) %
    10 ===
    0

/** Returns why a card number is invalid; undefined for a test card. */
export function numberProblem(typed: string): string | undefined {
  const number = typed.replace(/[\s-]/g, '')
  if (number === '') return 'Your card number is incomplete.'
  if (!isCardNumber(number)) return 'Your card number is invalid.'
  if (cardByNumber(number) === undefined) return 'Your card was declined. Your request was in test mode, but used a non test card.'
  return undefined
}

/** Returns why an expiration date such as `12 / 34` is invalid. */
export function expiryProblem(expiry: string, now: Date): string | undefined {
  const [, month = '', year = ''] = /^(\d{1,2})\s*\/?\s*(\d{2})$/.exec(expiry.trim()) ?? []
  if (year === '' || Number(month) < 1 || Number(month) > 12) return "Your card's expiration date is incomplete."
  const isPast = Date.UTC(2000 + Number(year), Number(month), 1) <= now.getTime()
  return isPast ? "Your card's expiration date is in the past." : undefined
}

/** Returns why a security code is invalid. */
export const codeProblem = (code: string): string | undefined =>
  /^\d{3,4}$/.test(code.trim()) ? undefined : "Your card's security code is incomplete."
