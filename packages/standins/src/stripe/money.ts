/** Returns an amount in minor units as text, e.g. `€19.00`; `short` leaves out the cents of whole amounts. */
export const money = (amount: number, currency: string, { short = false } = {}) =>
  new Intl.NumberFormat('en', {
    style: 'currency',
    currency: currency.toUpperCase(),
    ...(short && amount % 100 === 0 && { minimumFractionDigits: 0 }),
  }).format(amount / 100)
