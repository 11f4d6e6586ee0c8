import { escapeHtml } from '../../page.ts'
import { formatDate } from '../hosted-page.ts'
import { MERCHANT } from '../identity.ts'
import { money } from '../money.ts'
import { cardForm, type FieldError } from '../payments/card-form.ts'
import type { Invoice } from './invoice-json.ts'
import type { Line } from './lines.ts'

const periodOf = ({ period: { start, end } }: Line) => (end > start ? `${formatDate(start)} – ${formatDate(end)}` : '')

/** Returns the totals below the lines as labels and amounts. */
function totalRows(invoice: Invoice): [string, number][] {
  const discount = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
  return [
    ['Subtotal', invoice.subtotal],
    ...(discount > 0 ? ([['Discount', -discount]] as [string, number][]) : []),
    ['Total', invoice.total],
    [invoice.status === 'paid' ? 'Paid' : 'Amount due', invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due],
  ]
}

const statusText = ({ status, status_transitions: { paid_at: paidAt } }: Invoice): string => {
  if (status === 'paid' && paidAt !== null) return `Paid on ${formatDate(paidAt)}`
  if (status === 'void') return 'Void: no payment due'
  return status === 'uncollectible' ? 'Uncollectible' : 'Open'
}

const recipient = (invoice: Invoice): string[] =>
  [
    invoice.customer_name,
    invoice.customer_email,
    invoice.customer_address?.country,
    ...(invoice.customer_tax_ids ?? []).map(({ value }) => (value === null ? null : `Tax ID ${value}`)),
  ].flatMap((line) => (line ? [line] : []))

/** Renders the page of an invoice, for screen and print. An open invoice has a payment form. */
export function invoicePage(invoice: Invoice, fieldError?: FieldError): string {
  const amount = (value: number) => escapeHtml(money(value, invoice.currency))
  const number = escapeHtml(invoice.number ?? '')
  return `
    <h1>Invoice ${number}</h1>
    <p>${escapeHtml(statusText(invoice))}</p>
    <p class="quiet">Issued on ${formatDate(invoice.effective_at ?? invoice.created)} by ${MERCHANT}</p>
    <h2>Bill to</h2>
    ${recipient(invoice)
      .map((line) => `<p>${escapeHtml(line)}</p>`)
      .join('')}
    <h2>Items</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="Lines"><table>
      <thead><tr><th scope="col">Description</th><th scope="col" class="amount">Amount</th></tr></thead>
      <tbody>${invoice.lines.data.map((line) => `<tr><td>${escapeHtml(line.description ?? '')}<br><span class="quiet">${periodOf(line)}</span></td><td class="amount">${amount(line.amount)}</td></tr>`).join('')}</tbody>
      <tfoot>${totalRows(invoice)
        .map(([label, value]) => `<tr><th scope="row">${label}</th><td class="amount">${amount(value)}</td></tr>`)
        .join('')}</tfoot>
    </table></div>
    ${
      invoice.status === 'open'
        ? `<section class="noprint" aria-labelledby="pay"><h2 id="pay">Pay this invoice</h2>${cardForm({ action: `/stripe/invoices/${invoice.id}/pay`, button: `Pay ${money(invoice.amount_due, invoice.currency)}`, fieldError })}</section>`
        : ''
    }`
}
