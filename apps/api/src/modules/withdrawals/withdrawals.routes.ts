import { type Cancellation as CancellationView, contract } from '@academy/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { serveRoutes } from '../../http/contract-routes.ts'
import { decodeCursor, encodeCursor } from '../../http/cursor.ts'
import { conflict, HttpError } from '../../http/errors.ts'
import { serializeDates } from '../../http/serialize-dates.ts'
import { hashToken } from '../../plugins/auth/token-text.ts'
import { callStripe } from '../billing/stripe/call-stripe.ts'
import { cancelStudios } from './cancel-studios.ts'
import {
  type Cancellation,
  confirmByToken,
  findByToken,
  findCancellation,
  requestCancellation,
  runningStudios,
} from './cancellations.store.ts'
import { listWithdrawals, saveStatement, settleWithdrawal } from './withdrawals.store.ts'

const { declare, requestCancellation: requestLink, readCancellation, confirmCancellation, list, settle } = contract.withdrawals

const INVALID_LINK = 'This link has expired, or a newer one was sent. Request a new link.'
const SENT = 'If an account with this address has a subscription, we have sent a link to the address.'
const NO_MAILS = "We can't send email at the moment. Sign in and cancel under Settings, Pricing & Plans."

/** The cursor of the administrator's list. */
const listPosition = z.tuple([z.int().min(0).max(3), z.int(), z.guid()])

/** Serves statements of withdrawal and the cancellation of the Studio to visitors. */
export async function publicWithdrawalRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app

  const describe = async (cancellation: Cancellation): Promise<CancellationView> => {
    const { account_id, confirmed_at, cancelled_at, ends_at, is_renewal_undone } = cancellation
    if (confirmed_at === null) return { state: 'open', subscriptions: (await runningStudios(db, account_id)).map(serializeDates) }
    const confirmed = serializeDates({ confirmed_at, ends_at })
    return cancelled_at === null ? { state: 'requested', ...confirmed } : { state: 'cancelled', ...confirmed, is_renewal_undone }
  }

  await serveRoutes({ declare, requestLink, readCancellation, confirmCancellation }, app, {
    declare: async ({ request, body }) => {
      await app.limit.statements(request)
      const saved = await saveStatement(db, body, {
        mayAcknowledge: async () => await app.limit.dailyMails(request),
        notify: app.config.adminEmail !== undefined,
      })
      if (saved === 'conflict') throw conflict('Another statement has this id.')
      app.outbox.wake()
      const is_mailed = saved.is_mailed && app.mailer !== undefined
      return { status: 201, body: { id: saved.id, received_at: saved.received_at.toISOString(), is_mailed } }
    },
    requestLink: async ({ request, body: { email } }) => {
      await app.limit.statements(request)
      if (!app.mailer) throw conflict(NO_MAILS)
      await requestCancellation(db, email)
      app.outbox.wake()
      return { status: 202, body: { message: SENT } }
    },
    readCancellation: async ({ body: { token } }) => {
      const cancellation = await findByToken(db, hashToken(token))
      if (cancellation === undefined) throw new HttpError(404, 'not_found', INVALID_LINK)
      return { status: 200, body: await describe(cancellation) }
    },
    confirmCancellation: async ({ request, body: { token } }) => {
      await app.limit.statements(request)
      const token_hash = hashToken(token)
      const confirmed = await confirmByToken(db, token_hash)
      if (confirmed) {
        await callStripe(request, () => cancelStudios(app, confirmed)).catch((error: unknown) => {
          // The confirmation is stored, and a timer retries. callStripe has logged its refusals.
          if (!(error instanceof HttpError))
            request.log.error({ err: error }, 'failed to apply a confirmed cancellation at Stripe; will retry')
        })
        app.outbox.wake()
      }
      const cancellation = confirmed ? await findCancellation(db, confirmed.id) : await findByToken(db, token_hash)
      if (cancellation === undefined) throw new HttpError(404, 'not_found', INVALID_LINK)
      return { status: 200, body: await describe(cancellation) }
    },
  })
}

/** Serves statements of withdrawal to the administrator. */
export async function adminWithdrawalRoutes(app: FastifyInstance): Promise<void> {
  await serveRoutes({ list, settle }, app, {
    list: async ({ query: { q = '', cursor } }) => {
      const { withdrawals, next } = await listWithdrawals(app.db, q, decodeCursor(cursor, listPosition))
      return { status: 200, body: { success: true, data: { withdrawals: withdrawals.map(serializeDates), next: encodeCursor(next) } } }
    },
    settle: async ({ request, params: { withdrawalId }, body: { reason } }) => {
      const { id, email } = request.user
      const outcome = await settleWithdrawal(app.db, { id: withdrawalId, reason, operator: { id, email } })
      if (outcome === 'unchanged') throw conflict('This withdrawal was settled already.')
      if (outcome !== 'done') throw new HttpError(404, 'not_found', 'There is no withdrawal with this id.')
      return { status: 200, body: { success: true, message: 'The withdrawal is settled.' } }
    },
  })
}
