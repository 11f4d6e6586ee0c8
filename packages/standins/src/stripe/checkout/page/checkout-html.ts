import { escapeHtml } from '../../../page.ts'
import { hostedPage } from '../../hosted-page.ts'
import { money } from '../../money.ts'
import { testCards } from '../../payments/card-form.ts'
import type { Session } from '../session-json.ts'
import { COUNTRIES } from './countries.ts'
import { type FormValues, needsPaymentMethod, type Problem, requiresTerms } from './pay-form.ts'
import { type Summary, summaryHtml } from './summary-html.ts'

export type CheckoutView = Summary & { values: FormValues; problems: readonly Problem[]; termsUrl: string | null }

type Field = { name: string; label: string; attributes?: string }

const INVALID = ' aria-invalid="true" aria-describedby="problems"'

function field({ values, problems }: CheckoutView, { name, label, attributes = '' }: Field): string {
  const errorAttributes = problems.some((problem) => problem.field === name) ? INVALID : ''
  return `<label>${label} <input name="${name}" value="${escapeHtml(values[name] ?? '')}" ${attributes}${errorAttributes}></label>`
}

const options = (values: readonly { value: string; text: string }[], chosen: string | undefined) =>
  values.map(({ value, text }) => `<option value="${value}"${value === chosen ? ' selected' : ''}>${escapeHtml(text)}</option>`).join('')

function paymentMethods(view: CheckoutView): string {
  const { session, values } = view
  const hasBank = session.payment_method_types.includes('sepa_debit')
  const isBank = hasBank && values.payment_method === 'bank'
  const choice = (value: string, text: string, isChosen: boolean) =>
    `<label class="choice"><input type="radio" name="payment_method" value="${value}"${isChosen ? ' checked' : ''}> ${text}</label>`
  return `
    <fieldset><legend>Payment method</legend>
      ${hasBank ? choice('card', 'Card', !isBank) : '<input type="hidden" name="payment_method" value="card">'}
      ${field(view, { name: 'card', label: 'Card number', attributes: 'inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242" maxlength="23"' })}
      <div class="pair">
        ${field(view, { name: 'expiry', label: 'Expiration (MM / YY)', attributes: 'inputmode="numeric" autocomplete="cc-exp" placeholder="12 / 34" maxlength="7"' })}
        ${field(view, { name: 'cvc', label: 'Security code', attributes: 'inputmode="numeric" autocomplete="cc-csc" placeholder="123" maxlength="4"' })}
      </div>
      ${hasBank ? choice('bank', 'Bank debit (settles later)', isBank) : ''}
    </fieldset>`
}

function buttonText({ session, order, trial }: CheckoutView): string {
  if (order.total > 0) return `Pay ${money(order.total, session.currency ?? 'usd')}`
  return trial === undefined ? 'Complete order' : 'Start trial'
}

function problemsHtml(problems: readonly Problem[]): string {
  if (problems.length === 0) return ''
  return `<div id="problems" class="problem" role="alert" tabindex="-1" autofocus>${problems.map(({ message }) => `<p>${escapeHtml(message)}</p>`).join('')}</div>`
}

/** Converts the Markdown links in a custom text to HTML. */
const withLinks = (text: string) =>
  escapeHtml(text).replace(/\[([^\]]+)\]\((https?:[^)\s]+)\)/g, '<a href="$2" target="_blank" rel="noopener">$1</a>')

function termsBox({ session, values, problems, termsUrl }: CheckoutView): string {
  const errorAttributes = problems.some((problem) => problem.field === 'terms') ? INVALID : ''
  const message = session.custom_text.terms_of_service_acceptance?.message ?? `I agree to the [Terms of Service](${termsUrl}).`
  const state = `${values.terms === 'accepted' ? ' checked' : ''}${errorAttributes}`
  return `<label class="choice"><input type="checkbox" name="terms" value="accepted"${state}> <span>${withLinks(message)}</span></label>`
}

const emailField = (view: CheckoutView, { customer_details }: Session) =>
  customer_details?.email
    ? `<div class="label">Email <span>${escapeHtml(customer_details.email)}</span></div>`
    : field(view, { name: 'email', label: 'Email', attributes: 'type="email" autocomplete="email" maxlength="500"' })

/** Renders the page on which a customer pays a checkout session. */
export function checkoutPage(view: CheckoutView): string {
  const { session, values, problems } = view
  const countries = [{ value: '', text: 'Choose' }, ...COUNTRIES.map(({ code, name }) => ({ value: code, text: name }))]
  const country = `<label>Country or region <select name="country" autocomplete="country"${problems.some((problem) => problem.field === 'country') ? INVALID : ''}>${options(countries, values.country)}</select></label>`
  const note = session.custom_text.submit?.message
  return hostedPage(
    'Checkout',
    `<main class="columns">
      ${summaryHtml(view)}
      <section class="pay" aria-label="Payment"><div>
        ${problemsHtml(problems)}
        <form method="post" action="/stripe/checkout/${session.id}" novalidate>
          ${emailField(view, session)}
          ${needsPaymentMethod(session) ? paymentMethods(view) : ''}
          ${field(view, { name: 'name', label: needsPaymentMethod(session) ? 'Name on card or account' : 'Name', attributes: 'autocomplete="name" maxlength="150"' })}
          ${country}
          ${note ? `<p class="quiet">${withLinks(note)}</p>` : ''}
          ${requiresTerms(session) ? termsBox(view) : ''}
          <button class="main">${buttonText(view)}</button>
        </form>
        ${testCards()}
      </div></section>
    </main>`,
  )
}
