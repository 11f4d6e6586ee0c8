import type { StripeService } from '../context.ts'
import { change } from '../emit-event.ts'
import type { Stored } from '../kinds.ts'
import { find, hiddenOf, hide } from '../store.ts'
import { type Basket, calculatePrices, type Item } from './basket.ts'
import { type Session, totals } from './session-json.ts'
import type { SessionInput } from './session-parameters.ts'

/** Who pays, as typed on the page. */
export type Payer = {
  email: string
  name: string
  country: string
  phone?: string | undefined
  businessName?: string | undefined
  taxId?: { type: string; value: string } | undefined
}

export type Discount = { coupon: string; promotion_code?: string }

/** The stand-in's own data of a checkout session. */
export type Purchase = {
  items: Item[]
  discount: Discount | null
  customer_update: SessionInput['customer_update'] | null
  payment_intent_data: SessionInput['payment_intent_data'] | null
  subscription_data: SessionInput['subscription_data'] | null
  /** The payment, after the first attempt. */
  intent: string | null
  /** Who has to confirm on the bank's page, and with which card. */
  waiting: { method: string; payer: Payer } | null
}

export const purchaseOf = (service: StripeService, session: Session) => hiddenOf<Purchase>(service, session.id)

export const hasTrial = ({ subscription_data }: Pick<Purchase, 'subscription_data'>) =>
  subscription_data?.trial_end !== undefined || subscription_data?.trial_period_days !== undefined

const couponOf = async (service: StripeService, { discount }: Purchase): Promise<Stored<'coupon'> | undefined> =>
  discount === null ? undefined : find(service, 'coupon', discount.coupon)

/** The price of today, with the chosen discount. */
export async function basketOf(service: StripeService, session: Session): Promise<Basket> {
  const purchase = await purchaseOf(service, session)
  return calculatePrices(service, { items: purchase.items, coupon: await couponOf(service, purchase), isTrial: hasTrial(purchase) })
}

/** Sets or takes away the discount, and what the session costs with it. */
export async function setDiscount(service: StripeService, session: Session, discount: Discount | null): Promise<Session> {
  await hide(service, session.id, { discount })
  const basket = await basketOf(service, session)
  const discounts = discount === null ? [] : [{ coupon: discount.coupon, promotion_code: discount.promotion_code ?? null }]
  return change(service, 'checkout.session', session, { discounts, ...totals(basket) })
}
