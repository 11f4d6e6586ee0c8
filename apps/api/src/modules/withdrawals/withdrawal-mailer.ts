import { randomBytes } from 'node:crypto'
import fp from 'fastify-plugin'
import { startPeriodicTask } from '../../periodic-task.ts'
import { hashToken } from '../../plugins/auth/token-text.ts'
import { cancelStudios } from './cancel-studios.ts'
import { claimUnfinished, findCancellation, runningStudios, saveToken } from './cancellations.store.ts'
import { composeAcknowledgement, composeCancellation, composeCancellationLink, composeNotice } from './compose-mails.ts'
import { moveStatementMails } from './statement-mails.store.ts'
import { countSince, findWithdrawal } from './withdrawals.store.ts'

/** The interval, in milliseconds, of the search for cancellations that failed or that a stopped instance left. */
const CHECK_INTERVAL_MS = 60_000

declare module 'fastify' {
  interface FastifyInstance {
    /** Repeats failed cancellations, then sends the due mails. Resolves after one attempt for each. Never rejects. */
    retryCancellationsAndMails: () => Promise<void>
  }
}

/**
 * Composes the mails about withdrawals and cancellations, and repeats failed cancellations at Stripe. Mails are sent while Stripe is down, and
 * Studios are cancelled while the mail server is down.
 */
export const withdrawalMailer = fp(
  async (app) => {
    const { db, authProvider, outbox } = app
    const log = app.log.child({ component: 'withdrawal-mailer' })

    outbox.compose('withdrawal', async (id) => {
      const statement = await findWithdrawal(db, id)
      return statement?.email ? composeAcknowledgement(statement, statement.email, app.config) : undefined
    })
    outbox.compose('withdrawal_notice', async (id) => {
      const first = await findWithdrawal(db, id)
      const to = app.config.adminEmail
      return first && to ? composeNotice({ first, count: await countSince(db, first), to }, app.config) : undefined
    })
    outbox.compose('cancellation_link', async (id) => {
      const request = await findCancellation(db, id)
      if (request === undefined || (await runningStudios(db, request.account_id)).length === 0) return undefined
      // The request has a copy of the address. The user may have changed it since, and it may belong to another person now.
      const user = await authProvider.findUser(request.account_id)
      if (user?.email.toLowerCase() !== request.email.toLowerCase()) return undefined
      const token = randomBytes(32).toString('base64url')
      if (!(await saveToken(db, id, hashToken(token)))) return undefined
      return composeCancellationLink({ token, to: request.email }, app.config)
    })
    outbox.compose('cancellation', async (id) => {
      const request = await findCancellation(db, id)
      if (!request?.confirmed_at) return undefined
      const isUnpaid = (await runningStudios(db, request.account_id)).some(({ is_unpaid }) => is_unpaid)
      return composeCancellation({ ...request, confirmed_at: request.confirmed_at, isUnpaid }, app.config)
    })
    outbox.beforeEachRun(() => moveStatementMails(db))

    const cancelDue = async (closing: AbortSignal): Promise<void> => {
      for (let request = await claimUnfinished(db); request !== undefined && !closing.aborted; request = await claimUnfinished(db)) {
        const { id, account_id } = request
        await cancelStudios(app, request).catch((err: unknown) =>
          log.error({ err, account_id, cancellation: id }, 'failed to apply a confirmed cancellation at Stripe; will retry'),
        )
        outbox.wake()
      }
    }
    const cancellations = startPeriodicTask(app, {
      intervalMs: CHECK_INTERVAL_MS,
      task: cancelDue,
      onError: (err) => log.warn({ err }, 'failed to load confirmed cancellations; retrying'),
    })
    app.decorate('retryCancellationsAndMails', async () => {
      await cancellations.run()
      await outbox.run()
    })
  },
  { name: 'withdrawal-mailer', dependencies: ['payments', 'outbox', 'auth-provider', 'database'] },
)
