import { drizzle } from 'drizzle-orm/postgres-js'
// The plugins declare what they add to the app; other packages need all of them to check the types of this file.
import type {} from '../app.ts'
import { type Db, openDatabase } from '../database/open-database.ts'
import type { Account } from '../modules/account/account.store.ts'
import { grantsOf, type RecordedGrant } from '../modules/billing/facts/grants.store.ts'
import {
  type GrantChange,
  type GrantRefusal,
  grantPackage,
  type RevokeOutcome,
  revokePackage,
} from '../modules/billing/facts/manage-grants.ts'
import { type AccountLookupError, findAccount } from './find-account.ts'

export type { RecordedGrant } from '../modules/billing/facts/grants.store.ts'

type Refused = { done: false; code: GrantRefusal; message: string } | AccountLookupError
/** The changed grant with its account, or a refusal with a message that says what to do. */
export type GrantResult = { done: true; account: Account; grant: RecordedGrant } | Refused
export type RevokeResult = (Extract<RevokeOutcome, { done: true }> & { account: Account }) | Refused

type Order = Omit<GrantChange, 'account_id'>

export type GrantManager = ReturnType<typeof openGrantManager>

/**
 * Opens the academy's database to grant and revoke packages for operators, who name accounts by email address (in any case) or by id. A running API
 * is notified of every change.
 */
export function openGrantManager(databaseUrl: string) {
  const sql = openDatabase(databaseUrl, { applicationName: 'academy-grants' })
  const db: Db = drizzle({ client: sql })
  type Done = { done: true }
  const forAccount = async <T extends Done>(
    name: string,
    apply: (account_id: string) => Promise<T | Exclude<Refused, AccountLookupError>>,
  ) => {
    const account = await findAccount(db, name)
    if ('done' in account) return account
    const outcome = await apply(account.account_id)
    return outcome.done ? { ...outcome, account } : outcome
  }
  return {
    /** Grants a package until `expires_at`, or (null) without an end. */
    grant: (emailOrId: string, order: Order & { expires_at: Date | null }): Promise<GrantResult> =>
      forAccount(emailOrId, (account_id) => grantPackage(db, { ...order, account_id })),
    revoke: (emailOrId: string, order: Order): Promise<RevokeResult> =>
      forAccount(emailOrId, (account_id) => revokePackage(db, { ...order, account_id })),
    /** Returns every grant of an account, the newest first; undefined for an unknown account. */
    history: async (emailOrId: string): Promise<RecordedGrant[] | undefined> => {
      const account = await findAccount(db, emailOrId)
      return 'done' in account ? undefined : await grantsOf(db, account.account_id)
    },
    close: () => sql.end({ timeout: 5 }),
  }
}
