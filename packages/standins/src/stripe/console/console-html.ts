import { escapeHtml, problemHtml, renderPage, tableHtml, timeHtml } from '../../page.ts'
import type { Fault } from '../../service.ts'
import { formatDate } from '../hosted-page.ts'
import { idOf } from '../ids.ts'
import { money } from '../money.ts'
import { canBecome } from '../payments/dispute.ts'
import { periodEnd } from '../subscriptions/due-date.ts'
import type { Delivery } from '../webhooks/outbox.ts'
import type { ChargeOverview, CustomerOverview, SubscriptionOverview } from './overview.ts'

type ConsoleView = {
  customers: CustomerOverview[]
  search: string
  now: Date
  secondsAhead: number
  faults: Fault[]
  deliveries: (Delivery & { type: string })[]
  problem: string | undefined
}

const BASE = '/console/stripe'
const hidden = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')

const button = (to: string, fields: Record<string, string>, text: string, label = text) =>
  `<form method="post" action="${BASE}/${to}">${hidden(fields)}<button aria-label="${escapeHtml(label)}">${escapeHtml(text)}</button></form>`

const STEPS: [string, number][] = [
  ['An hour', 1 / 24],
  ['A day', 1],
  ['A week', 7],
  ['A month (31 days)', 31],
  ['Three months (92 days)', 92],
]

const clock = ({ now, secondsAhead }: ConsoleView) => `
  <h2>Clock</h2>
  <p>It is ${timeHtml(now)} for Stripe${secondsAhead === 0 ? '' : `, ${(secondsAhead / 86_400).toFixed(1)} days ahead`}.
  Moving the clock runs every renewal, retry, trial end and cancellation up to the new time, each at its own time.</p>
  <div class="buttons">${STEPS.map(([text, days]) => button('clock', { days: String(days) }, text, `${text} forward`)).join('')}
    <form method="post" action="${BASE}/clock"><label>Days forward <input name="days" inputmode="decimal" size="6" required></label><button>Move</button></form>
    ${secondsAhead === 0 ? '' : button('clock/reset', {}, 'Back to real time')}</div>`

const hasEnded = ({ ended_at }: SubscriptionOverview['subscription']) => ended_at !== null

function subscriptionHtml({ subscription, name }: SubscriptionOverview): string {
  const { status, cancel_at: cancelAt, ended_at: endedAt } = subscription
  const period =
    endedAt !== null
      ? `ended ${formatDate(endedAt)}`
      : cancelAt !== null
        ? `ends ${formatDate(cancelAt)}`
        : `until ${formatDate(periodEnd(subscription))}`
  return `<li><strong>${escapeHtml(name)}</strong>: ${status}, ${period} <code class="quiet">${subscription.id}</code></li>`
}

const OUTCOMES = { won: 'We win', lost: 'We lose' } as const

/** Renders the status of a dispute, with a button for each decision that the bank may make now. */
function disputeHtml(dispute: NonNullable<ChargeOverview['dispute']>): string {
  const buttons = (['won', 'lost'] as const)
    .filter((outcome) => canBecome(dispute, outcome))
    .map((outcome) => button('do', { action: 'close_dispute', dispute: dispute.id, outcome }, OUTCOMES[outcome]))
  return [`dispute ${dispute.status.replaceAll('_', ' ')}`, ...buttons].join(' ')
}

/** Renders the buttons that settle or refuse a processing bank debit. */
const settleButtons = (intent: string, sum: string) =>
  button('do', { action: 'settle', payment_intent: intent, outcome: 'succeeded' }, 'Settle', `Settle the bank debit of ${sum}`) +
  button('do', { action: 'settle', payment_intent: intent, outcome: 'failed' }, 'Fail', `Fail the bank debit of ${sum}`)

function chargeHtml({ charge, dispute }: ChargeOverview): string {
  const { id, amount, amount_refunded: refunded, currency, status } = charge
  const sum = money(amount, currency)
  const state =
    status !== 'succeeded' ? status : refunded === 0 ? 'paid' : refunded === amount ? 'refunded' : `${money(refunded, currency)} refunded`
  const canRefund = status === 'succeeded' && refunded < amount && (dispute === undefined || dispute.status === 'won')
  return `<tr>
    <td>${formatDate(charge.created)}<br><code class="quiet">${id}</code></td><td>${sum}</td><td>${state}</td>
    <td><div class="buttons">${status === 'pending' && charge.payment_intent !== null ? settleButtons(idOf(charge.payment_intent), sum) : ''}${
      canRefund
        ? `${button('do', { action: 'refund', charge: id }, 'Refund', `Refund ${sum} in full`)}
      <form method="post" action="${BASE}/do">${hidden({ action: 'refund', charge: id })}<label>Part <input name="amount" inputmode="decimal" size="7" placeholder="12.50" required></label><button>Refund part</button></form>`
        : ''
    }${dispute !== undefined ? disputeHtml(dispute) : status === 'succeeded' ? button('do', { action: 'dispute', charge: id }, 'Dispute', `Dispute ${sum}`) : ''}</div></td>
  </tr>`
}

