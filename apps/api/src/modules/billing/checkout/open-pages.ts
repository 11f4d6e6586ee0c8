import Stripe from 'stripe'
import type { Db } from '../../../database/open-database.ts'
import { closeCheckout, type RecordedCheckout } from './checkouts.store.ts'
import type { SessionParameters } from './session-parameters.ts'

/** The least time in which a buyer can pay after the redirect to the checkout page. */
const LEAST_LEFT_MS = 60 * 60_000

type Page = { session_id: string; url: string }

/**
 * The page that is open already on the very same terms. Only Stripe knows them for certain: what was shown or set up when the page was
 * made may be another price, or lead back to another place.
 */
async function samePage(stripe: Stripe, open: readonly RecordedCheckout[], wanted: SessionParameters): Promise<Page | undefined> {
  const lastsUntil = Date.now() + LEAST_LEFT_MS
  for (const { session_id, customer_id, expires_at } of open) {
    if (customer_id !== wanted.customer || expires_at.getTime() < lastsUntil) continue
    const { status, url, metadata } = await stripe.checkout.sessions.retrieve(session_id)
    if (status === 'open' && url !== null && metadata?.terms === wanted.metadata.terms) return { session_id, url }
  }
  return undefined
}

/**
 * Makes sure that at most one page of the account can be paid on. @returns the address of one that was opened on the same terms, or
 * `changed` when another one was completed at this very moment.
 */
export async function clearTheTable(
  db: Db,
  stripe: Stripe,
  open: readonly RecordedCheckout[],
  wanted: SessionParameters,
): Promise<string | 'changed' | undefined> {
  const same = await samePage(stripe, open, wanted)
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
