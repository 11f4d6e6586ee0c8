import Stripe from 'stripe'
import type { Db } from '../../../database/open-database.ts'
import { closeCheckout, type RecordedCheckout } from './checkouts.store.ts'
import type { SessionParameters } from './session-parameters.ts'

/** The minimum time, in milliseconds, that a buyer gets to pay on a reused checkout page. */
const MIN_REMAINING_MS = 60 * 60_000

/** Finds an open checkout with the same terms. Stripe stores them: its page may show an older price or lead back to another URL. */
async function findReusableCheckout(
  stripe: Stripe,
  open: readonly RecordedCheckout[],
  parameters: SessionParameters,
): Promise<{ session_id: string; url: string } | undefined> {
  const minExpiry = Date.now() + MIN_REMAINING_MS
  for (const { session_id, expires_at } of open) {
    if (expires_at.getTime() < minExpiry) continue
    const { status, url, metadata } = await stripe.checkout.sessions.retrieve(session_id)
    if (status === 'open' && url !== null && metadata?.terms === parameters.metadata.terms) return { session_id, url }
  }
  return undefined
}

/**
 * Expires the open checkouts of an account, except one with the same terms. Returns the URL of that one, or `changed` if a checkout was
 * completed meanwhile.
 */
export async function closeOpenCheckouts(
  db: Db,
  stripe: Stripe,
  open: readonly RecordedCheckout[],
  parameters: SessionParameters,
): Promise<string | 'changed' | undefined> {
  const reusable = await findReusableCheckout(stripe, open, parameters)
  for (const { session_id } of open) {
    if (session_id === reusable?.session_id) continue
    try {
      await stripe.checkout.sessions.expire(session_id)
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return 'changed'
      throw error
    }
    await closeCheckout(db, session_id)
  }
  return reusable?.url
}
