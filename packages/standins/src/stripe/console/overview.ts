import type { StripeService } from '../context.ts'
import type { Stored } from '../kinds.ts'
import { findAll, findPage, readHidden } from '../store.ts'
import { findSubscribedProduct } from '../subscriptions/item-line.ts'

export type SubscriptionOverview = { subscription: Stored<'subscription'>; name: string }
export type ChargeOverview = { charge: Stored<'charge'>; dispute: Stored<'dispute'> | undefined }
export type CustomerOverview = {
  customer: Stored<'customer'>
  subscriptions: SubscriptionOverview[]
  charges: ChargeOverview[]
  /** How many of the next off-session charges will fail. */
  failingCharges: number
}

const SHOWN_CUSTOMERS = 25
const SHOWN_CHARGES = 8

async function listSubscriptions(service: StripeService, customer: string): Promise<SubscriptionOverview[]> {
  const subscribed: SubscriptionOverview[] = []
  for (const subscription of await findAll(service, 'subscription', { where: { customer } })) {
    const product = await findSubscribedProduct(service, subscription)
    subscribed.push({ subscription, name: product?.name ?? subscription.id })
  }
  return subscribed.toReversed()
}

async function listCharges(service: StripeService, customer: string): Promise<ChargeOverview[]> {
  const { data } = await findPage(service, 'charge', { where: { customer } }, { limit: SHOWN_CHARGES })
  const charged: ChargeOverview[] = []
  for (const charge of data) {
    const disputes = await findAll(service, 'dispute', { where: { charge: charge.id } })
    charged.push({ charge, dispute: disputes.at(-1) })
  }
  return charged
}

async function customerOverview(service: StripeService, customer: Stored<'customer'>): Promise<CustomerOverview> {
  const { failing_charges = 0 } = await readHidden<{ failing_charges?: number }>(service, customer.id)
  return {
    customer,
    subscriptions: await listSubscriptions(service, customer.id),
    charges: await listCharges(service, customer.id),
    failingCharges: failing_charges,
  }
}

/** Lists the newest customers, or those whose id, email or name contains the text, with subscriptions and charges. */
export async function listOverview(service: StripeService, search = ''): Promise<CustomerOverview[]> {
  const { sql } = service
  const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const and =
    search === ''
      ? sql``
      : sql`and (lower(data->>'email') like ${pattern} or lower(data->>'name') like ${pattern} or lower(id) like ${pattern})`
  const { data } = await findPage(service, 'customer', { and }, { limit: SHOWN_CUSTOMERS })
  const shown: CustomerOverview[] = []
  for (const customer of data) shown.push(await customerOverview(service, customer))
  return shown
}
