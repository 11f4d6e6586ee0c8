// Reminds customers of unpaid invoices, once. Read by support: when a customer
// asks "why did I get this email?", the answer is in this file.
//
// It writes to people. Talk to the team before you change it.

import { daysLate } from '../src/invoices.js'
import { reminderText } from '../src/texts.js'

/** The job's clock: it starts once a day. */
export const SCHEDULE = {
  // before the offices of our customers open
  at: '06:00',
  zone: 'Europe/Berlin',
}

/** After how many days a reminder goes out. */
const AFTER_DAYS = 7

/** Fills the fields of a text, such as {name}. */
const fill = (template, values) => template.replace(/\{(\w+)\}/g, (field, name) => values[name] ?? field)

/**
 * Returns the emails of a day.
 * `customers` by id; each has a name, a language and settings.
 */
export function remindersOf(invoices, customers, today) {
  const emails = []
  // exactly seven days, so that a customer gets one reminder and not one a day
  const late = invoices.filter((invoice) => daysLate(invoice, today) === AFTER_DAYS && !invoice.paidOn)
  for (const invoice of late) {
    const customer = customers[invoice.customer]
    if (customer === undefined) {
      console.error(`invoice ${invoice.number} has no customer`)
      continue
    }
    // a customer may switch reminders off; without the setting they are on
    const { settings = {} } = customer
    if (settings.reminders === false) continue
    const values = { name: customer.name, number: invoice.number, due: invoice.due }
    emails.push({ to: invoice.customer, text: fill(reminderText(customer.language), values).trim() })
  }
  return emails
}
