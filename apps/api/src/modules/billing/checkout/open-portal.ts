import type Stripe from 'stripe'
import type { Db } from '../../../database/open-database.ts'
import { buyerFacts } from './checkouts.store.ts'

export type PortalOutcome = { url: string } | { refused: 'no_customer' | 'forbidden'; message: string }

/** Marks the portal configuration that the setup command creates. Without one, the account's default applies. */
export const PORTAL_METADATA = { academy: 'portal' }

const TTL_MS = 10 * 60_000

/** Finds the academy's billing portal configuration and caches its id for some minutes. */
export class PortalConfiguration {
  readonly #stripe: Stripe
  #cached: { id: string | undefined; until: number } | undefined

  constructor(stripe: Stripe) {
    this.#stripe = stripe
  }

  async id(): Promise<string | undefined> {
    if (this.#cached && Date.now() < this.#cached.until) return this.#cached.id
    const { data } = await this.#stripe.billingPortal.configurations.list({ active: true, limit: 100 })
    const id = data.find(({ metadata }) => metadata?.academy === PORTAL_METADATA.academy)?.id
    this.#cached = { id, until: Date.now() + (id === undefined ? 15_000 : TTL_MS) }
    return id
  }
}

/**
 * Opens the billing portal of a customer of the account (D-122). An account has a customer after a completed checkout, or with a running
 * Studio.
 */
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
