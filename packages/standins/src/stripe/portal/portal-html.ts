import { escapeHtml } from '../../page.ts'
import { formatDate } from '../core/hosted-page.ts'
import type { Stored } from '../core/kinds.ts'
import { money } from '../core/money.ts'
import { amountOf, type Invoice } from '../invoices/invoice.ts'
import { periodEnd, priceOf, type Subscription } from '../subscriptions/subscription.ts'

export type Plan = { subscription: Subscription; name: string }
type View = {
  url: string
  features: Stored<'billing_portal.configuration'>['features']
  plans: Plan[]
  card: Stored<'payment_method'>['card']
  invoices: Invoice[]
  notice: string | undefined
}

/** Describes the status of a subscription in a sentence. */
function statusText(subscription: Subscription): string {
  const { status, cancel_at } = subscription
  if (status === 'past_due') return 'The last payment failed. We will try again. Update your card, or pay now.'
  if (cancel_at !== null) return `Your plan will be canceled on ${formatDate(cancel_at)}.`
  return `Your plan ${status === 'trialing' ? 'is free until' : 'renews on'} ${formatDate(periodEnd(subscription))}.`
}

function planRow({ url, features }: View, { subscription, name }: Plan): string {
  const [item] = subscription.items.data
  const cost = item === undefined ? '' : `${money(amountOf(priceOf(item)), subscription.currency)} per month`
  const resume = `<form method="post" action="${url}/resume/${subscription.id}"><button>Don't cancel subscription</button></form>`
  const cancel = features.subscription_cancel.enabled
    ? `<a class="button" href="${url}/cancel/${subscription.id}">Cancel subscription</a>`
    : ''
  return `<div class="row"><p>${escapeHtml(name)}, ${cost}<br>${statusText(subscription)}</p>${subscription.cancel_at === null ? cancel : resume}</div>`
}

function invoiceRow({ url }: View, { id, number, status, created, total, currency, hosted_invoice_url }: Invoice): string {
  const pay = `<form method="post" action="${url}/pay/${id}"><button aria-label="Pay now: invoice ${number}">Pay now</button></form>`
  return `<div class="row"><p><a href="${escapeHtml(hosted_invoice_url ?? '')}">${formatDate(created)}</a></p><p>${status}</p>
    <p>${money(total, currency)}</p>${status === 'open' ? pay : ''}</div>`
}

/** Renders the portal's home page: subscriptions, payment method and invoices. */
export function portalHome(view: View): string {
  const { url, features, plans, card, invoices, notice } = view
  const cardText = card ? `${card.brand} ending in ${card.last4}, expires ${card.exp_month}/${card.exp_year}` : 'No card yet.'
  const update = features.payment_method_update.enabled ? `<a class="button" href="${url}/card">Update card</a>` : ''
  return `
    ${notice === undefined ? '' : `<p role="status">${notice}</p>`}
    <h2>Current plan</h2>${plans.map((plan) => planRow(view, plan)).join('') || '<p>You have no subscription.</p>'}
    <h2>Payment method</h2><div class="row"><p>${cardText}</p>${update}</div>
    ${features.invoice_history.enabled ? `<h2>Invoice history</h2>${invoices.map((invoice) => invoiceRow(view, invoice)).join('')}` : ''}`
}

/** Renders the page that confirms a cancellation. */
export const cancelPage = (url: string, { subscription, name }: Plan): string => `
  <p>You keep ${escapeHtml(name)} until ${formatDate(periodEnd(subscription))}. Nothing more will be charged, and you can resume until then.</p>
  <form method="post" action="${url}/cancel/${subscription.id}"><button class="main">Cancel subscription</button></form>
  <p><a href="${url}">Go back</a></p>`
