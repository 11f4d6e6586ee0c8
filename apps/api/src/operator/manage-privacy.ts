import type { AccountExport } from '@academy/contract'
import { drizzle } from 'drizzle-orm/postgres-js'
// The plugins declare what they add to the app; other packages need all of them to check the types of this file.
import type {} from '../app.ts'
import type { Config } from '../config.ts'
import { type Db, openDatabase } from '../database/open-database.ts'
import { type Account, emailOf } from '../modules/account/account.store.ts'
import { auditLog } from '../modules/billing/facts/audit-log.table.ts'
import { connectStripe } from '../modules/billing/stripe/connect-stripe.ts'
import { syncCustomer } from '../modules/billing/stripe/sync-customer.ts'
import { type ErasureRefusal, type ErasureTools, eraseAccount } from '../modules/privacy/erase-account.ts'
import { exportAccount } from '../modules/privacy/export-account.ts'
import { notifyOfLock } from '../plugins/auth/account-locks.ts'
import { openAuthProvider } from '../plugins/auth-provider.ts'
import { openStripe } from '../plugins/stripe.ts'
import { type AccountLookupError, findAccount } from './find-account.ts'

export { HttpError } from '../http/errors.ts'

/** Receives the log messages of an export or erasure, mostly about retries. */
export type PrivacyLog = Record<'info' | 'warn' | 'error', (details: unknown, message?: string) => void>

/** The outcome of an erasure: done, refused with a message for the operator, or no such account. */
type ErasureResult = { done: true; account: Account } | { done: false; code: ErasureRefusal; message: string } | AccountLookupError

type LockResult = { done: true; account: Account } | { done: false; code: 'unknown_user'; message: string } | AccountLookupError

/** Exports, erases and locks accounts for operators, who name accounts by email address (in any case) or by id. */
type PrivacyManager = {
  /** Throws HttpError while the auth provider is unreachable. */
  export: (emailOrId: string) => Promise<{ done: true; account: Account; exported: AccountExport } | AccountLookupError>
  erase: (emailOrId: string, order: { by: string; reason: string }) => Promise<ErasureResult>
  /**
   * Bans the user of an account at the auth provider, or ends the ban. Every running instance of the API checks the account at its next request.
   * Throws HttpError while the auth provider is unreachable.
   */
  setLocked: (emailOrId: string, order: { isLocked: boolean; by: string; reason: string }) => Promise<LockResult>
  /** Closes the connections to the database. */
  close: () => Promise<void>
}

function openPayments(db: Db, log: PrivacyLog, config: NonNullable<Config['stripe']>): ErasureTools['payments'] {
  const stripe = openStripe(config)
  const tools = { stripe, log, config, emailOf, connected: () => connectStripe({ stripe, db, log }, config.secretKey) }
  return {
    stripe,
    sync: (customer_id) =>
      db.transaction((tx) => syncCustomer(tx, tools, { customer_id, events: [], unconditional: true, maybeDeleted: true })),
  }
}

/**
 * Connects to the services of a configuration to export, erase and lock accounts. Every erasure and lock notifies the running instances of the
 * API.
 */
export function openPrivacyManager(config: Config, log: PrivacyLog): PrivacyManager {
  const sql = openDatabase(config.directDatabaseUrl, { applicationName: 'academy-privacy', max: 2 })
  const db: Db = drizzle({ client: sql })
  const authProvider = openAuthProvider(config, log)
  const payments = config.stripe && openPayments(db, log, config.stripe)
  return {
    export: async (emailOrId) => {
      const account = await findAccount(db, emailOrId)
      if ('done' in account) return account
      return { done: true, account, exported: await exportAccount({ db, authProvider }, account.account_id) }
    },
    erase: async (emailOrId, { by, reason }) => {
      const account = await findAccount(db, emailOrId)
      if ('done' in account) return account
      const { deleteUser } = authProvider
      const order = { account_id: account.account_id, asked_by: 'operator', who: by, reason } as const
      const outcome = await eraseAccount({ db, log, payments, deleteUser }, order)
      return outcome.erased ? { done: true, account } : { done: false, code: outcome.code, message: outcome.message }
    },
    setLocked: async (emailOrId, { isLocked, by, reason }) => {
      const account = await findAccount(db, emailOrId)
      if ('done' in account) return account
      const { account_id } = account
      if (!(await authProvider.setBanned(account_id, isLocked))) {
        return {
          done: false,
          code: 'unknown_user',
          message: `The auth service has no user with the id ${account_id}: the account has no sign-in.`,
        }
      }
      await db.transaction(async (tx) => {
        await tx.insert(auditLog).values({ who: by, what: isLocked ? 'lock_account' : 'unlock_account', account_id, reason, details: {} })
        await notifyOfLock(tx, account_id)
      })
      return { done: true, account }
    },
    close: () => sql.end({ timeout: 5 }),
  }
}
