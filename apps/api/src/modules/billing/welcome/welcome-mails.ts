import { isOver } from '@academy/catalog'
import { eq } from 'drizzle-orm'
import fp from 'fastify-plugin'
import type Stripe from 'stripe'
import type { Db } from '../../../database/open-database.ts'
import { findConsent } from '../facts/access-consents.store.ts'
import { checkouts, WELCOME } from '../facts/checkouts.table.ts'
import { gifts } from '../facts/gifts.table.ts'
import { ENTITLEMENTS_CHANGED } from '../facts/grants.store.ts'
import { readGuarantee } from '../facts/guarantee.store.ts'
import { purchases } from '../facts/purchases.table.ts'
import { dateOrNull, expanded } from '../stripe/stripe-objects.ts'
import { composeWelcome } from './compose-welcome.ts'
import { queueWelcomes } from './queue-welcomes.ts'

/** Loads the receipt of a checkout, when the free months of its Studio end, and whether the Studio has ended. */
async function readReceipt(stripe: Stripe, session_id: string) {
  const session = await stripe.checkout.sessions.retrieve(session_id, {
    expand: ['invoice', 'payment_intent.latest_charge', 'subscription'],
  })
  const charge = expanded(expanded(session.payment_intent)?.latest_charge)
  const studio = expanded(session.subscription)
  return {
    receiptUrl: expanded(session.invoice)?.hosted_invoice_url ?? charge?.receipt_url ?? null,
    freeUntil: dateOrNull(studio?.trial_end),
    hasStudioEnded: studio !== undefined && isOver(studio.status),
  }
}

/** Loads a paid checkout, with what the buyer of a gift wrote; undefined if its purchase was refunded or revoked. */
async function findCheckout(db: Db, session_id: string) {
  const [found] = await db
    .select({ checkout: checkouts, purchase: purchases, gift: gifts })
    .from(checkouts)
    .leftJoin(purchases, eq(purchases.id, checkouts.session_id))
    .leftJoin(gifts, eq(gifts.id, purchases.gift_id))
    .where(eq(checkouts.session_id, session_id))
  const { refunded_at, revoked_at, refund_requested_at } = found?.purchase ?? {}
  return refunded_at || revoked_at || refund_requested_at ? undefined : found && { ...found.checkout, gift: found.gift ?? undefined }
}

/** Sends each buyer one mail after the payment, with the first steps and the receipt. */
export const welcomeMails = fp(
  async (app) => {
    const { payments, mailer, db, authProvider, outbox } = app
    if (!payments || !mailer) return

    outbox.compose(WELCOME, async (session_id) => {
      const checkout = await findCheckout(db, session_id)
      if (checkout === undefined) return undefined
      const { account_id, offer, seats, currency, gift, access_consent_id } = checkout
      const user = await authProvider.findUser(account_id)
      if (user === undefined || user.email === '') return undefined
      const { hasStudioEnded, ...receipt } = await readReceipt(payments.stripe, session_id)
      // A bundle still has the course.
      if (offer === 'studio' && hasStudioEnded) return undefined
      const consent = access_consent_id === null ? undefined : await findConsent(db, access_consent_id)
      const guarantee = await readGuarantee(db, { account_id, purchase_id: session_id })
      return composeWelcome({ offer, seats, currency, gift, email: user.email, ...receipt, guarantee, consent }, app.config)
    })
    outbox.beforeEachRun(() => queueWelcomes(db))
    // Each sync of a customer sends a notification. The second `wake` runs after a reconnect, because notifications may have been lost.
    app.directSql
      .listen(ENTITLEMENTS_CHANGED, outbox.wake, outbox.wake)
      .catch((err: unknown) => app.log.warn({ err }, 'failed to listen for purchases'))
  },
  { name: 'welcome-mails', dependencies: ['payments', 'outbox', 'auth-provider', 'database'] },
)
