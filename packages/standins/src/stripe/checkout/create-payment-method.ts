import type { StripeService } from '../context.ts'
import { createBankDebit, createCard, NO_DETAILS } from '../payments/payment-method.ts'
import type { ChosenMethod } from './page/pay-form.ts'
import { addressOf } from './payer.ts'
import type { Payer } from './purchase.ts'

/** Stores the chosen payment method, not yet attached to a customer. Returns undefined if none is needed. */
export async function createPaymentMethod(service: StripeService, chosen: ChosenMethod, payer: Payer) {
  const billing = { ...NO_DETAILS, email: payer.email, name: payer.name, address: addressOf(payer) }
  const owner = { customer: null, billing }
  if (chosen.kind === 'none') return undefined
  return chosen.kind === 'card' ? createCard(service, chosen.card, owner) : createBankDebit(service, owner)
}
