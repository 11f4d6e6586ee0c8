import type Stripe from 'stripe'
import type { Line } from './lines.ts'

/** The id of a discount, and its coupon. */
export type AppliedDiscount = { discount: string; coupon: Stripe.Coupon }

const remainingAmount = (line: Line) => line.amount - (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)

/** Applies discounts to lines one after the other. A line never gets below zero. */
export function applyDiscounts(lines: readonly Line[], appliedDiscounts: readonly AppliedDiscount[]): Line[] {
  return appliedDiscounts.reduce<Line[]>(
    (before, { discount, coupon }) =>
      before.map((line) => {
        const amount = Math.round((remainingAmount(line) * Number(coupon.percent_off)) / 100)
        return amount === 0 ? line : { ...line, discount_amounts: [...(line.discount_amounts ?? []), { amount, discount }] }
      }),
    [...lines],
  )
}

/** Returns the total of each discount. */
export function discountTotals(
  lines: readonly Line[],
  appliedDiscounts: readonly AppliedDiscount[],
): { amount: number; discount: string }[] {
  return appliedDiscounts.map(({ discount }) => ({
    discount,
    amount: lines
      .flatMap((line) => line.discount_amounts ?? [])
      .reduce((sum, applied) => sum + (applied.discount === discount ? applied.amount : 0), 0),
  }))
}
