import type { StripeService } from '../context.ts'
import { change } from '../emit-event.ts'
import { idOf } from '../ids.ts'
import type { Discount } from '../invoices/create-discounts.ts'
import { isTooSmall } from '../payments/minimum-amount.ts'
import { findActiveCode } from '../products/find-active-code.ts'
import { find } from '../store.ts'
import { summarizeOrder } from './line-items.ts'
import { hasTrial, loadPurchase } from './purchase.ts'
import type { Session } from './session-json.ts'

type Redemption = { discount: Discount } | { problem: string }

/** Returns the discount of a promotion code, or the reason why the code does not apply to this session. */
export async function redeem(service: StripeService, session: Session, code: string): Promise<Redemption> {
  const found = await findActiveCode(service, code)
  const { coupon: couponId } = found?.promotion ?? {}
  const coupon = couponId ? await find(service, 'coupon', idOf(couponId)) : undefined
  if (found === undefined || coupon === undefined) return { problem: 'This code is invalid.' }
  const { items, subscription_data } = await loadPurchase(service, session)
  const { total } = await summarizeOrder(service, { items, coupon, isTrial: hasTrial({ subscription_data }) })
  if (isTooSmall(total)) return { problem: 'This code cannot be used: the rest would be less than the smallest payment.' }
  return { discount: { coupon: coupon.id, promotion_code: found.id } }
}

/** Counts the redeemed coupon and promotion code of a completed session. */
export async function countRedemption(service: StripeService, session: Session): Promise<void> {
  const { discount } = await loadPurchase(service, session)
  if (discount === null) return
  const coupon = await find(service, 'coupon', discount.coupon)
  if (coupon !== undefined) await change(service, 'coupon', coupon, { times_redeemed: coupon.times_redeemed + 1 })
  const code = await find(service, 'promotion_code', discount.promotion_code)
  if (code !== undefined) await change(service, 'promotion_code', code, { times_redeemed: code.times_redeemed + 1 })
}
