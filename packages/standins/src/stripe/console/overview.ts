import type { StripeService } from '../context.ts'
import type { Stored } from '../kinds.ts'
import { all, find, page, readHidden } from '../store.ts'
import { priceOf } from '../subscriptions/subscription-json.ts'

export type Subscribed = { subscription: Stored<'subscription'>; name: string }
export type Charged = { charge: Stored<'charge'>; dispute: Stored<'dispute'> | undefined }
export type CustomerOverview = {
  customer: Stored<'customer'>
  subscriptions: Subscribed[]
  charges: Charged[]
  /** How many of the next off-session charges will fail. */
  failing: number
}

const SHOWN_CUSTOMERS = 25
const SHOWN_CHARGES = 8

async function subscribedOf(service: StripeService, customer: string): Promise<Subscribed[]> {
  const subscribed: Subscribed[] = []
  for (const subscription of await all(service, 'subscription', { where: { customer } })) {
    const [item] = subscription.items.data
    const product = item && (await find(service, 'product', priceOf(item).product))
    subscribed.push({ subscription, name: product?.name ?? subscription.id })
  }
  return subscribed.toReversed()
}

async function chargedOf(service: StripeService, customer: string): Promise<Charged[]> {
  const { data } = await page(service, 'charge', { where: { customer } }, { limit: SHOWN_CHARGES })
  const charged: Charged[] = []
  for (const charge of data) {
    const disputes = await all(service, 'dispute', { where: { charge: charge.id } })
    charged.push({ charge, dispute: disputes.at(-1) })
  }
  return charged
}

async function overviewOf(service: StripeService, customer: Stored<'customer'>): Promise<CustomerOverview> {
  const { failing_charges = 0 } = await readHidden<{ failing_charges?: number }>(service, customer.id)
  return {
    customer,
    subscriptions: await subscribedOf(service, customer.id),
    charges: await chargedOf(service, customer.id),
    failing: failing_charges,
  }
}

/** Lists the newest customers, or those whose id, email or name contains the text, with subscriptions and charges. */
export async function listOverview(service: StripeService, search = ''): Promise<CustomerOverview[]> {
  const { sql } = service
  const wanted = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const and =
    search === ''
      ? sql``
      : sql`and (lower(data->>'email') like ${wanted} or lower(data->>'name') like ${wanted} or lower(id) like ${wanted})`
  const { data } = await page(service, 'customer', { and }, { limit: SHOWN_CUSTOMERS })
  const shown: CustomerOverview[] = []
  for (const customer of data) shown.push(await overviewOf(service, customer))
  return shown
}
