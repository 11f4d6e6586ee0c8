import type { StripeService } from '../../core/context.ts'
import { cardProblems, type FormValues, type Problem } from '../../payments/card-form.ts'
import { cardByNumber } from '../../payments/cards.ts'
import { createBankDebit, createCard } from '../../payments/payment-method.ts'
import type { Payer, Session } from '../purchase.ts'

/** The countries of the form. */
export const COUNTRIES = 'AT BE CH DE DK ES FI FR GB IE IT NL NO PL PT SE US'.split(' ')

/** Returns whether the buyer has to agree to the seller's terms. */
export const requiresTerms = ({ consent_collection }: Session): boolean => consent_collection?.terms_of_service === 'required'

/** Returns whether the page asks for a payment method: something is due now, or a subscription needs one later. */
export const needsPaymentMethod = ({ amount_total, mode }: Session) => (amount_total ?? 0) > 0 || mode === 'subscription'

const acceptsDebit = ({ payment_method_types }: Session) => payment_method_types.includes('sepa_debit')

/** Validates the form of the checkout page. Returns the payer, or a problem for each invalid field. */
export function readPayForm(session: Session, values: FormValues, now: Date): { payer: Payer } | { problems: Problem[] } {
  const { payment_method, country = '', terms } = values
  const [email, name] = [session.customer_details?.email ?? values.email?.trim() ?? '', values.name?.trim() ?? '']
  const needsCard = needsPaymentMethod(session) && !(payment_method === 'bank' && acceptsDebit(session))
  const problems = [
    ...(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? [] : [{ field: 'email', message: 'Your email is incomplete.' }]),
    ...(needsCard ? cardProblems(values, now) : []),
    ...(name === '' ? [{ field: 'name', message: 'Your name is incomplete.' }] : []),
    ...(COUNTRIES.includes(country) ? [] : [{ field: 'country', message: 'Choose your country or region.' }]),
    ...(requiresTerms(session) && terms !== 'accepted' ? [{ field: 'terms', message: 'Agree to the terms to continue.' }] : []),
  ]
  return problems.length > 0 ? { problems } : { payer: { email, name, country } }
}

/**
 * Stores the payment method of a valid form, not yet attached to a customer. Returns undefined if none is needed. `fingerprint` is that of
 * another card with the same behavior.
 */
export async function createPaymentMethod(service: StripeService, session: Session, values: FormValues, fingerprint?: string) {
  if (!needsPaymentMethod(session)) return undefined
  if (values.payment_method === 'bank') return createBankDebit(service)
  const card = cardByNumber(values.card ?? '')
  return card && createCard(service, { ...card, fingerprint: fingerprint ?? card.fingerprint })
}
