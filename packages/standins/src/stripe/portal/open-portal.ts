import type { StripeService } from '../context.ts'
import { idOf } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { find, readHidden, updateHidden } from '../store.ts'

/** Seconds within which a portal session must be opened. */
const UNOPENED_SECONDS = 5 * 60
/** Seconds without use after which an opened session expires. */
const IDLE_SECONDS = 3600

export type OpenPortal = {
  session: Stored<'billing_portal.session'>
  customer: Stored<'customer'>
  features: Stored<'billing_portal.configuration'>['features']
}

/** Returns an open portal session and extends its lifetime, or the expired session. Call it within a write. */
export async function openPortal(
  service: StripeService,
  id: string,
): Promise<OpenPortal | { expired: Stored<'billing_portal.session'> } | undefined> {
  const session = await find(service, 'billing_portal.session', id)
  if (session === undefined) return undefined
  const { used_at } = await readHidden<{ used_at?: number }>(service, id)
  const expiresAt = used_at === undefined ? session.created + UNOPENED_SECONDS : used_at + IDLE_SECONDS
  const customer = await find(service, 'customer', session.customer)
  if (service.now() > expiresAt || customer === undefined) return { expired: session }
  await updateHidden(service, id, { used_at: service.now() })
  const configuration = await find(service, 'billing_portal.configuration', idOf(session.configuration))
  if (configuration === undefined) throw new Error(`${id} has no configuration`)
  return { session, customer, features: configuration.features }
}
