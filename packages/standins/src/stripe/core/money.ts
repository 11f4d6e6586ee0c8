/** Returns an amount in minor units as text, e.g. `€19.00`; `short` leaves out the cents of whole amounts. */
export const money = (amount: number, currency: string, { short = false } = {}) =>
  new Intl.NumberFormat('en', {
    style: 'currency',
    currency: currency.toUpperCase(),
    ...(short && amount % 100 === 0 && { minimumFractionDigits: 0 }),
  }).format(amount / 100)

/** The smallest amount that Stripe charges, in the currency's smallest unit (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const MINIMUM_AMOUNT = 50

/** Returns whether Stripe refuses to charge an amount because it is too small. Nothing is charged for 0. */
export const isTooSmall = (amount: number): boolean => amount > 0 && amount < MINIMUM_AMOUNT
