const DAY = 24 * 60 * 60 * 1000

/** Returns how many days after its due day a day is; 0 or less if the invoice is not late. Both are days such as 2026-03-06. */
export const daysLate = ({ due }, today) => Math.round((Date.parse(today) - Date.parse(due)) / DAY)

/** Returns what the page shows beside an invoice. */
export function statusOf(invoice, today) {
  if (daysLate(invoice, today) > 0) return 'overdue'
  return invoice.paidOn ? 'paid' : 'open'
}

export const showAmount = (cents) => `${(cents / 100).toFixed(2)} €`
