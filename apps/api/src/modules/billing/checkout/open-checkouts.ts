import Stripe from 'stripe'
import type { Db } from '../../../database/open-database.ts'
import { closeCheckout, type RecordedCheckout } from './checkouts.store.ts'
import type { SessionParameters } from './session-parameters.ts'

/** The least time, in milliseconds, that a buyer gets to pay on a reused checkout page. */
const LEAST_LEFT_MS = 60 * 60_000

type Page = { session_id: string; url: string }

/**
 * Finds an open checkout with the same terms. Only Stripe knows the terms: its page may show an older price or lead back to another
 * address.
 */
async function findReusableCheckout(
  stripe: Stripe,
  open: readonly RecordedCheckout[],
  wanted: SessionParameters,
): Promise<Page | undefined> {
  const lastsUntil = Date.now() + LEAST_LEFT_MS
  for (const { session_id, customer_id, expires_at } of open) {
    if (customer_id !== wanted.customer || expires_at.getTime() < lastsUntil) continue
    const { status, url, metadata } = await stripe.checkout.sessions.retrieve(session_id)
    if (status === 'open' && url !== null && metadata?.terms === wanted.metadata.terms) return { session_id, url }
  }
  return undefined
}

/**
 * Expires the open checkouts of an account except one with the same terms. Returns that one's URL, or `changed` if another checkout was
 * completed meanwhile.
 */
export async function closeOpenCheckouts(
  db: Db,
  stripe: Stripe,
  open: readonly RecordedCheckout[],
  wanted: SessionParameters,
): Promise<string | 'changed' | undefined> {
  const same = await findReusableCheckout(stripe, open, wanted)
  for (const { session_id } of open) {
    if (session_id === same?.session_id) continue
    try {
      await stripe.checkout.sessions.expire(session_id)
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return 'changed'
      throw error
    }
    await closeCheckout(db, session_id)
  }
  return same?.url
}
