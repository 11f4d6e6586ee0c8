import type { StripeService } from '../context.ts'
import { change } from '../emit-event.ts'
import type { Discount } from '../invoices/create-discounts.ts'
import type { Stored } from '../kinds.ts'
import { find, readHidden, updateHidden } from '../store.ts'
import { type Item, type OrderSummary, summarizeOrder } from './line-items.ts'
import { amountFields, type Session } from './session-json.ts'
import type { SessionInput } from './session-parameters.ts'

/** The buyer's details from the form. */
export type Payer = {
  email: string
  name: string
  country: string
}

/** The data of a checkout session that Stripe does not show. */
export type Purchase = {
  items: Item[]
  discount: Discount | null
  customer_update: SessionInput['customer_update'] | null
  payment_intent_data: SessionInput['payment_intent_data'] | null
  subscription_data: SessionInput['subscription_data'] | null
  /** The id of the payment intent; null before the first attempt. */
  intent: string | null
  /** The payment that the cardholder has not authenticated yet on the bank's page. */
  unauthenticated: { method: string; payer: Payer } | null
}

export const loadPurchase = (service: StripeService, session: Session) => readHidden<Purchase>(service, session.id)

export const hasTrial = ({ subscription_data }: Pick<Purchase, 'subscription_data'>) => subscription_data?.trial_period_days !== undefined

const couponOf = async (service: StripeService, { discount }: Purchase): Promise<Stored<'coupon'> | undefined> =>
  discount === null ? undefined : find(service, 'coupon', discount.coupon)

/** Returns the amounts due today, after the chosen discount. */
export async function loadOrder(service: StripeService, session: Session): Promise<OrderSummary> {
  const purchase = await loadPurchase(service, session)
  return summarizeOrder(service, { items: purchase.items, coupon: await couponOf(service, purchase), isTrial: hasTrial(purchase) })
}

/** Sets or removes the discount and updates the amounts of the session. */
export async function setDiscount(service: StripeService, session: Session, discount: Discount | null): Promise<Session> {
  await updateHidden(service, session.id, { discount })
  const order = await loadOrder(service, session)
  const discounts = discount === null ? [] : [{ coupon: discount.coupon, promotion_code: discount.promotion_code }]
  return change(service, 'checkout.session', session, { discounts, ...amountFields(order) })
}
