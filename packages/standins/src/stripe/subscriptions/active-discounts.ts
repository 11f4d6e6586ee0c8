import type { StripeService } from '../context.ts'
import type { AppliedDiscount } from '../invoices/discounts.ts'
import { find } from '../store.ts'
import type { Subscription } from './subscription-json.ts'

/** Returns the discounts that apply to the next invoice of a subscription. */
export async function activeDiscounts(service: StripeService, subscription: Subscription): Promise<AppliedDiscount[]> {
  const appliedDiscounts: AppliedDiscount[] = []
  for (const id of subscription.discounts) {
    const discount = typeof id === 'string' ? await find(service, 'discount', id) : undefined
    const couponId = discount?.source.coupon
    const coupon = typeof couponId === 'string' ? await find(service, 'coupon', couponId) : undefined
    if (discount !== undefined && coupon?.duration === 'forever') appliedDiscounts.push({ discount: discount.id, coupon })
  }
  return appliedDiscounts
}
