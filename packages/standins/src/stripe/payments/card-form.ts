import { escapeHtml } from '../../page.ts'
import { cardByNumber, TEST_CARDS } from './cards.ts'

/** The submitted values by field name. */
export type FormValues = Readonly<Record<string, string>>
export type Problem = { field: string; message: string }
export type FormView = { values: FormValues; problems: readonly Problem[] }

/** Returns the invalid fields of a card. */
export function cardProblems({ card = '', expiry = '', cvc = '' }: FormValues, now: Date): Problem[] {
  const [, month = '', year = ''] = /^(\d{1,2})\s*\/?\s*(\d{2})$/.exec(expiry.trim()) ?? []
  const isDate = Number(month) >= 1 && Number(month) <= 12 && Date.UTC(2000 + Number(year), Number(month), 1) > now.getTime()
  return [
    ...(cardByNumber(card) ? [] : [{ field: 'card', message: 'Your card number is invalid.' }]),
    ...(isDate ? [] : [{ field: 'expiry', message: "Your card's expiration date is invalid." }]),
    ...(/^\d{3,4}$/.test(cvc.trim()) ? [] : [{ field: 'cvc', message: "Your card's security code is invalid." }]),
  ]
}

/** Returns the attributes of an invalid field, which link it to the error message. */
export const errorAttributes = ({ problems }: FormView, name: string): string =>
  problems.some(({ field }) => field === name) ? ' aria-invalid="true" aria-describedby="problems"' : ''

/** Renders a text field with the submitted value. */
export const textField = (view: FormView, name: string, label: string, attributes = ''): string =>
  `<label>${label} <input name="${name}" value="${escapeHtml(view.values[name] ?? '')}" ${attributes}${errorAttributes(view, name)}></label>`

export const cardFields = (view: FormView): string =>
  textField(view, 'card', 'Card number', 'inputmode="numeric" autocomplete="cc-number"') +
  textField(view, 'expiry', 'Expiration (MM / YY)', 'inputmode="numeric" autocomplete="cc-exp"') +
  textField(view, 'cvc', 'Security code', 'inputmode="numeric" autocomplete="cc-csc"')

export const problemsHtml = ({ problems }: FormView): string =>
  problems.length === 0 ? '' : `<div id="problems" role="alert">${problems.map(({ message }) => escapeHtml(message)).join('<br>')}</div>`

/** Renders the list of the cards that work. */
export const testCards = () => `
  <details><summary>Cards to try</summary>
    <ul>${TEST_CARDS.map(({ number, name }) => `<li>${number.replace(/(.{4})(?=.)/g, '$1 ')}: ${name}</li>`).join('')}</ul>
    <p class="quiet">Any future date and any three digits work. This page replaces Stripe's on this machine: no money moves.</p>
  </details>`
