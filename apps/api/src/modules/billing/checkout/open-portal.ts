import type Stripe from 'stripe'
import type { Db } from '../../../database/open-database.ts'
import { buyerFacts } from './checkouts.store.ts'

export type PortalOutcome = { url: string } | { refused: 'no_customer' | 'forbidden'; message: string }

/** The configuration that the setup command makes says whose it is; without one the account's default holds. */
export const PORTAL_METADATA = { academy: 'portal' }

const KEPT_MS = 10 * 60_000

/** Which configuration of the billing portal is ours, remembered for some minutes. */
export class PortalConfiguration {
  readonly #stripe: Stripe
  #known: { id: string | undefined; until: number } | undefined

  constructor(stripe: Stripe) {
    this.#stripe = stripe
  }

  async id(): Promise<string | undefined> {
    if (this.#known && Date.now() < this.#known.until) return this.#known.id
    const { data } = await this.#stripe.billingPortal.configurations.list({ active: true, limit: 100 })
    const id = data.find(({ metadata }) => metadata?.academy === PORTAL_METADATA.academy)?.id
    this.#known = { id, until: Date.now() + (id === undefined ? 15_000 : KEPT_MS) }
    return id
  }
}

/** Opens the billing portal for its own customers alone (D-122). There is something to manage once a checkout completed, or a Studio runs. */
export async function openPortal(
  db: Db,
  stripe: Stripe,
  configuration: PortalConfiguration,
  { account_id, customer, returnUrl }: { account_id: string; customer: string; returnUrl: string },
): Promise<PortalOutcome> {
  const { customers } = await buyerFacts(db, account_id)
  if (customers.length === 0) return { refused: 'no_customer', message: 'There is nothing to manage yet: you have not bought anything.' }
  if (!customers.includes(customer)) return { refused: 'forbidden', message: 'You can manage only what you bought yourself.' }
  const id = await configuration.id()
  const { url } = await stripe.billingPortal.sessions.create({
    customer,
    return_url: returnUrl,
    ...(id === undefined ? {} : { configuration: id }),
  })
  return { url }
}
