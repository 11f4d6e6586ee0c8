import type Stripe from 'stripe'
import type { Line } from './lines.ts'

/** A discount with the coupon behind it. */
export type Reduction = { discount: string; coupon: Stripe.Coupon }

const appliesTo = ({ applies_to }: Stripe.Coupon, line: Line) => {
  const products = applies_to?.products ?? []
  const product = line.pricing?.price_details?.product
  return line.discountable && line.amount > 0 && (products.length === 0 || (product !== undefined && products.includes(product)))
}

const amountOff = (coupon: Stripe.Coupon, currency: string) =>
  coupon.currency === currency ? (coupon.amount_off ?? 0) : (coupon.currency_options?.[currency]?.amount_off ?? 0)

/** Splits a fixed amount over lines in proportion to their weights, without losing a cent. */
function spread(sum: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((total, weight) => total + weight, 0)
  let weightBefore = 0
  let given = 0
  return weights.map((weight) => {
    weightBefore += weight
    const share = whole === 0 ? 0 : Math.round((sum * weightBefore) / whole) - given
    given += share
    return share
  })
}

const leftOf = (line: Line) => line.amount - (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)

/** Applies discounts to lines one after the other. A line never gets below zero. */
export function reduceLines(lines: readonly Line[], reductions: readonly Reduction[]): Line[] {
  return reductions.reduce<Line[]>(
    (before, { discount, coupon }) => {
      const eligible = before.map((line) => (appliesTo(coupon, line) ? leftOf(line) : 0))
      const whole = eligible.reduce((sum, amount) => sum + amount, 0)
      const cuts =
        coupon.percent_off === null
          ? spread(Math.min(amountOff(coupon, before[0]?.currency ?? ''), whole), eligible)
          : eligible.map((amount) => Math.round((amount * Number(coupon.percent_off)) / 100))
      return before.map((line, index) => {
        const amount = cuts[index] ?? 0
        return amount === 0 ? line : { ...line, discount_amounts: [...(line.discount_amounts ?? []), { amount, discount }] }
      })
    },
    [...lines],
  )
}

/** Returns the total of each discount. */
export function discountTotals(lines: readonly Line[], reductions: readonly Reduction[]): { amount: number; discount: string }[] {
  return reductions.map(({ discount }) => ({
    discount,
    amount: lines
      .flatMap((line) => line.discount_amounts ?? [])
      .reduce((sum, cut) => sum + (cut.discount === discount ? cut.amount : 0), 0),
  }))
}
