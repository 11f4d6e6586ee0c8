import { isOver } from '@academy/catalog'
import fp from 'fastify-plugin'
import type Stripe from 'stripe'
import type { Config } from '../../../config.ts'
import { startPeriodicTask } from '../../../periodic-task.ts'
import { UnknownDelivery } from '../../../plugins/mailer.ts'
import { findConsent } from '../access-consents.store.ts'
import { ENTITLEMENTS_CHANGED } from '../grants.store.ts'
import { readGuarantee } from '../guarantee.store.ts'
import { dateOrNull, expanded } from '../sync/stripe-objects.ts'
import { composeWelcome, type Welcome } from './compose-welcome.ts'
import { claimWelcome, type DueWelcome, markInterrupted, recordWelcome, WELCOME_DAYS } from './welcome-mails.store.ts'

/** The interval, in milliseconds, of the search for mails that failed or that a stopped instance left. */
const CHECK_INTERVAL_MS = 60_000
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends the due welcome mails. Resolves after one attempt for each. */
    sendWelcomeMails: () => Promise<void>
  }
}

/** Loads the receipt of a checkout, when the free months of its Studio end, and whether the Studio has ended. */
async function readReceipt(
  stripe: Stripe,
  session_id: string,
): Promise<Pick<Welcome, 'receiptUrl' | 'freeUntil'> & { hasStudioEnded: boolean }> {
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

/** Returns whether the next attempt would come too late. */
const isLastAttempt = ({ settled_at }: DueWelcome): boolean =>
  settled_at !== null && settled_at.getTime() + WELCOME_DAYS * DAY_MS < Date.now() + HOUR_MS

/** Sends each buyer one mail after the payment, with the first steps and the receipt. */
export const welcomeMails = fp<{ config: Config }>(
  async (app, { config }) => {
    const { payments, mailer, db, authProvider } = app
    if (!payments || !mailer) {
      app.decorate('sendWelcomeMails', async () => {})
      return
    }
    const log = app.log.child({ component: 'welcome-mails' })

    const send = async ({ session_id, account_id, offer, currency, access_consent_id }: DueWelcome): Promise<'sent' | 'dropped'> => {
      const user = await authProvider.findUser(account_id)
      if (user === undefined || user.email === '') return 'dropped'
      const { hasStudioEnded, ...receipt } = await readReceipt(payments.stripe, session_id)
      // A bundle still has the course.
      if (offer === 'studio' && hasStudioEnded) return 'dropped'
      const consent = access_consent_id === null ? undefined : await findConsent(db, access_consent_id)
      const guarantee = await readGuarantee(db, { account_id, purchase_id: session_id })
      await mailer.send(composeWelcome({ session_id, offer, currency, email: user.email, ...receipt, guarantee, consent }, config))
      return 'sent'
    }

    const welcome = async (due: DueWelcome): Promise<void> => {
      const { session_id, account_id, welcome_mail_attempts: attempts } = due
      const about = { account_id, checkout: session_id, attempts }
      const state = await send(due).catch((error: unknown) => {
        // Logs only the name and the message, because other fields of the error may contain the address.
        const why = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'
        const isUnknown = error instanceof UnknownDelivery
        if (isUnknown) log.error({ ...about, why }, 'a welcome mail may not have been sent; it is not repeated')
        else if (isLastAttempt(due)) log.error({ ...about, why }, 'gave up sending a welcome mail')
        else log.warn({ ...about, why }, 'failed to send a welcome mail; retrying')
        return isUnknown ? 'unknown' : 'failed'
      })
      // Not caught: an outcome that was not recorded is unknown, so that the mail is not repeated (decision 043).
      await recordWelcome(db, session_id, state)
    }

    const sendDue = async (closing: AbortSignal): Promise<void> => {
      for (const about of await markInterrupted(db)) log.error(about, 'a welcome mail may not have been sent; it is not repeated')
      for (let due = await claimWelcome(db); due !== undefined; due = await claimWelcome(db)) {
        await welcome(due)
        if (closing.aborted) return
      }
    }

    const { wake, run } = startPeriodicTask(app, {
      intervalMs: CHECK_INTERVAL_MS,
      task: sendDue,
      onError: (err) => log.warn({ err }, 'failed to load or record welcome mails; retrying'),
    })
    app.decorate('sendWelcomeMails', run)
    // Each sync of a customer sends a notification. The second `wake` runs after a reconnect, because notifications may have been lost.
    app.directSql.listen(ENTITLEMENTS_CHANGED, wake, wake).catch((err: unknown) => log.warn({ err }, 'failed to listen for purchases'))
  },
  { name: 'welcome-mails', dependencies: ['payments', 'mailer', 'auth-provider', 'database'] },
)
