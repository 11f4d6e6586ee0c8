import { codeProblem, expiryProblem, numberProblem } from '../../payments/card-form.ts'
import { cardByNumber, type TestCard } from '../../payments/cards.ts'
import type { Payer } from '../purchase.ts'
import type { Session } from '../session-json.ts'
import { COUNTRIES } from './countries.ts'

/** The submitted values by field name. */
export type FormValues = Readonly<Record<string, string>>
export type ChosenMethod = { kind: 'card'; card: TestCard } | { kind: 'bank' } | { kind: 'none' }
export type Problem = { field: string; message: string }
type ReadForm = { payer: Payer; method: ChosenMethod } | { problems: Problem[] }

function problemsOf(session: Session, values: FormValues, now: Date): Problem[] {
  const problems: Problem[] = []
  const add = (field: string, message: string | undefined) => message !== undefined && problems.push({ field, message })
  const email = session.customer_details?.email ?? values.email ?? ''
  add('email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? undefined : 'Your email is incomplete.')
  if (needsPaymentMethod(session) && values.payment_method !== 'bank') {
    add('card', numberProblem(values.card ?? ''))
    add('expiry', expiryProblem(values.expiry ?? '', now))
    add('cvc', codeProblem(values.cvc ?? ''))
  }
  add('name', values.name?.trim() ? undefined : 'Your name is incomplete.')
  add('country', COUNTRIES.some(({ code }) => code === values.country) ? undefined : 'Choose your country or region.')
  if (requiresTerms(session)) add('terms', values.terms === 'accepted' ? undefined : 'Agree to the terms to continue.')
  return problems
}

function chosenMethod(session: Session, values: FormValues): ChosenMethod | undefined {
  if (values.payment_method === 'bank') return session.payment_method_types.includes('sepa_debit') ? { kind: 'bank' } : undefined
  const card = cardByNumber(values.card ?? '')
  return card && { kind: 'card', card }
}

/** Returns whether the buyer has to agree to the seller's terms. */
export const requiresTerms = ({ consent_collection }: Session): boolean => consent_collection?.terms_of_service === 'required'

/** Returns whether the page asks for a payment method: something is due now, or a subscription needs one later. */
export const needsPaymentMethod = ({ amount_total, mode }: Session) => (amount_total ?? 0) > 0 || mode === 'subscription'

/** Validates the form of the checkout page. Returns the payer and the payment method, or a problem for each invalid field. */
export function readPayForm(session: Session, values: FormValues, now: Date): ReadForm {
  const problems = problemsOf(session, values, now)
  const method = needsPaymentMethod(session) ? chosenMethod(session, values) : { kind: 'none' as const }
  if (method === undefined && problems.length === 0) problems.push({ field: 'payment_method', message: 'Choose how to pay.' })
  if (problems.length > 0 || method === undefined) return { problems }
  return {
    payer: {
      email: session.customer_details?.email ?? values.email?.trim() ?? '',
      name: values.name?.trim() ?? '',
      country: values.country ?? '',
    },
    method,
  }
}
