import type { StripeService } from '../context.ts'
import type { AppliedDiscount } from '../invoices/discounts.ts'
import type { Stored } from '../kinds.ts'
import { find } from '../store.ts'
import type { Subscription } from './subscription-json.ts'

const isStillValid = (discount: Stored<'discount'>, coupon: Stored<'coupon'>, now: number) =>
  coupon.duration !== 'once' && (discount.end === null || discount.end > now)

/** Returns the discounts that apply to the next invoice of a subscription. */
export async function activeDiscounts(service: StripeService, subscription: Subscription): Promise<AppliedDiscount[]> {
  const appliedDiscounts: AppliedDiscount[] = []
  for (const id of subscription.discounts) {
    const discount = typeof id === 'string' ? await find(service, 'discount', id) : undefined
    const couponId = discount?.source.coupon
    const coupon = typeof couponId === 'string' ? await find(service, 'coupon', couponId) : undefined
    if (discount !== undefined && coupon !== undefined && isStillValid(discount, coupon, service.now()))
      appliedDiscounts.push({ discount: discount.id, coupon })
  }
  return appliedDiscounts
}
