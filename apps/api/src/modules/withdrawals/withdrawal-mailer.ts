import { randomBytes } from 'node:crypto'
import fp from 'fastify-plugin'
import type { Config } from '../../config.ts'
import { startPeriodicTask } from '../../periodic-task.ts'
import { hashToken } from '../../plugins/auth/token-text.ts'
import { type Mailer, UnknownDelivery } from '../../plugins/mailer.ts'
import { cancelStudios } from './cancel-studios.ts'
import { claimUnfinished, findCancellation, runningStudios, saveToken } from './cancellations.store.ts'
import { composeAcknowledgement, composeCancellation, composeCancellationLink, composeNotice } from './compose-mails.ts'
import { claimMail, type DueMail, MAIL_DAYS, markInterrupted, recordMail } from './statement-mails.store.ts'
import { countSince, findWithdrawal } from './withdrawals.store.ts'

/** The interval, in milliseconds, of the search for mails and cancellations that failed or that a stopped instance left. */
const CHECK_INTERVAL_MS = 60_000
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends the due mails about withdrawals and cancellations. Resolves after one attempt for each. Never rejects. */
    sendWithdrawalMails: () => Promise<void>
    /** Repeats failed cancellations, then sends the due mails. Resolves after one attempt for each. Never rejects. */
    retryCancellationsAndMails: () => Promise<void>
  }
}

type Outcome = 'sent' | 'dropped'

/** Returns whether the next attempt, an hour later at most, would come too late. */
const isLastAttempt = ({ created_at }: DueMail): boolean => created_at.getTime() + MAIL_DAYS * DAY_MS < Date.now() + HOUR_MS

/**
 * Sends the mails about withdrawals and cancellations, and repeats failed cancellations at Stripe. Mails are sent while Stripe is down, and Studios
 * are cancelled while the mail server is down.
 */
export const withdrawalMailer = fp<{ config: Config }>(
  async (app, { config }) => {
    const { db, mailer, authProvider } = app
    const log = app.log.child({ component: 'withdrawal-mailer' })

    const sendLink = async (mailer: Mailer, id: string): Promise<Outcome> => {
      const request = await findCancellation(db, id)
      if (request === undefined || (await runningStudios(db, request.account_id)).length === 0) return 'dropped'
      // The request has a copy of the address. The user may have changed it since, and it may belong to another person now.
      const user = await authProvider.findUser(request.account_id)
      if (user?.email.toLowerCase() !== request.email.toLowerCase()) return 'dropped'
      const token = randomBytes(32).toString('base64url')
      if (!(await saveToken(db, id, hashToken(token)))) return 'dropped'
      await mailer.send(composeCancellationLink({ id, token, to: request.email }, config))
      return 'sent'
    }

    const sendConfirmation = async (mailer: Mailer, id: string): Promise<Outcome> => {
      const request = await findCancellation(db, id)
      if (!request?.confirmed_at) return 'dropped'
      const isUnpaid = (await runningStudios(db, request.account_id)).some(({ is_unpaid }) => is_unpaid)
      await mailer.send(composeCancellation({ ...request, confirmed_at: request.confirmed_at, isUnpaid }, config))
      return 'sent'
    }

    const sendStatement = async (mailer: Mailer, id: string, kind: 'withdrawal' | 'withdrawal_notice'): Promise<Outcome> => {
      const statement = await findWithdrawal(db, id)
      const to = kind === 'withdrawal' ? statement?.email : config.adminEmail
      if (!statement || !to) return 'dropped'
      const mail =
        kind === 'withdrawal'
          ? composeAcknowledgement(statement, to, config)
          : composeNotice({ first: statement, count: await countSince(db, statement), to }, config)
      await mailer.send(mail)
      return 'sent'
    }

    const send = async (mailer: Mailer, { kind, statement_id }: DueMail): Promise<Outcome> => {
      if (kind === 'cancellation_link') return await sendLink(mailer, statement_id)
      if (kind === 'cancellation') return await sendConfirmation(mailer, statement_id)
      return await sendStatement(mailer, statement_id, kind)
    }

    const sendDue = async (mailer: Mailer, due: DueMail): Promise<void> => {
      const { kind, statement_id, attempts } = due
      const state = await send(mailer, due).catch((error: unknown) => {
        // Logs only the name and the message, because other fields of the error may contain the address.
        const about = { kind, statement_id, attempts, why: error instanceof Error ? `${error.name}: ${error.message}` : 'unknown' }
        const isUnknown = error instanceof UnknownDelivery
        if (isUnknown) log.error(about, 'a withdrawal or cancellation mail may not have been sent; it is not repeated')
        else if (isLastAttempt(due)) log.error(about, 'gave up sending a withdrawal or cancellation mail')
        else log.warn(about, 'failed to send a withdrawal or cancellation mail; retrying')
        return isUnknown ? 'unknown' : 'failed'
      })
      // Not caught: an outcome that was not recorded is unknown, so that the mail is not repeated (decision 043).
      await recordMail(db, due, state)
    }

    const sendMails = async (closing: AbortSignal): Promise<void> => {
      if (!mailer) return
      for (const { kind, statement_id } of await markInterrupted(db))
        log.error({ kind, statement_id }, 'a withdrawal or cancellation mail may not have been sent; it is not repeated')
      for (let due = await claimMail(db); due !== undefined; due = await claimMail(db)) {
        await sendDue(mailer, due)
        if (closing.aborted) return
      }
    }
    const mails = startPeriodicTask(app, {
      intervalMs: CHECK_INTERVAL_MS,
      task: sendMails,
      onError: (err) => log.warn({ err }, 'failed to load or record withdrawal and cancellation mails; retrying'),
    })

    const cancelDue = async (closing: AbortSignal): Promise<void> => {
      for (let request = await claimUnfinished(db); request !== undefined && !closing.aborted; request = await claimUnfinished(db)) {
        const { id, account_id } = request
        await cancelStudios(app, request).catch((err: unknown) =>
          log.error({ err, account_id, cancellation: id }, 'failed to apply a confirmed cancellation at Stripe; will retry'),
        )
        mails.wake()
      }
    }
    // A task of its own, so that mails are sent while Stripe does not respond.
    const cancellations = startPeriodicTask(app, {
      intervalMs: CHECK_INTERVAL_MS,
      task: cancelDue,
      onError: (err) => log.warn({ err }, 'failed to load confirmed cancellations; retrying'),
    })

    app.decorate('sendWithdrawalMails', mails.run)
    app.decorate('retryCancellationsAndMails', async () => {
      await cancellations.run()
      await mails.run()
    })
  },
  { name: 'withdrawal-mailer', dependencies: ['payments', 'mailer', 'auth-provider', 'database'] },
)
