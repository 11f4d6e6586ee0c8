import fp from 'fastify-plugin'
import type Stripe from 'stripe'
import type { Config } from '../../../config.ts'
import { UnknownDelivery } from '../../../plugins/mailer.ts'
import { findConsent } from '../access-consents.store.ts'
import { ENTITLEMENTS_CHANGED } from '../grants.store.ts'
import { composeWelcome, type Welcome } from './compose-welcome.ts'
import { claimWelcome, type DueWelcome, markInterrupted, recordWelcome, WELCOME_DAYS } from './welcome-mails.store.ts'

/** How often failed mails, and those of instances that ended, are looked for. */
const CHECK_INTERVAL_MS = 60_000
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends the welcome mails that are due; resolves when they were tried. */
    sendWelcomeMails: () => Promise<void>
  }
}

const object = <T>(thing: string | T | null | undefined): T | undefined => (typeof thing === 'object' && thing !== null ? thing : undefined)

/** Loads the receipt of a checkout, and when the free months of its Studio end. */
async function readReceipt(stripe: Stripe, session_id: string): Promise<Pick<Welcome, 'receiptUrl' | 'freeUntil'>> {
  const session = await stripe.checkout.sessions.retrieve(session_id, {
    expand: ['invoice', 'payment_intent.latest_charge', 'subscription'],
  })
  const charge = object(object(session.payment_intent)?.latest_charge)
  const trial_end = object(session.subscription)?.trial_end ?? null
  return {
    receiptUrl: object(session.invoice)?.hosted_invoice_url ?? charge?.receipt_url ?? null,
    freeUntil: trial_end === null ? null : new Date(trial_end * 1000),
  }
}

/** Returns whether the next attempt would come too late. */
const isLastAttempt = ({ settled_at }: DueWelcome): boolean =>
  settled_at !== null && settled_at.getTime() + WELCOME_DAYS * DAY_MS < Date.now() + HOUR_MS

/** Mails each buyer once, after the payment: the first steps and the receipt. */
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
      const receipt = await readReceipt(payments.stripe, session_id)
      const consent = access_consent_id === null ? undefined : await findConsent(db, access_consent_id)
      await mailer.send(composeWelcome({ session_id, offer, currency, email: user.email, ...receipt, consent }, config))
      return 'sent'
    }

    const welcome = async (due: DueWelcome): Promise<void> => {
      const { session_id, account_id, welcome_mail_attempts: attempts } = due
      const about = { account_id, checkout: session_id, attempts }
      try {
        await recordWelcome(db, session_id, await send(due))
      } catch (error) {
        // Without the error itself: its text may name the address.
        const why = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'
        const isUnknown = error instanceof UnknownDelivery
        if (isUnknown) log.error({ ...about, why }, 'a welcome mail may not have been sent; it is not repeated')
        else if (isLastAttempt(due)) log.error({ ...about, why }, 'gave up a welcome mail')
        else log.warn({ ...about, why }, 'failed to send a welcome mail; retrying')
        await recordWelcome(db, session_id, isUnknown ? 'unknown' : 'failed')
      }
    }

    const closing = new AbortController()
    const sendDue = async (): Promise<void> => {
      for (const about of await markInterrupted(db)) log.error(about, 'a welcome mail may not have been sent; it is not repeated')
      for (let due = await claimWelcome(db); due !== undefined; due = await claimWelcome(db)) {
        await welcome(due)
        if (closing.signal.aborted) return
      }
    }

    let running: Promise<void> = Promise.resolve()
    let isWaiting = false
    /** Runs once at a time. Calls during a run share the next one. */
    const wake = (): void => {
      if (isWaiting || closing.signal.aborted) return
      isWaiting = true
      running = running.then(async () => {
        isWaiting = false
        await sendDue().catch((err: unknown) => log.warn({ err }, 'failed to load due welcome mails; retrying'))
      })
    }
    app.decorate('sendWelcomeMails', async () => {
      wake()
      await running
    })

    const timer = setInterval(wake, CHECK_INTERVAL_MS).unref()
    app.addHook('preClose', async () => {
      closing.abort()
      clearInterval(timer)
      await running
    })
    // Each sync of a customer notifies. Notifications may have been lost before a reconnect.
    app.directSql.listen(ENTITLEMENTS_CHANGED, wake, wake).catch((err: unknown) => log.warn({ err }, 'failed to listen for purchases'))
  },
  { name: 'welcome-mails', dependencies: ['payments', 'mailer', 'auth-provider', 'database'] },
)
