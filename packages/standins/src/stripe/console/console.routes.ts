import type { FastifyInstance } from 'fastify'
import { escapeHtml, renderPage, tableHtml } from '../../page.ts'
import type { StripeService } from '../core/context.ts'
import { formatDate } from '../core/hosted-page.ts'
import { idOf, type Stored } from '../core/kinds.ts'
import { money } from '../core/money.ts'
import { findAll, findPage } from '../core/store.ts'
import { canBecome } from '../payments/dispute.ts'
import { findSubscribedProduct, periodEnd, type Subscription } from '../subscriptions/subscription.ts'

const SHOWN_CUSTOMERS = 25
const SHOWN_CHARGES = 8

/** Renders a button that posts to a control endpoint. Its label names the object, too. */
function button(path: string, fields: Record<string, string>, text: string, object: string): string {
  const inputs = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
  const label = escapeHtml(`${text}: ${object}`)
  return `<form method="post" action="/stripe/control${path}">${inputs.join('')}<button aria-label="${label}">${text}</button></form>`
}

async function subscriptionHtml(service: StripeService, subscription: Subscription): Promise<string> {
  const { id, status, ended_at, cancel_at } = subscription
  const name = (await findSubscribedProduct(service, subscription))?.name ?? id
  const ending = cancel_at === null ? `until ${formatDate(periodEnd(subscription))}` : `ends ${formatDate(cancel_at)}`
  return `<p>${escapeHtml(name)}: ${status}, ${ended_at === null ? ending : `ended ${formatDate(ended_at)}`}</p>`
}

/** Returns the buttons for what the bank or the seller may do with a charge now. */
function chargeButtons({ id, amount, amount_refunded, currency, status, payment_intent }: Stored<'charge'>, dispute?: Stored<'dispute'>) {
  const sum = money(amount, currency)
  if (dispute !== undefined) {
    const decisions = (['won', 'lost'] as const).filter((outcome) => canBecome(dispute, outcome))
    return decisions.map((outcome) => button(`/disputes/${dispute.id}/status`, { status: outcome }, `Dispute ${outcome}`, sum))
  }
  const settlement = { payment_intent: idOf(payment_intent ?? '') }
  if (status === 'pending')
    return [
      button('/settle', { ...settlement, outcome: 'succeeded' }, 'Settle', sum),
      button('/settle', { ...settlement, outcome: 'failed' }, 'Fail', sum),
    ]
  if (status === 'failed' || amount_refunded === amount) return []
  return [button('/refunds', { charge: id }, 'Refund', sum), button('/disputes', { charge: id }, 'Dispute', sum)]
}

async function chargeRow(service: StripeService, charge: Stored<'charge'>): Promise<string> {
  const dispute = (await findAll(service, 'dispute', { where: { charge: charge.id } })).at(-1)
  const { amount, amount_refunded, currency, status, created } = charge
  const refunded = amount_refunded > 0 ? `, ${money(amount_refunded, currency)} refunded` : ''
  const state = `${status}${refunded}${dispute ? `, dispute ${dispute.status}` : ''}`
  return `<tr><td>${formatDate(created)}</td><td>${money(amount, currency)}</td><td>${state}</td><td>${chargeButtons(charge, dispute).join('')}</td></tr>`
}

async function customerHtml(service: StripeService, { id, email }: Stored<'customer'>): Promise<string> {
  const name = email ?? id
  const parts = [`<h2>${escapeHtml(name)}</h2>`]
  for (const subscription of await findAll(service, 'subscription', { where: { customer: id } }))
    parts.push(await subscriptionHtml(service, subscription))
  parts.push(button(`/customers/${id}/fail_charges`, {}, 'Fail the next renewal', name))
  const rows: string[] = []
  const { data } = await findPage(service, 'charge', { where: { customer: id } }, { limit: SHOWN_CHARGES })
  for (const charge of data) rows.push(await chargeRow(service, charge))
  return [...parts, tableHtml(`Charges of ${name}`, ['Date', 'Amount', 'State', 'Do'], rows)].join('')
}

/** Serves the stand-in for Stripe's dashboard, whose buttons act as the seller and the customers' banks. It works without JavaScript. */
export function stripeConsoleRoutes(app: FastifyInstance, service: StripeService): void {
  app.get('/console/stripe', async (_request, reply) => {
    const { data } = await findPage(service, 'customer', {}, { limit: SHOWN_CUSTOMERS })
    const customers: string[] = []
    for (const customer of data) customers.push(await customerHtml(service, customer))
    const body = `<h1>Stripe</h1>
      <p>The <a href="/">console</a> moves Stripe's clock and switches faults. <a href="/stripe/api/deliveries">All webhook deliveries</a></p>
      ${customers.join('') || '<p>No purchases yet.</p>'}`
    return reply.type('text/html; charset=utf-8').send(renderPage({ title: 'Stripe', current: 'stripe', body }))
  })
}
