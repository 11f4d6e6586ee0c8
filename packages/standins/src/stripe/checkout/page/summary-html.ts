import { escapeHtml } from '../../../page.ts'
import { MERCHANT } from '../../identity.ts'
import { money } from '../../money.ts'
import type { OrderSummary } from '../line-items.ts'
import type { Session } from '../session-json.ts'
import { recurringTerms } from './wording.ts'

export type Summary = {
  session: Session
  order: OrderSummary
  /** How long the trial lasts, e.g. `3 months`. */
  trial: string | undefined
  /** The promotion code of the applied discount. */
  discountCode: string | undefined
  /** A promotion code that does not apply, with the reason. */
  refusedCode: { code: string; problem: string } | undefined
}

const row = (term: string, value: string, more = '') => `<div class="row${more}"><dt>${term}</dt><dd>${value}</dd></div>`

function itemRow({ order, trial, session }: Summary, index: number): string {
  const line = order.lines[index]
  if (line === undefined) return ''
  const quantity = line.quantity ?? 1
  const notes = [
    quantity > 1 ? `Quantity ${quantity}` : '',
    line.price.type === 'recurring' ? recurringTerms(line.price, quantity, trial) : '',
  ].filter(Boolean)
  const name = `${escapeHtml(order.productNames[index] ?? '')}${notes.map((note) => `<small>${escapeHtml(note)}</small>`).join('')}`
  return row(name, money(line.amount_subtotal, session.currency ?? 'usd'))
}

function promotion({ session, discountCode, refusedCode }: Summary): string {
  if (discountCode !== undefined || session.allow_promotion_codes !== true) return ''
  const errorAttributes = refusedCode === undefined ? '' : ' aria-invalid="true" aria-describedby="promo-problem" autofocus'
  return `
    <form class="promo" method="post" action="/stripe/checkout/${session.id}/promotion">
      <label>Promotion code <input name="code" value="${escapeHtml(refusedCode?.code ?? '')}" autocomplete="off" maxlength="100"${errorAttributes}></label>
      <button>Apply</button>
    </form>
    ${refusedCode === undefined ? '' : `<p id="promo-problem" class="problem" role="alert">${escapeHtml(refusedCode.problem)}</p>`}`
}

function discountRow({ session, order, discountCode }: Summary): string {
  if (discountCode === undefined) return ''
  const amount = `<span class="off">−${money(order.discount, session.currency ?? 'usd')}</span>`
  return `${row(escapeHtml(discountCode), amount)}
        <form method="post" action="/stripe/checkout/${session.id}/promotion/remove"><button class="small">Remove</button></form>`
}

/** Renders the items and the amount due today. */
export function summaryHtml(summary: Summary): string {
  const { session, order, trial } = summary
  const currency = session.currency ?? 'usd'
  const back =
    session.cancel_url === null ? '' : `<a class="back" href="${escapeHtml(session.cancel_url)}">Back to ${escapeHtml(MERCHANT)}</a>`
  const recurring = order.lines.find(({ price }) => price.type === 'recurring')
  const [first = ''] = order.productNames
  const title = order.productNames.length > 1 ? `Pay ${MERCHANT}` : recurring === undefined ? first : `Subscribe to ${first}`
  const renewal =
    recurring === undefined
      ? ''
      : `<p class="quiet">Renews until you cancel: ${escapeHtml(recurringTerms(recurring.price, recurring.quantity ?? 1, trial))}.</p>`
  return `
    <section class="side" aria-label="Order"><div>
      ${back}
      <h1>${escapeHtml(title)}</h1>
      <p class="total">${money(order.total, currency)}</p>
      <dl>
        ${order.lines.map((_line, index) => itemRow(summary, index)).join('')}
        ${row('Subtotal', money(order.subtotal, currency), ' sum')}
        ${discountRow(summary)}
        ${session.automatic_tax.enabled ? row('Tax', money(0, currency)) : ''}
        ${row('Total due today', money(order.total, currency), ' sum')}
      </dl>
      ${promotion(summary)}
      ${renewal}
    </div></section>`
}
