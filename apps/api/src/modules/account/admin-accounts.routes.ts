import { contract } from '@academy/contract'
import { initServer } from '@ts-rest/fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { contractRoutes } from '../../plugins/contract-routes.ts'
import { errorBody } from '../../plugins/errors.ts'
import { askProvider } from '../billing/checkout/ask-provider.ts'
import { dismissCustomer } from '../billing/dismiss-customer.ts'
import { type GrantOutcome, grantPackage, revokePackage } from '../billing/manage-grants.ts'
import { customersOf, lastReconcile, troubledCheckouts, unappliedEvents } from '../billing/payments.store.ts'
import { accountById } from './account.store.ts'
import { readAccountFile, setBundleDeal } from './account-file.store.ts'
import { accountFileOf } from './account-file.ts'
import { cursorOf, placeOf } from './cursor.ts'
import { isUuid } from './is-uuid.ts'
import { searchAccounts } from './search-accounts.store.ts'
import { written } from './written.ts'

const s = initServer()

const EVENTS = 50

const unknownAccount = (request: FastifyRequest) => ({
  status: 404 as const,
  body: errorBody(request, 'not_found', 'There is no account with this id.'),
})
const conflict = (request: FastifyRequest, message: string) => ({ status: 409 as const, body: errorBody(request, 'conflict', message) })
const badRequest = (request: FastifyRequest, field: string, message: string) => ({
  status: 400 as const,
  body: errorBody(request, 'invalid_request', message, { [field]: message }),
})
const done = (message: string) => ({ success: true as const, message })

/** Reads a cursor of ours: what it points behind, nothing for the first page, or that it is not one of ours. */
function readCursor(cursor: string | undefined, isOurs: (place: [string, string]) => boolean): [string, string] | 'first' | 'foreign' {
  if (cursor === undefined) return 'first'
  const place = placeOf(cursor)
  return place && isOurs(place) ? place : 'foreign'
}

const isMoment = (text: string): boolean => !Number.isNaN(Date.parse(text))

/** People and what they may open, for the administrator. */
export async function adminAccountRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  const exists = async (id: string): Promise<boolean> => isUuid(id) && (await accountById(app.db, id)) !== undefined

  /** A package is given to, or taken from, an account that exists; the operator is whoever is signed in. */
  const act = async (request: FastifyRequest, id: string, change: (by: string) => Promise<GrantOutcome>) => {
    if (!(await exists(id))) return unknownAccount(request)
    const outcome = await change(request.user.email)
    if (outcome.done) return outcome
    if (outcome.code === 'end_not_ahead') return badRequest(request, 'expires_at', outcome.message)
    return conflict(request, outcome.message)
  }

  const router = s.router(contract.adminAccounts, {
    search: async ({ request, query: { q = '', cursor } }) => {
      const place = readCursor(cursor, ([key, id]) => isUuid(id) && (q !== '' || isMoment(key)))
      if (place === 'foreign') return badRequest(request, 'cursor', 'This is not a cursor of this search.')
      const after = place === 'first' ? undefined : { key: place[0], account_id: place[1] }
      const { found, next } = await searchAccounts(app.db, q, after)
      const data = { accounts: found.map(written), next: cursorOf(next && [next.key, next.account_id]) }
      return { status: 200, body: { success: true, data } }
    },
    file: async ({ request, params: { accountId } }) => {
      const file = isUuid(accountId) ? await readAccountFile(app.db, accountId) : undefined
      if (file === undefined) return unknownAccount(request)
      const isAdmin = config.adminEmail !== undefined && file.account.email?.toLowerCase() === config.adminEmail
      return { status: 200, body: { success: true, data: accountFileOf(file.account, file.payments, { isAdmin, now: new Date() }) } }
    },
    grant: async ({ request, params: { accountId }, body: { expires_at, ...order } }) => {
      const ends = expires_at === null ? null : new Date(expires_at)
      const outcome = await act(request, accountId, (by) => grantPackage(app.db, { account_id: accountId, by, ...order, expires_at: ends }))
      return 'status' in outcome ? outcome : { status: 201, body: done('The package has been granted.') }
    },
    revoke: async ({ request, params: { accountId }, body }) => {
      const outcome = await act(request, accountId, (by) => revokePackage(app.db, { account_id: accountId, by, ...body }))
      return 'status' in outcome ? outcome : { status: 200, body: done('The package has been revoked.') }
    },
    bundleDeal: async ({ request, params: { accountId }, body }) => {
      const change = { account_id: accountId, by: request.user.email, ...body }
      const outcome = isUuid(accountId) ? await setBundleDeal(app.db, change) : 'unknown'
      if (outcome === 'unknown') return unknownAccount(request)
      const state = body.hidden ? 'hidden from this account' : 'offered to this account'
      if (outcome === 'unchanged') return conflict(request, `The bundle is ${state} already.`)
      return { status: 200, body: done(`The bundle is ${state} now.`) }
    },
    sync: async ({ request, params: { accountId } }) => {
      if (!(await exists(accountId))) return unknownAccount(request)
      const { payments } = app
      if (!payments) return { status: 503, body: errorBody(request, 'payments_unavailable', 'This academy is not connected to Stripe.') }
      const customers = await customersOf(app.db, accountId)
      if (customers.length === 0) return conflict(request, 'This account never began to pay: Stripe knows nothing of it.')
      await askProvider(request, () => Promise.all(customers.map((customer) => payments.sync(customer, { maybeDeleted: true }))))
      const reason = 'asked for on the page of the account'
      await app.audit({ who: request.user.email, what: 'stripe_sync', account_id: accountId, reason, details: {} })
      return { status: 200, body: done('This is what Stripe knows now.') }
    },
    troubles: async ({ request, query: { cursor } }) => {
      const place = readCursor(cursor, ([created]) => isMoment(created))
      if (place === 'foreign') return badRequest(request, 'cursor', 'This is not a cursor of this list.')
      const after = place === 'first' ? undefined : { created: new Date(place[0]), id: place[1] }
      const [events, checkouts, reconciled] = await Promise.all([
        unappliedEvents(app.db, after, EVENTS + 1),
        troubledCheckouts(app.db),
        lastReconcile(app.db),
      ])
      const last = events.length > EVENTS ? events[EVENTS - 1] : undefined
      const data = {
        events: events.slice(0, EVENTS).map(written),
        next: cursorOf(last ? [last.created.toISOString(), last.id] : null),
        checkouts: checkouts.map(written),
        reconciled: reconciled ? written(reconciled) : null,
      }
      return { status: 200, body: { success: true, data } }
    },
    dismiss: async ({ request, params: { customerId }, body: { reason } }) => {
      const { id, email } = request.user
      const outcome = await dismissCustomer(app.db, { customer_id: customerId, reason, operator: { id, email } })
      if (outcome === 'unchanged') return conflict(request, 'This customer was dismissed already.')
      if (outcome === 'done') return { status: 200, body: done('The events of this customer wait for nobody any more.') }
      const message = 'No customer with this id was found to belong to nobody.'
      return { status: 404, body: errorBody(request, 'not_found', message) }
    },
  })
  await app.register(s.plugin(router), contractRoutes)
}
