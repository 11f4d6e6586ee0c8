import { escapeHtml } from '../../page.ts'
import { formatDate } from '../hosted-page.ts'
import type { Invoice } from '../invoices/invoice-json.ts'
import type { Stored } from '../kinds.ts'
import { money } from '../money.ts'
import { periodEnd } from '../subscriptions/due-date.ts'
import { priceOf } from '../subscriptions/subscription-json.ts'
import type { OpenPortal } from './open-portal.ts'

type Subscription = Stored<'subscription'>
export type Plan = { subscription: Subscription; name: string }
type View = {
  portal: OpenPortal
  plans: Plan[]
  card: Stored<'payment_method'> | undefined
  invoices: Invoice[]
  notice: string | undefined
}

export const portalPath = ({ session }: OpenPortal, rest = '') => `/stripe/portal/${session.id}${rest}`

/** Returns the price of a subscription as text, e.g. `€19.00 per month`. */
function costOf({ items }: Subscription): string {
  const [item] = items.data
  if (item === undefined) return ''
  const price = priceOf(item)
  return `${money((price.unit_amount ?? 0) * (item.quantity ?? 1), price.currency)} per month`
}

/** Describes the status of a subscription in a sentence. */
function statusText(subscription: Subscription): string {
  const { status, cancel_at: cancelAt } = subscription
  if (status === 'past_due') return 'The last payment failed. We will try again. Update your card, or pay now.'
  if (status === 'incomplete') return 'The first payment is missing. Pay now to start your subscription.'
  if (cancelAt !== null) return `Your plan will be canceled on ${formatDate(cancelAt)}.`
  const end = formatDate(periodEnd(subscription))
  return status === 'trialing' ? `Free until ${end}; from then on ${costOf(subscription)}.` : `Your plan renews on ${end}.`
}

const button = (action: string, text: string, attributes = '') =>
  `<form method="post" action="${escapeHtml(action)}"><button${attributes}>${text}</button></form>`

function planRow({ portal }: View, { subscription, name }: Plan): string {
  const { id, cancel_at: cancelAt, status } = subscription
  const cancel = portalPath(portal, `/cancel/${id}`)
  const actions =
    cancelAt !== null
      ? button(portalPath(portal, `/resume/${id}`), "Don't cancel subscription", ' class="main"')
      : portal.features.subscription_cancel.enabled
        ? `<a class="button" href="${escapeHtml(cancel)}">Cancel subscription</a>`
        : ''
  return `
    <div class="row">
      <div>
        <h3>${escapeHtml(name)}</h3>
        <p>${escapeHtml(costOf(subscription))}</p>
        <p class="${['past_due', 'incomplete'].includes(status) ? 'problem' : 'quiet'}">${escapeHtml(statusText(subscription))}</p>
      </div>
      ${actions}
    </div>`
}

const cardLine = (card: View['card']) =>
  card?.card === undefined
    ? '<p class="quiet">No card yet.</p>'
    : `<p>${escapeHtml(card.card.brand.replace(/^./, (letter) => letter.toUpperCase()))} ending in ${escapeHtml(card.card.last4)}, expires ${String(card.card.exp_month).padStart(2, '0')}/${card.card.exp_year}</p>`

const INVOICE_STATUS_LABELS: Record<string, string> = {
  paid: 'Paid',
  open: 'Open',
  void: 'Void',
  uncollectible: 'Uncollectible',
  draft: 'In preparation',
}

function invoiceRow(portal: OpenPortal, invoice: Invoice): string {
  const date = formatDate(invoice.effective_at ?? invoice.created)
  const dateHtml =
    invoice.hosted_invoice_url === null || invoice.hosted_invoice_url === undefined
      ? date
      : `<a href="${escapeHtml(invoice.hosted_invoice_url)}">${date}</a>`
  return `<tr>
    <td>${dateHtml}</td><td>${escapeHtml(invoice.number ?? '')}</td><td>${INVOICE_STATUS_LABELS[invoice.status ?? ''] ?? ''}
      ${invoice.status === 'open' ? button(portalPath(portal, `/pay/${invoice.id}`), 'Pay now', ` aria-label="Pay now: invoice ${escapeHtml(invoice.number ?? '')}"`) : ''}</td>
    <td class="amount">${money(invoice.total, invoice.currency)}</td></tr>`
}

const history = ({ portal, invoices }: View) =>
  invoices.length === 0
    ? '<p class="quiet">No invoices yet.</p>'
    : `<div class="scroll" tabindex="0" role="region" aria-label="Invoices"><table>
        <thead><tr><th scope="col">Date</th><th scope="col">Number</th><th scope="col">Status</th><th scope="col" class="amount">Amount</th></tr></thead>
        <tbody>${invoices.map((invoice) => invoiceRow(portal, invoice)).join('')}</tbody></table></div>`

/** Renders the portal's home page: subscriptions, payment methods and invoices. */
export function portalHome(view: View): string {
  const { portal, plans, card, notice } = view
  const { invoice_history, payment_method_update } = portal.features
  return `
    <h1>Your subscription and invoices</h1>
    ${notice === undefined ? '' : `<p class="done" role="status">${escapeHtml(notice)}</p>`}
    <section aria-labelledby="plan"><h2 id="plan">Current plan</h2>
      ${plans.length === 0 ? '<p class="quiet">You have no subscription.</p>' : plans.map((plan) => planRow(view, plan)).join('')}
    </section>
    <section aria-labelledby="card"><h2 id="card">Payment method</h2>
      <div class="row">${cardLine(card)}
      ${payment_method_update.enabled ? `<a class="button" href="${escapeHtml(portalPath(portal, '/card'))}">Update card</a>` : ''}</div>
    </section>
    ${invoice_history.enabled ? `<section aria-labelledby="invoices"><h2 id="invoices">Invoice history</h2>${history(view)}</section>` : ''}`
}

/** Renders the page that confirms a cancellation. */
export function cancelPage(portal: OpenPortal, { subscription, name }: Plan): string {
  const until = formatDate(periodEnd(subscription))
  return `
    <h1>Cancel ${escapeHtml(name)}?</h1>
    <p>You keep access until ${until}. Nothing more will be charged, and you can resume until then.</p>
    <form class="fields" method="post" action="${escapeHtml(portalPath(portal, `/cancel/${subscription.id}`))}">
      <button class="main">Cancel subscription</button>
    </form>
    <p><a href="${escapeHtml(portalPath(portal, '?done='))}">Go back</a></p>`
}