function customerHtml({ customer, subscriptions, charges, failingCharges }: CustomerOverview): string {
  const name = customer.email ?? customer.name ?? customer.id
  return `<section class="customer" aria-label="${escapeHtml(name)}">
    <h3>${escapeHtml(name)} <code class="quiet">${idOf(customer)}</code></h3>
    ${subscriptions.length === 0 ? '<p class="quiet">No subscription.</p>' : `<ul>${subscriptions.map(subscriptionHtml).join('')}</ul>`}
    ${charges.length === 0 ? '<p class="quiet">Nothing was paid.</p>' : tableHtml(`Charges of ${name}`, ['Charge', 'Amount', 'State', 'Do'], charges.map(chargeHtml))}
    ${
      failingCharges > 0
        ? `<p><strong>The next ${failingCharges === 1 ? 'renewal fails' : `${failingCharges} renewals fail`}.</strong> ${button('do', { action: 'fail_charges', customer: customer.id, times: '0' }, 'Let it succeed')}</p>`
        : subscriptions.some((one) => !hasEnded(one.subscription))
          ? button(
              'do',
              { action: 'fail_charges', customer: customer.id, times: '1' },
              'Fail the next renewal',
              `Fail the next renewal of ${name}`,
            )
          : ''
    }
  </section>`
}

const faultsHtml = ({ faults }: ConsoleView) =>
  `<p>${faults.length === 0 ? 'No fault is active.' : `<strong>Active faults: ${faults.map(({ kind }) => kind.replaceAll('_', ' ')).join(', ')}.</strong>`}
  The <a href="/">console</a> switches faults of the API and of webhooks.</p>`

const delivery = ({ event_id, type, url, status, attempts }: ConsoleView['deliveries'][number]) => `<tr>
  <td>${escapeHtml(type)}<br><code class="quiet">${event_id}</code></td><td><code>${escapeHtml(url)}</code></td><td>${status.replace('_', ' ')}</td>
  <td>${attempts.length === 0 ? 'none yet' : escapeHtml(attempts.map(({ status: httpStatus }) => httpStatus ?? 'no response').join(', '))}</td></tr>`

const deliveriesHtml = ({ deliveries }: ConsoleView) => `
  <h2>Webhook deliveries</h2>
  ${
    deliveries.length === 0
      ? '<p class="quiet">None yet. They begin once an endpoint is registered.</p>'
      : tableHtml('Webhook deliveries', ['Event', 'To', 'State', 'Responses'], deliveries.map(delivery))
  }`

const css = `
  .buttons { display: flex; flex-wrap: wrap; gap: 8px; align-items: end; }
  .customer { border-top: 1px solid var(--line); padding: 12px 0; margin-top: 16px; }
  .customer > form { margin-top: 12px; }
  .customer ul { margin: 8px 0; padding-left: 20px; }
  h3 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
`

/** Renders the stand-in for Stripe's dashboard, with actions of the customers' banks. */
export const stripeConsolePage = (view: ConsoleView): string =>
  renderPage({
    title: 'Stripe',
    current: 'stripe',
    css,
    body: `
      <h1>Stripe</h1>
      ${problemHtml(view.problem)}
      ${clock(view)}
      <h2>Customers</h2>
      <form method="get" action="${BASE}"><label>E-mail, name or id <input name="q" type="search" value="${escapeHtml(view.search)}"></label><button>Find</button></form>
      ${view.customers.length === 0 ? `<p class="quiet">${view.search === '' ? 'No purchases yet.' : 'No customers found.'}</p>` : view.customers.map(customerHtml).join('')}
      ${faultsHtml(view)}
      ${deliveriesHtml(view)}
      <p class="quiet" style="margin-top:32px">The same over HTTP: <code>/control/clock</code>, <code>/control/faults</code> and <code>/stripe/control/…</code>.</p>`,
  })
