import { contract } from '@academy/contract'
import { asciiEmail } from '@academy/contract/email-address'
import type { FastifyInstance } from 'fastify'
import { serveRoutes } from '../../http/contract-routes.ts'
import { conflict, HttpError, invalidField } from '../../http/errors.ts'
import { requireFreshSession } from '../../plugins/auth/fresh-sign-in.ts'
import { callStripe } from '../billing/stripe/call-stripe.ts'
import { type ErasureTools, eraseAccount } from './erase-account.ts'
import { exportAccount } from './export-account.ts'

const statusOf = { subscription_running: 409, payment_pending: 409, payments_unavailable: 503 } as const

/** Serves export and erasure of the own account. */
export async function privacyRoutes(app: FastifyInstance): Promise<void> {
  const { db, log, authProvider, payments } = app
  const tools: ErasureTools = {
    db,
    log,
    payments: payments && { stripe: payments.stripe, sync: (customer) => payments.sync(customer, { maybeDeleted: true }) },
    deleteUser: authProvider.deleteUser,
  }

  app.addHook('onRequest', app.limit.privacy)
  await serveRoutes(contract.privacy, app, {
    exportAccount: async ({ request: { user }, reply }) => {
      const data = await app.inTurn({ accountId: user.id, reply }, () => exportAccount({ db, authProvider }, user.id))
      return { status: 200, body: { success: true, data } }
    },
    eraseAccount: async ({ request, body: { email } }) => {
      const { user } = request
      if (user.email === '' || asciiEmail(email.trim()).toLowerCase() !== user.email.toLowerCase())
        throw invalidField('email', 'This is not the email address of this account.')
      if (user.isAdmin) throw conflict('This is the account of the administrator. Appoint another administrator first.')
      await requireFreshSession(request, 'delete the account')
      const erasure = {
        account_id: user.id,
        asked_by: 'account',
        who: 'the user',
        reason: 'the user requested it in the settings',
      } as const
      const outcome = await eraseAccount(tools, erasure, (work) => callStripe(request, work))
      if (!outcome.erased) throw new HttpError(statusOf[outcome.code], outcome.code, outcome.message)
      app.refuseTokensOf(user.id)
      return { status: 200, body: { success: true, message: 'Your account has been deleted.' } }
    },
  })
}
