import { contract } from '@academy/contract'
import type { FastifyInstance } from 'fastify'
import { isUuid } from '../../database/is-uuid.ts'
import { serveRoutes } from '../../http/contract-routes.ts'
import { decodeCursor, encodeCursor } from '../../http/cursor.ts'
import { conflict, HttpError, invalidField } from '../../http/errors.ts'
import { serializeDates } from '../../http/serialize-dates.ts'
import { isAdministrator } from '../../plugins/auth/administrator.ts'
import { type GrantOutcome, grantPackage, revokePackage } from '../billing/facts/manage-grants.ts'
import { checkoutsWithProblems, customersOf, lastReconcile, stuckCancellations, unappliedEvents } from '../billing/facts/payments.store.ts'
import { callStripe } from '../billing/stripe/call-stripe.ts'
import { dismissCustomer } from '../billing/stripe/dismiss-customer.ts'
import { accountById } from './account.store.ts'
import { loadAccountWithPayments } from './account-details.store.ts'
import { accountDetailsOf } from './account-details.ts'
import { setBundleDeal } from './bundle-deal.store.ts'
import { cursorSchemas } from './cursor.ts'
import { searchAccounts } from './search-accounts.store.ts'

const EVENTS_PER_PAGE = 50

const unknownAccount = () => new HttpError(404, 'not_found', 'There is no account with this id.')

/** Returns the outcome of a grant or revocation. @throws HttpError if it was refused. */
function orRefuse<Done extends { done: true }>(outcome: Done | Extract<GrantOutcome, { done: false }>): Done {
  if (outcome.done) return outcome
  if (outcome.code === 'end_not_ahead' || outcome.code === 'end_too_late') throw invalidField('expires_at', outcome.message)
  throw conflict(outcome.message)
}

const done = (message: string) => ({ success: true as const, message })

/** Serves accounts and their access to the administrator. */
export async function adminAccountRoutes(app: FastifyInstance): Promise<void> {
  const requireAccount = async (id: string): Promise<void> => {
    if (!isUuid(id) || !(await accountById(app.db, id))) throw unknownAccount()
  }

  /** Syncs customers whose package was revoked, which cancels their Studios at Stripe. Reconciling retries failures. */
  const syncCustomersOf = async (revoked: readonly { customer_id: string }[]) => {
    const customers = [...new Set(revoked.map(({ customer_id }) => customer_id))]
    const syncs = await Promise.allSettled(customers.map((customer) => app.payments?.sync(customer)))
    for (const sync of syncs) {
      if (sync.status === 'rejected') app.log.warn({ err: sync.reason }, 'failed to sync a customer after a revocation')
    }
  }

  await serveRoutes(contract.adminAccounts, app, {
    search: async ({ query: { q = '', cursor } }) => {
      const position = decodeCursor(cursor, q === '' ? cursorSchemas.newestAccounts : cursorSchemas.matchingAccounts, 'search')
      const { accounts, next } = await searchAccounts(app.db, q, position)
      const data = { accounts: accounts.map(serializeDates), next: encodeCursor(next) }
      return { status: 200, body: { success: true, data } }
    },
    details: async ({ params: { accountId } }) => {
      const recorded = isUuid(accountId) ? await loadAccountWithPayments(app.db, accountId) : undefined
      if (recorded === undefined) throw unknownAccount()
      const isAdmin = isAdministrator(app.config, { id: recorded.account.account_id, email: recorded.account.email })
      const data = accountDetailsOf(recorded.account, recorded.payments, {
        isAdmin,
        hasMailServer: app.mailer !== undefined,
        now: new Date(),
      })
      return { status: 200, body: { success: true, data } }
    },
    grant: async ({ request, params: { accountId }, body: { expires_at, ...order } }) => {
      const ends = expires_at === null ? null : new Date(expires_at)
      await requireAccount(accountId)
      orRefuse(await grantPackage(app.db, { account_id: accountId, by: request.user.email, ...order, expires_at: ends }))
      return { status: 201, body: done('The package has been granted.') }
    },
    revoke: async ({ request, params: { accountId }, body }) => {
      await requireAccount(accountId)
      const { purchases, studios } = orRefuse(await revokePackage(app.db, { account_id: accountId, by: request.user.email, ...body }))
      await syncCustomersOf([...purchases, ...studios])
      return { status: 200, body: done('The package has been revoked.') }
    },
    bundleDeal: async ({ request, params: { accountId }, body }) => {
      const change = { account_id: accountId, by: request.user.email, ...body }
      const outcome = isUuid(accountId) ? await setBundleDeal(app.db, change) : 'unknown'
      if (outcome === 'unknown') throw unknownAccount()
      const state = body.hidden ? 'hidden from this account' : 'offered to this account'
      if (outcome === 'unchanged') throw conflict(`The bundle is ${state} already.`)
      return { status: 200, body: done(`The bundle is ${state} now.`) }
    },
    sync: async ({ request, params: { accountId } }) => {
      await requireAccount(accountId)
      const { payments } = app
      if (!payments) throw new HttpError(503, 'payments_unavailable', 'This academy is not connected to Stripe.')
      const customers = await customersOf(app.db, accountId)
      if (customers.length === 0) throw conflict('This account has no Stripe customer, because it never started a checkout.')
      await callStripe(request, () => Promise.all(customers.map((customer) => payments.sync(customer, { maybeDeleted: true }))))
      const reason = 'requested on the account page'
      await app.audit({ who: request.user.email, what: 'stripe_sync', account_id: accountId, reason, details: {} })
      return { status: 200, body: done('The account is in sync with Stripe.') }
    },
    paymentIssues: async ({ query: { cursor } }) => {
      const position = decodeCursor(cursor, cursorSchemas.newestEvents)
      const after = position && { created: new Date(position[0]), id: position[1] }
      const [events, checkouts, cancellations, reconciled] = await Promise.all([
        unappliedEvents(app.db, after, EVENTS_PER_PAGE + 1),
        checkoutsWithProblems(app.db),
        stuckCancellations(app.db),
        lastReconcile(app.db),
      ])
      const last = events.length > EVENTS_PER_PAGE ? events[EVENTS_PER_PAGE - 1] : undefined
      const data = {
        events: events.slice(0, EVENTS_PER_PAGE).map(serializeDates),
        next: encodeCursor(last ? [last.created.toISOString(), last.id] : null),
        checkouts: checkouts.map(serializeDates),
        cancellations: cancellations.map(serializeDates),
        reconciled: reconciled ? serializeDates(reconciled) : null,
      }
      return { status: 200, body: { success: true, data } }
    },
    dismiss: async ({ request, params: { customerId }, body: { reason } }) => {
      const { id, email } = request.user
      const outcome = await dismissCustomer(app.db, { customer_id: customerId, reason, operator: { id, email } })
      if (outcome === 'unchanged') throw conflict('This customer was dismissed already.')
      if (outcome !== 'done') throw new HttpError(404, 'not_found', 'There is no unmatched customer with this id.')
      return { status: 200, body: done('The customer was dismissed.') }
    },
  })
}
