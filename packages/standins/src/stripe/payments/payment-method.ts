import type Stripe from 'stripe'
import type { StripeService } from '../core/context.ts'
import type { Stored } from '../core/kinds.ts'
import { readHidden, requireObject } from '../core/store.ts'
import { create } from '../webhooks/emit-event.ts'
import { type Behavior, cardByToken, type TestCard } from './cards.ts'

type PaymentMethod = Stored<'payment_method'>

/** The billing details of a payment method whose form asked for none. */
const NO_DETAILS: Stripe.PaymentMethod.BillingDetails = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
}

/** The key is a stored one, and keeps its spelling. */
type Hidden = { behaviour: Behavior }

/** Stores a card as a payment method without a customer. */
export const createCard = (service: StripeService, { brand, last4, fingerprint, behavior }: TestCard): Promise<PaymentMethod> => {
  const card = { brand, last4, fingerprint, exp_month: 12, exp_year: 2034 } as Stripe.PaymentMethod.Card
  const hidden: Hidden = { behaviour: behavior }
  return create(service, 'payment_method', { billing_details: NO_DETAILS, customer: null, type: 'card', card }, hidden)
}

/** Stores a bank account as a payment method without a customer. */
export const createBankDebit = (service: StripeService): Promise<PaymentMethod> => {
  const sepa_debit = { country: 'DE', fingerprint: 'FpSepaStandIn0', last4: '3000' } as Stripe.PaymentMethod.SepaDebit
  const hidden: Hidden = { behaviour: { kind: 'settles_later' } }
  return create(service, 'payment_method', { billing_details: NO_DETAILS, customer: null, type: 'sepa_debit', sepa_debit }, hidden)
}

/** Returns how the payment method behaves when it is charged. */
export async function behaviorOf(service: StripeService, id: string): Promise<Behavior> {
  return (await readHidden<Hidden>(service, id)).behaviour
}

/** Returns a payment method by id. For a test id such as `pm_card_visa` it creates a new one. */
export async function resolvePaymentMethod(service: StripeService, id: string): Promise<PaymentMethod> {
  const card = id.startsWith('pm_card_') ? cardByToken(id.slice('pm_card_'.length)) : undefined
  return card === undefined ? requireObject(service, 'payment_method', id, 'payment_method') : createCard(service, card)
}
