import { z } from 'zod'
import { escapeHtml } from '../../page.ts'
import { cardByNumber, TEST_CARDS, type TestCard } from './cards.ts'

const cardFields = z.object({ number: z.string(), expiry: z.string(), cvc: z.string() })
type CardFields = z.infer<typeof cardFields>

/** An invalid field of the form, with the error message for the buyer. */
export type FieldError = { problem: string; field: keyof CardFields }

/** Returns why a card number is not one of the test cards. */
export const numberProblem = (number: string): string | undefined =>
  cardByNumber(number) === undefined ? 'Your card number is invalid.' : undefined

/** Returns why an expiration date such as `12 / 34` is invalid. */
export function expiryProblem(expiry: string, now: Date): string | undefined {
  const [, month = '', year = ''] = /^(\d{1,2})\s*\/?\s*(\d{2})$/.exec(expiry.trim()) ?? []
  const isValid = Number(month) >= 1 && Number(month) <= 12 && Date.UTC(2000 + Number(year), Number(month), 1) > now.getTime()
  return isValid ? undefined : "Your card's expiration date is invalid."
}

/** Returns why a security code is invalid. */
export const codeProblem = (code: string): string | undefined =>
  /^\d{3,4}$/.test(code.trim()) ? undefined : "Your card's security code is invalid."

/** Returns the submitted card, or the first invalid field. A card that always declines is invalid, because Stripe refuses to save it. */
export function readCard(form: unknown, now: Date): { card: TestCard } | FieldError {
  const { data } = cardFields.safeParse(form)
  const { number = '', expiry = '', cvc = '' } = data ?? {}
  const card = cardByNumber(number)
  if (card === undefined) return { problem: numberProblem(number) ?? '', field: 'number' }
  const wrongExpiry = expiryProblem(expiry, now)
  if (wrongExpiry !== undefined) return { problem: wrongExpiry, field: 'expiry' }
  const wrongCode = codeProblem(cvc)
  if (wrongCode !== undefined) return { problem: wrongCode, field: 'cvc' }
  if (card.behavior.kind === 'declines') return { problem: card.behavior.message, field: 'number' }
  return { card }
}

/** Renders the table of the cards that work. */
export const testCards = () => `
  <details class="note"><summary>Cards to try</summary>
    <table><thead><tr><th scope="col">Number</th><th scope="col">What happens</th></tr></thead><tbody>
    ${TEST_CARDS.map(({ number, name }) => `<tr><td><code>${number.replace(/(.{4})(?=.)/g, '$1 ')}</code></td><td>${escapeHtml(name)}</td></tr>`).join('')}
    </tbody></table>
    <p class="quiet">Any future date and any three digits work. This page replaces Stripe's on this machine: no money moves.</p>
  </details>`

/** Renders the form for a card, with the error message beside its field. The form never repeats the entered card number. */
export function cardForm({ action, button, fieldError }: { action: string; button: string; fieldError: FieldError | undefined }): string {
  const errorAttributes = (field: keyof CardFields) =>
    fieldError?.field === field ? ' aria-invalid="true" aria-describedby="problem" autofocus' : ''
  return `
    ${fieldError === undefined ? '' : `<p class="problem" id="problem" role="alert">${escapeHtml(fieldError.problem)}</p>`}
    <form class="fields" method="post" action="${escapeHtml(action)}">
      <label>Card number <input name="number" inputmode="numeric" autocomplete="cc-number" required${errorAttributes('number')}></label>
      <div class="pair">
        <label>Expires (MM / YY) <input name="expiry" inputmode="numeric" autocomplete="cc-exp" required${errorAttributes('expiry')}></label>
        <label>Security code <input name="cvc" inputmode="numeric" autocomplete="cc-csc" required${errorAttributes('cvc')}></label>
      </div>
      <button class="main">${escapeHtml(button)}</button>
    </form>
    ${testCards()}`
}
