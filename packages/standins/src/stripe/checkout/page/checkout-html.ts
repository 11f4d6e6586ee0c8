import { escapeHtml } from '../../../page.ts'
import { hostedPage } from '../../core/hosted-page.ts'
import { MERCHANT } from '../../core/identity.ts'
import { money } from '../../core/money.ts'
import { amountOf } from '../../invoices/invoice.ts'
import { cardFields, errorAttributes, type FormView, problemsHtml, testCards, textField } from '../../payments/card-form.ts'
import { addMonths } from '../../time/cycle.ts'
import { DAY_SECONDS } from '../../time/due.ts'
import type { Order, Purchase, Session } from '../purchase.ts'
import { COUNTRIES, needsPaymentMethod, requiresTerms } from './pay-form.ts'

export type CheckoutView = FormView & {
  session: Session
  purchase: Purchase
  order: Order
  /** The promotion code of the applied discount. */
  discountCode: string | undefined
  termsUrl: string | null
  /** In seconds since 1970. */
  now: number
}

/** Returns the length of a trial, e.g. `3 months`: months if its end is on the same day of a later month. */
function trialLength(days: number, now: number): string {
  const months = [1, 2, 3, 6, 12].find((count) => Math.abs(addMonths(now, count) - now - days * DAY_SECONDS) < DAY_SECONDS)
  return months === undefined ? `${days} days` : `${months} months`
}

function itemRow({ purchase, now }: CheckoutView, { price, name, quantity, amount }: Order['lines'][number]): string {
  const days = purchase.subscription_data?.trial_period_days
  const monthly = `${money(amountOf(price), price.currency, { short: true })} per month, until you cancel`
  const terms = days === undefined ? monthly : `${trialLength(days, now)} free, then ${monthly}`
  const note = price.type === 'recurring' ? `<br><span class="quiet">${terms}</span>` : ''
  return `<div class="row"><p>${quantity > 1 ? `${quantity} × ` : ''}${escapeHtml(name)}${note}</p><p>${money(amount, price.currency)}</p></div>`
}

function promotionHtml({ session, order, discountCode }: CheckoutView): string {
  if (discountCode !== undefined)
    return `<div class="row"><p>${escapeHtml(discountCode)}</p><p>−${money(order.discount, session.currency ?? 'usd')}</p></div>`
  if (session.allow_promotion_codes !== true) return ''
  return `<form method="post" action="/stripe/checkout/${session.id}/promotion">
    <label>Promotion code <input name="code" autocomplete="off"></label><button>Apply</button></form>`
}

/** Converts the Markdown links in a custom text to HTML. */
const withLinks = (text: string) =>
  escapeHtml(text).replace(/\[([^\]]+)\]\((https?:[^)\s]+)\)/g, '<a href="$2" target="_blank" rel="noopener">$1</a>')

function termsBox(view: CheckoutView): string {
  const { session, values, termsUrl } = view
  if (!requiresTerms(session)) return ''
  const message = session.custom_text.terms_of_service_acceptance?.message ?? `I agree to the [Terms of Service](${termsUrl}).`
  const state = `${values.terms === 'accepted' ? ' checked' : ''}${errorAttributes(view, 'terms')}`
  return `<label class="choice"><input type="checkbox" name="terms" value="accepted"${state}> <span>${withLinks(message)}</span></label>`
}

/** Renders the page on which a customer pays a checkout session. */
export function checkoutPage(view: CheckoutView): string {
  const { session, order, values } = view
  const total = money(order.total, session.currency ?? 'usd')
  const note = session.custom_text.submit?.message
  const known = session.customer_details?.email
  const countries = COUNTRIES.map((code) => `<option${code === values.country ? ' selected' : ''}>${code}</option>`).join('')
  const freeText = session.mode === 'subscription' ? 'Start trial' : 'Complete order'
  const body = `
    ${session.cancel_url === null ? '' : `<p><a href="${escapeHtml(session.cancel_url)}">Back to ${MERCHANT}</a></p>`}
    <section aria-label="Order">
      <p class="total">${total}</p>
      ${order.lines.map((line) => itemRow(view, line)).join('')}
      ${promotionHtml(view)}
      <div class="row"><p>Total due today</p><p>${total}</p></div>
    </section>
    ${problemsHtml(view)}
    <form method="post" action="/stripe/checkout/${session.id}" novalidate>
      ${known ? `<p>Email ${escapeHtml(known)}</p>` : textField(view, 'email', 'Email', 'type="email" autocomplete="email"')}
      ${needsPaymentMethod(session) ? cardFields(view) : ''}
      ${textField(view, 'name', needsPaymentMethod(session) ? 'Name on card' : 'Name', 'autocomplete="name"')}
      <label>Country or region <select name="country"${errorAttributes(view, 'country')}><option></option>${countries}</select></label>
      ${note ? `<p class="quiet">${withLinks(note)}</p>` : ''}
      ${termsBox(view)}
      <button class="main">${order.total > 0 ? `Pay ${total}` : freeText}</button>
    </form>
    ${testCards()}`
  return hostedPage('Checkout', body)
}

/** Returns the URL that a paid session redirects to. */
export const successUrl = ({ id, success_url }: Session) =>
  (success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id).replaceAll(/%7BCHECKOUT_SESSION_ID%7D/gi, id)

/** Renders the page of a session that can no longer be paid. */
export function closedPage(session: Session): string {
  const isComplete = session.status === 'complete'
  const [text, back] = isComplete ? ['This checkout is complete.', successUrl(session)] : ['Nothing was charged.', session.cancel_url ?? '']
  const link = `<p><a href="${escapeHtml(back)}">Back to ${MERCHANT}</a></p>`
  return hostedPage(isComplete ? 'You are all done here' : 'This checkout has expired', `<p>${text}</p>${link}`)
}

/** Renders the bank's page, on which the cardholder confirms the payment. */
export const authenticatePage = ({ id }: Session) =>
  hostedPage(
    'Your bank asks you to confirm',
    `<form method="post" action="/stripe/checkout/${id}/authenticate">
      <button class="main" name="answer" value="complete">Complete authentication</button>
      <button name="answer" value="fail">Fail authentication</button>
    </form>`,
  )
