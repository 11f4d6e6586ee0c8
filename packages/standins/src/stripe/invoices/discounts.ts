import type Stripe from 'stripe'
import type { Line } from './lines.ts'

/** The id of a discount, and its coupon. */
export type AppliedDiscount = { discount: string; coupon: Stripe.Coupon }

const amountOff = (coupon: Stripe.Coupon, currency: string | undefined) => (coupon.currency === currency ? (coupon.amount_off ?? 0) : 0)

/** Splits an amount in proportion to the weights. The parts add up to the amount exactly. */
function splitAmount(amount: number, weights: readonly number[]): number[] {
  const totalWeight = weights.reduce((total, weight) => total + weight, 0)
  let weightSoFar = 0
  let allocated = 0
  return weights.map((weight) => {
    weightSoFar += weight
    const part = totalWeight === 0 ? 0 : Math.round((amount * weightSoFar) / totalWeight) - allocated
    allocated += part
    return part
  })
}

const remainingAmount = (line: Line) => line.amount - (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)

/** Applies discounts to lines one after the other. A line never gets below zero. */
export function applyDiscounts(lines: readonly Line[], appliedDiscounts: readonly AppliedDiscount[]): Line[] {
  return appliedDiscounts.reduce<Line[]>(
    (before, { discount, coupon }) => {
      const eligible = before.map(remainingAmount)
      const eligibleTotal = eligible.reduce((sum, amount) => sum + amount, 0)
      const amounts =
        coupon.percent_off === null
          ? splitAmount(Math.min(amountOff(coupon, before[0]?.currency), eligibleTotal), eligible)
          : eligible.map((amount) => Math.round((amount * Number(coupon.percent_off)) / 100))
      return before.map((line, index) => {
        const amount = amounts[index] ?? 0
        return amount === 0 ? line : { ...line, discount_amounts: [...(line.discount_amounts ?? []), { amount, discount }] }
      })
    },
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
