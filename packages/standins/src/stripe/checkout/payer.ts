import type { StripeService } from '../context.ts'
import { createCustomer } from '../customers/create-customer.ts'
import { change } from '../emit-event.ts'
import { idOf } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { requireObject } from '../store.ts'
import type { Payer, Purchase } from './purchase.ts'
import type { Session } from './session-json.ts'

export const addressOf = ({ country }: Payer) => ({ city: null, country, line1: null, line2: null, postal_code: null, state: null })

/** Returns the customer of the payment: that of the session, or a new one if the session creates one. */
export async function resolveCustomer(service: StripeService, session: Session, payer: Payer): Promise<Stored<'customer'> | undefined> {
  if (session.customer !== null) return requireObject(service, 'customer', idOf(session.customer))
  const isNeeded = session.customer_creation === 'always' || session.invoice_creation?.enabled === true
  if (!isNeeded) return undefined
  return createCustomer(service, { email: payer.email, name: payer.name, address: addressOf(payer) })
}

/** Saves the address and name on the customer, as the session requests. */
export async function updateCustomer(
  service: StripeService,
  customer: Stored<'customer'>,
  payer: Payer,
  { customer_update }: Purchase,
): Promise<void> {
  const changes = {
    ...(customer_update?.address === 'auto' && { address: addressOf(payer) }),
    ...(customer_update?.name === 'auto' && { name: payer.name }),
    ...(customer.email === null && { email: payer.email }),
  }
  await change(service, 'customer', customer, changes, 'customer.updated')
}

/** Returns the payer as the session shows them. */
export const detailsOf = (payer: Payer): Session['customer_details'] => ({
  address: addressOf(payer),
  business_name: null,
  email: payer.email,
  individual_name: payer.name,
  name: payer.name,
  phone: null,
  tax_exempt: 'none',
  tax_ids: [],
})
