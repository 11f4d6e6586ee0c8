import type { StripeService } from '../context.ts'
import { change } from '../emit-event.ts'
import { idOf } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { findActiveCodes } from '../products/promotion-codes.routes.ts'
import { find, findAll } from '../store.ts'
import { type Discount, loadOrder, loadPurchase } from './purchase.ts'
import type { Session } from './session-json.ts'

const isExpired = (now: number, expiresAt: number | null, redemptions: number, max: number | null) =>
  (expiresAt !== null && expiresAt <= now) || (max !== null && redemptions >= max)

const isCouponValid = (
  service: StripeService,
  { valid, redeem_by, times_redeemed, max_redemptions, currency }: Stored<'coupon'>,
  session: Session,
) => valid && !isExpired(service.now(), redeem_by, times_redeemed, max_redemptions) && (currency === null || currency === session.currency)

async function violatedRestriction(service: StripeService, code: Stored<'promotion_code'>, session: Session): Promise<string | undefined> {
  const { first_time_transaction, minimum_amount, minimum_amount_currency } = code.restrictions
  const { subtotal } = await loadOrder(service, session)
  if (minimum_amount !== null && (minimum_amount_currency !== session.currency || subtotal < minimum_amount)) {
    return 'This code needs a larger order.'
  }
  if (!first_time_transaction || session.customer === null) return undefined
  const paid = await findAll(service, 'charge', { where: { customer: idOf(session.customer), status: 'succeeded' } })
  return paid.length > 0 ? 'This code is for first orders only.' : undefined
}

export type Redemption = { discount: Discount } | { problem: string }

/** Returns the discount of a promotion code, or the reason why the code does not apply to this session. */
export async function redeem(service: StripeService, session: Session, code: string): Promise<Redemption> {
  const customerId = session.customer === null ? null : idOf(session.customer)
  const found = (await findActiveCodes(service, code)).find(({ customer }) => customer === null || customer === customerId)
  const { coupon: couponId } = found?.promotion ?? {}
  const coupon = couponId ? await find(service, 'coupon', idOf(couponId)) : undefined
  if (found === undefined || coupon === undefined) return { problem: 'This code is invalid.' }
  const isCodeExpired = isExpired(service.now(), found.expires_at, found.times_redeemed, found.max_redemptions)
  if (isCodeExpired || !isCouponValid(service, coupon, session)) return { problem: 'This code has expired.' }
  const problem = await violatedRestriction(service, found, session)
  return problem === undefined ? { discount: { coupon: coupon.id, promotion_code: found.id } } : { problem }
}

/** Counts the redeemed coupon and promotion code of a completed session. */
export async function countRedemption(service: StripeService, session: Session): Promise<void> {
  const { discount } = await loadPurchase(service, session)
  if (discount === null) return
  const coupon = await find(service, 'coupon', discount.coupon)
  if (coupon !== undefined) await change(service, 'coupon', coupon, { times_redeemed: coupon.times_redeemed + 1 })
  const code = discount.promotion_code === undefined ? undefined : await find(service, 'promotion_code', discount.promotion_code)
  if (code !== undefined) await change(service, 'promotion_code', code, { times_redeemed: code.times_redeemed + 1 })
}
