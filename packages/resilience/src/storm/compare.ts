import postgres from 'postgres'
import type Stripe from 'stripe'
import type { Buyer } from './make-buyers.ts'

/** What a customer holds: the state of each payment and subscription. */
type Standing = string

async function everything<T>(list: Stripe.ApiListPromise<T>): Promise<T[]> {
  const found: T[] = []
  for await (const one of list) found.push(one)
  return found
}

const nameOf = (thing: string | { id: string } | null): string => (typeof thing === 'string' ? thing : (thing?.id ?? ''))
const told = (payments: string[], subscriptions: string[]): Standing => [...payments.toSorted(), ...subscriptions.toSorted()].join(', ')

/** As Stripe tells it, by other ways than the academy's own: its charges, disputes and subscriptions, all of them. */
async function atStripe(stripe: Stripe, buyers: readonly Buyer[]): Promise<Map<string, Standing>> {
  const [charges, disputes, subscriptions] = await Promise.all([
    everything(stripe.charges.list({ limit: 100 })),
    everything(stripe.disputes.list({ limit: 100 })),
    everything(stripe.subscriptions.list({ limit: 100, status: 'all' })),
  ])
  const lost = new Set(disputes.filter(({ status }) => status === 'lost').map(({ charge }) => nameOf(charge)))
  /** Months of the Studio are told by its subscription. */
  const isOnce = ({ amount }: Stripe.Charge): boolean => amount > 100_00
  return new Map(
    buyers.map(({ account_id, customer }) => {
      const paid = charges.filter((charge) => nameOf(charge.customer) === customer && charge.paid && isOnce(charge))
      const payments = paid.map(
        ({ id, amount_refunded, refunded }) => `${id} -${amount_refunded} ${refunded || lost.has(id) ? 'over' : 'stands'}`,
      )
      const mine = subscriptions.filter((subscription) => nameOf(subscription.customer) === customer)
      return [
        account_id,
        told(
          payments,
          mine.map(({ id, status, cancel_at }) => `${id} ${status} ${cancel_at ?? ''}`),
        ),
      ]
    }),
  )
}

/** As the academy recorded it. */
async function inDatabase(databaseUrl: string, buyers: readonly Buyer[]): Promise<Map<string, Standing>> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  try {
    const payments = await sql<{ account_id: string; told: string }[]>`
      select account_id, charge_id || ' -' || refunded_amount || ' ' ||
        case when refunded_at is not null or dispute_status = 'lost' then 'over' else 'stands' end as told
      from purchases`
    const subscriptions = await sql<{ account_id: string; told: string }[]>`
      select account_id, id || ' ' || status || ' ' || coalesce(extract(epoch from cancel_at)::bigint::text, '') as told from subscriptions`
    const of = (rows: readonly { account_id: string; told: string }[], id: string) =>
      rows.filter(({ account_id }) => account_id === id).map((row) => row.told)
    return new Map(buyers.map(({ account_id }) => [account_id, told(of(payments, account_id), of(subscriptions, account_id))]))
  } finally {
    await sql.end()
  }
}

export type Difference = { account_id: string; stripe: Standing; academy: Standing }

/** Returns the customers whose state differs from Stripe. */
export async function differences(stripe: Stripe, databaseUrl: string, buyers: readonly Buyer[]): Promise<Difference[]> {
  const [there, here] = await Promise.all([atStripe(stripe, buyers), inDatabase(databaseUrl, buyers)])
  return buyers.flatMap(({ account_id }) => {
    const [atIt, inIt] = [there.get(account_id) ?? '', here.get(account_id) ?? '']
    return atIt === inIt && atIt !== '' ? [] : [{ account_id, stripe: atIt, academy: inIt }]
  })
}
