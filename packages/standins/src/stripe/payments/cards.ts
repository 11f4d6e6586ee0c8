/** What a means of payment does when it is charged. */
export type Behaviour =
  | { kind: 'succeeds' }
  | { kind: 'declines'; code: string; declineCode: string; message: string }
  /** The owner has to agree on a page of the bank, each time; without the owner it declines. */
  | { kind: 'asks' }
  /** Pays while its owner is there, and fails at every charge without the owner. */
  | { kind: 'fails_later' }
  /** A bank debit: whether it comes is known days later. */
  | { kind: 'settles_later' }

export type TestCard = { number: string; brand: string; last4: string; token: string; name: string; behaviour: Behaviour }

export type Decline = Extract<Behaviour, { kind: 'declines' }>

const declined = (declineCode: string, message: string, code = 'card_declined'): Decline => ({
  kind: 'declines',
  code,
  declineCode,
  message,
})

const card = (number: string, token: string, name: string, behaviour: Behaviour, brand = 'visa'): TestCard => ({
  number,
  brand,
  last4: number.slice(-4),
  token,
  name,
  behaviour,
})

/** The numbers of Stripe's own test cards, and the name behind `pm_card_` and `tok_` for each. */
export const TEST_CARDS: readonly TestCard[] = [
  card('4242424242424242', 'visa', 'Succeeds', { kind: 'succeeds' }),
  card('5555555555554444', 'mastercard', 'Succeeds (Mastercard)', { kind: 'succeeds' }, 'mastercard'),
  card('4000000000000002', 'chargeDeclined', 'Is declined', declined('generic_decline', 'Your card was declined.')),
  card(
    '4000000000009995',
    'chargeDeclinedInsufficientFunds',
    'Has insufficient funds',
    declined('insufficient_funds', 'Your card has insufficient funds.'),
  ),
  card('4000000000000069', 'chargeDeclinedExpiredCard', 'Has expired', declined('expired_card', 'Your card has expired.', 'expired_card')),
  card('4000002760003184', 'authenticationRequired', 'Needs authentication', { kind: 'asks' }),
  card('4000000000000341', 'chargeCustomerFail', 'Succeeds now, fails at renewals', { kind: 'fails_later' }),
]

export const cardByNumber = (typed: string) => TEST_CARDS.find(({ number }) => number === typed.replace(/[\s-]/g, ''))
export const cardByToken = (token: string) => TEST_CARDS.find((known) => known.token === token)

export const GENERIC_DECLINE = declined('generic_decline', 'Your card was declined.')
export const AUTHENTICATION_DECLINE = declined(
  'authentication_required',
  'Your card was declined. This transaction requires authentication.',
  'authentication_required',
)
