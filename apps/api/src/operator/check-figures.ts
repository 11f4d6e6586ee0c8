// The plugins declare what they add to the app; other packages need all of them to check the types of this file.

import { drizzle } from 'drizzle-orm/postgres-js'
import type Stripe from 'stripe'
import type {} from '../app.ts'
import { type Db, openDatabase } from '../database/open-database.ts'
import { everyCustomer } from '../modules/billing/facts/every-customer.ts'
import { disputeOutcome } from '../modules/billing/stripe/dispute-outcome.ts'
import { idOf } from '../modules/billing/stripe/stripe-objects.ts'
import { periodOf } from '../modules/figures/period.ts'
import { loadSales } from '../modules/figures/sales.store.ts'

/** A day on which the academy's figures differ from Stripe's, with the amounts in the smallest unit of the currency. */
export type FigureDifference = { day: string; currency: string; sum: 'gross' | 'net' | 'fees'; academy: number; stripe: number }

type Days = { from: string; to: string }
type DayAmounts = Partial<Record<FigureDifference['sum'], number>>

/** Adds up Stripe's charges of the academy's customers, and the fees for them, by day and currency. Money from before the first day or after the last one counts nowhere. */
async function readStripe(stripe: Stripe, customers: ReadonlySet<string>, { from, to }: Days): Promise<Map<string, DayAmounts>> {
  const since = { created: { gte: Date.parse(from) / 1000 } }
  // A dispute is never older than its charge.
  const lost = new Set<string>()
  for await (const dispute of stripe.disputes.list({ ...since, limit: 100 }))
    if (disputeOutcome(dispute) === 'lost') lost.add(idOf(dispute.charge) ?? '')
  const fees = new Map<string | null, Stripe.BalanceTransaction>()
  for await (const transaction of stripe.balanceTransactions.list({ ...since, limit: 100 })) fees.set(idOf(transaction.source), transaction)
  const amounts = new Map<string, DayAmounts>()
  const add = (key: string, sum: FigureDifference['sum'], amount: number) =>
    amounts.set(key, { ...amounts.get(key), [sum]: (amounts.get(key)?.[sum] ?? 0) + amount })
  for await (const { id, paid, amount, amount_refunded, currency, customer, created } of stripe.charges.list({ ...since, limit: 100 })) {
    const day = new Date(created * 1000).toISOString().slice(0, 10)
    if (!paid || day > to || !customers.has(idOf(customer) ?? '')) continue
    add(`${day} ${currency}`, 'gross', amount)
    add(`${day} ${currency}`, 'net', lost.has(id) ? 0 : amount - amount_refunded)
    const fee = fees.get(id)
    if (fee) add(`${day} ${fee.currency}`, 'fees', fee.fee)
  }
  return amounts
}

/** Returns the days of a period on which the figures of the database differ from the charges at Stripe. */
export async function findDifferences(db: Db, stripe: Stripe, days: Days): Promise<FigureDifference[]> {
  const customers = await db.select({ id: everyCustomer.customer_id }).from(everyCustomer)
  const atStripe = await readStripe(stripe, new Set(customers.map(({ id }) => id)), days)
  const { currencies } = await loadSales(db, periodOf(days, new Date()), 'day', { chargedOnly: true })
  const here = new Map<string, DayAmounts>()
  for (const { currency, steps } of currencies)
    for (const { from, gross, net } of steps) if (gross > 0) here.set(`${from} ${currency}`, { gross, net })
  for (const day of new Set([...here.keys(), ...atStripe.keys()].map((key) => key.slice(0, 10)))) {
    const { fees } = await loadSales(db, periodOf({ from: day }, new Date()), 'day')
    for (const { currency, amount } of fees) here.set(`${day} ${currency}`, { ...here.get(`${day} ${currency}`), fees: amount })
  }
  return [...new Set([...here.keys(), ...atStripe.keys()])].toSorted().flatMap((key) => {
    const [day = '', currency = ''] = key.split(' ')
    return (['gross', 'net', 'fees'] as const).flatMap((sum) => {
      const [academy, stripeAmount] = [here.get(key)?.[sum] ?? 0, atStripe.get(key)?.[sum] ?? 0]
      return academy === stripeAmount ? [] : [{ day, currency, sum, academy, stripe: stripeAmount }]
    })
  })
}

/** Compares the figures of an academy with Stripe, as `findDifferences` does. */
export async function checkFigures(databaseUrl: string, stripe: Stripe, days: Days): Promise<FigureDifference[]> {
  await using client = openDatabase(databaseUrl, { applicationName: 'academy-figures' })
  const db: Db = drizzle({ client })
  return await findDifferences(db, stripe, days)
}
