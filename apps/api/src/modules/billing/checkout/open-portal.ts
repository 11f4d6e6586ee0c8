import type Stripe from 'stripe'
import type { Db } from '../../../database/open-database.ts'
import { HttpError } from '../../../http/errors.ts'
import { LoadingCache } from '../../../loading-cache.ts'
import { factsReader } from '../facts/facts.store.ts'

/** Marks the portal configuration that the setup command creates. Without one, the account's default applies. */
export const PORTAL_METADATA = { academy: 'portal' }

const TTL_MS = 10 * 60_000
const RETRY_MS = 15_000

/** Returns a function that finds the academy's billing portal configuration, and caches its id for some minutes. */
export function portalConfiguration(stripe: Stripe): () => Promise<string | undefined> {
  const cache = new LoadingCache<{ id: string | undefined }>({ max: 1 }, ({ id }) => (id === undefined ? RETRY_MS : TTL_MS))
  const load = async () => {
    const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
    return { id: data.find(({ metadata }) => metadata?.academy === PORTAL_METADATA.academy)?.id }
  }
  return async () => (await cache.get('configuration', load)).id
}

/**
 * Opens the billing portal of a customer of the account. An account has a customer after a completed checkout, or with a running
 * Studio.
 */
export async function openPortal(
  db: Db,
  stripe: Stripe,
  findConfiguration: () => Promise<string | undefined>,
  { account_id, customer, returnUrl }: { account_id: string; customer: string; returnUrl: string },
): Promise<{ url: string }> {
  const { customers } = await factsReader(db)(account_id)
  if (customers.length === 0) throw new HttpError(404, 'no_customer', 'There is nothing to manage yet: you have not bought anything.')
  if (!customers.includes(customer)) throw new HttpError(403, 'forbidden', 'You can manage only what you bought yourself.')
  const configuration = await findConfiguration()
  const { url } = await stripe.billingPortal.sessions.create({
    customer,
    return_url: returnUrl,
    ...(configuration !== undefined && { configuration }),
  })
  return { url }
}
