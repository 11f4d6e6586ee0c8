import type { StripeService } from '../context.ts'
import { makeId } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { nulls } from '../nulls.ts'
import { insert, requireObject } from '../store.ts'
import type { AppliedDiscount } from './discounts.ts'

export type Discount = { coupon: string; promotion_code: string }
type Owner = { customer: string; subscription?: string; checkoutSession: string | undefined }

/** Creates a discount for each coupon, in the given order. */
export async function createDiscounts(service: StripeService, inputs: readonly Discount[], owner: Owner): Promise<AppliedDiscount[]> {
  const appliedDiscounts: AppliedDiscount[] = []
  for (const { coupon: couponId, promotion_code } of inputs) {
    const coupon = await requireObject(service, 'coupon', couponId, 'discounts[0][coupon]')
    const discount: Stored<'discount'> = {
      id: makeId('discount'),
      object: 'discount',
      checkout_session: owner.checkoutSession ?? null,
      customer: owner.customer,
      ...nulls('customer_account', 'end', 'invoice', 'invoice_item', 'subscription_item'),
      promotion_code,
      source: { coupon: coupon.id, type: 'coupon' },
      start: service.now(),
      subscription: owner.subscription ?? null,
    }
    await insert(service, 'discount', discount)
    appliedDiscounts.push({ discount: discount.id, coupon })
  }
  return appliedDiscounts
}
