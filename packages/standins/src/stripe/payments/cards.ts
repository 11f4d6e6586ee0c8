/** The result of charging a payment method. */
export type Behavior =
  /** `refunds: 'pending'`: its refunds wait until the bank or the seller's balance settles them. */
  | { kind: 'succeeds'; refunds?: 'pending' }
  | { kind: 'declines'; code: string; message: string }
  /** The cardholder must authenticate on the bank's page for each charge; off session the charge is declined. */
  | { kind: 'requires_authentication' }
  /** Succeeds while the customer is present; every off-session charge is declined. */
  | { kind: 'declines_off_session' }
  /** A bank debit: the bank settles or refuses it days later. */
  | { kind: 'settles_later' }

export type TestCard = {
  number: string
  brand: string
  last4: string
  token: string
  name: string
  behavior: Behavior
  /** The same for each payment method with this card. */
  fingerprint: string
}

export type Decline = Extract<Behavior, { kind: 'declines' }>

const card = (number: string, token: string, name: string, behavior: Behavior, brand = 'visa'): TestCard => ({
  number,
  brand,
  last4: number.slice(-4),
  token,
  name,
  behavior,
  fingerprint: `Fp${number.slice(-14)}`,
})

export const GENERIC_DECLINE: Decline = {
  kind: 'declines',
  code: 'card_declined',
  message: 'Your card was declined.',
}

/** Stripe's own test cards. `token` is the name after `pm_card_`. */
export const TEST_CARDS: readonly TestCard[] = [
  card('4242424242424242', 'visa', 'Succeeds', { kind: 'succeeds' }),
  card('5555555555554444', 'mastercard', 'Succeeds (Mastercard)', { kind: 'succeeds' }, 'mastercard'),
  card('4000000000007726', 'pendingRefund', 'Succeeds, and its refunds are pending', { kind: 'succeeds', refunds: 'pending' }),
  card('4000000000000002', 'chargeDeclined', 'Is declined', GENERIC_DECLINE),
  card('4000002760003184', 'authenticationRequired', 'Needs authentication', { kind: 'requires_authentication' }),
  card('4000000000000341', 'chargeCustomerFail', 'Succeeds now, fails at renewals', { kind: 'declines_off_session' }),
]

export const cardByNumber = (typed: string) => TEST_CARDS.find(({ number }) => number === typed.replace(/[\s-]/g, ''))
export const cardByToken = (token: string) => TEST_CARDS.find((card) => card.token === token)

export const AUTHENTICATION_DECLINE: Decline = {
  kind: 'declines',
  code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

export const AUTHENTICATION_FAILED: Decline = {
  kind: 'declines',
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

export const BANK_REFUSAL: Decline = {
  kind: 'declines',
  code: 'payment_intent_payment_attempt_failed',
  message: "The customer's account has insufficient funds to cover this payment.",
}
