import type { StripeService } from '../context.ts'
import { makeId } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { insert, readHidden, requireObject } from '../store.ts'
import { type Behavior, cardByToken, type TestCard } from './cards.ts'

type PaymentMethod = Stored<'payment_method'>
type BillingDetails = PaymentMethod['billing_details']

export const NO_DETAILS: BillingDetails = { address: null, email: null, name: null, phone: null, tax_id: null }

/** The key is a stored one, and keeps its spelling. */
type Hidden = { behaviour: Behavior }

const hidden = (behavior: Behavior): Hidden => ({ behaviour: behavior })

type Owner = { customer: string | null; billing: BillingDetails }

const base = (service: StripeService, { customer, billing }: Owner) => ({
  id: makeId('payment_method'),
  object: 'payment_method' as const,
  allow_redisplay: 'limited' as const,
  billing_details: billing,
  created: service.now(),
  customer,
  customer_account: null,
  livemode: false,
  metadata: {},
})

/** Stores a card as a payment method, with or without a customer. */
export async function createCard(service: StripeService, card: TestCard, owner: Owner): Promise<PaymentMethod> {
  const method: PaymentMethod = {
    ...base(service, owner),
    type: 'card',
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: card.brand,
      exp_month: 12,
      exp_year: 2034,
      fingerprint: card.fingerprint,
      funding: 'credit',
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
  }
  await insert(service, 'payment_method', method, hidden(card.behavior))
  return method
}

/** Stores a bank account as a payment method. */
export async function createBankDebit(service: StripeService, owner: Owner): Promise<PaymentMethod> {
  const method: PaymentMethod = {
    ...base(service, owner),
    type: 'sepa_debit',
    sepa_debit: {
      bank_code: '37040044',
      branch_code: '',
      country: 'DE',
      fingerprint: 'FpSepaStandIn0',
      generated_from: { charge: null, setup_attempt: null },
      last4: '3000',
    },
  }
  await insert(service, 'payment_method', method, hidden({ kind: 'settles_later' }))
  return method
}

/** Returns how the payment method behaves when it is charged. */
export async function behaviorOf(service: StripeService, id: string): Promise<Behavior> {
  return (await readHidden<Hidden>(service, id)).behaviour
}

/** Returns a payment method by id. For a test id such as `pm_card_visa` it creates a new one. */
export async function resolvePaymentMethod(service: StripeService, id: string): Promise<PaymentMethod> {
  const card = id.startsWith('pm_card_') ? cardByToken(id.slice('pm_card_'.length)) : undefined
  return card === undefined
    ? requireObject(service, 'payment_method', id, 'payment_method')
    : createCard(service, card, { customer: null, billing: NO_DETAILS })
}
