import postgres from 'postgres'
import type Stripe from 'stripe'
import type { Buyer } from './make-buyer.ts'

/** The state of a customer's payments and subscriptions as text. */
type CustomerState = string

/** Returns all items of a list at Stripe. */
export async function listAll<T>(list: Stripe.ApiListPromise<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of list) items.push(item)
  return items
}

const idOf = (reference: string | { id: string } | null): string => (typeof reference === 'string' ? reference : (reference?.id ?? ''))
const formatState = (payments: string[], subscriptions: string[]): CustomerState =>
  [...payments.toSorted(), ...subscriptions.toSorted()].join(', ')

/** Returns the state of each account at Stripe, without the code of the API: from the lists of all charges, disputes and subscriptions. */
async function statesAtStripe(stripe: Stripe, buyers: readonly Buyer[]): Promise<Map<string, CustomerState>> {
  const [charges, disputes, subscriptions] = await Promise.all([
    listAll(stripe.charges.list({ limit: 100 })),
    listAll(stripe.disputes.list({ limit: 100 })),
    listAll(stripe.subscriptions.list({ limit: 100, status: 'all' })),
  ])
  const lost = new Set(disputes.filter(({ status }) => status === 'lost').map(({ charge }) => idOf(charge)))
  // smaller charges are months of the Studio, which the subscription covers
  const isPurchase = ({ amount }: Stripe.Charge): boolean => amount > 100_00
  return new Map(
    buyers.map(({ account_id, customer }) => {
      const paid = charges.filter((charge) => idOf(charge.customer) === customer && charge.paid && isPurchase(charge))
      const payments = paid.map(
        ({ id, amount_refunded, refunded }) => `${id} -${amount_refunded} ${refunded || lost.has(id) ? 'returned' : 'kept'}`,
      )
      const own = subscriptions.filter((subscription) => idOf(subscription.customer) === customer)
      const states = own.map(({ id, status, cancel_at }) => `${id} ${status} ${cancel_at ?? ''}`)
      return [account_id, formatState(payments, states)]
    }),
  )
}

/** Returns the state of each account in the API's database. */
async function statesInDatabase(databaseUrl: string, buyers: readonly Buyer[]): Promise<Map<string, CustomerState>> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  try {
    const payments = await sql<{ account_id: string; state: string }[]>`
      select account_id, charge_id || ' -' || refunded_amount || ' ' ||
        case when refunded_at is not null or dispute_status = 'lost' then 'returned' else 'kept' end as state
      from purchases`
    const subscriptions = await sql<{ account_id: string; state: string }[]>`
      select account_id, id || ' ' || status || ' ' || coalesce(extract(epoch from cancel_at)::bigint::text, '') as state from subscriptions`
    const statesOf = (rows: readonly { account_id: string; state: string }[], id: string) =>
      rows.filter(({ account_id }) => account_id === id).map(({ state }) => state)
    return new Map(
      buyers.map(({ account_id }) => [account_id, formatState(statesOf(payments, account_id), statesOf(subscriptions, account_id))]),
    )
  } finally {
    await sql.end()
  }
}

export type Difference = { account_id: string; stripe: CustomerState; academy: CustomerState }

/** Returns the accounts whose state at Stripe is empty or differs from the recorded one. */
export async function findDifferences(stripe: Stripe, databaseUrl: string, buyers: readonly Buyer[]): Promise<Difference[]> {
  const [stripeStates, academyStates] = await Promise.all([statesAtStripe(stripe, buyers), statesInDatabase(databaseUrl, buyers)])
  return buyers
    .map(({ account_id }) => ({ account_id, stripe: stripeStates.get(account_id) ?? '', academy: academyStates.get(account_id) ?? '' }))
    .filter((state) => state.stripe !== state.academy || state.stripe === '')
}
