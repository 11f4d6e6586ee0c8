import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
// The plugins describe what they add to the app; whoever checks this file's types from another package needs all of them.
import type {} from './app.ts'
import { findPerson, type NotFound } from './find-person.ts'
import type { Account } from './modules/account/account.store.ts'
import { grantsOf, type RecordedGrant } from './modules/billing/grants.store.ts'
import { type Act, type GrantRefusal, grantPackage, revokePackage } from './modules/billing/manage-grants.ts'
import type { Db } from './plugins/database.ts'

export type { RecordedGrant } from './modules/billing/grants.store.ts'

type Refused = { done: false; code: GrantRefusal; message: string } | NotFound
/** What came of it, and for whom; a refusal says in words what to do. */
export type DeskOutcome = { done: true; account: Account; grant: RecordedGrant } | Refused

type Order = Omit<Act, 'account_id'>

/** Grants for operators, who name people by e-mail address (in any case) or by account id. */
export type GrantDesk = {
  /** Gives a package, until `expires_at` or (null) without an end. */
  grant: (person: string, order: Order & { expires_at: Date | null }) => Promise<DeskOutcome>
  revoke: (person: string, order: Order) => Promise<DeskOutcome>
  /** Every grant that somebody ever had, the newest first; undefined for somebody unknown. */
  history: (person: string) => Promise<RecordedGrant[] | undefined>
  close: () => Promise<void>
}

/** Opens a database of the academy for giving and taking back packages. A running API hears of every change. */
export function openGrantDesk(databaseUrl: string): GrantDesk {
  const sql = postgres(databaseUrl, { max: 1, connect_timeout: 10, onnotice: () => {}, connection: { application_name: 'academy-grants' } })
  const db: Db = drizzle({ client: sql })
  const forAccount = async (name: string, act: (account_id: string) => ReturnType<typeof grantPackage>): Promise<DeskOutcome> => {
    const account = await findPerson(db, name)
    if ('done' in account) return account
    const outcome = await act(account.account_id)
    return outcome.done ? { ...outcome, account } : outcome
  }
  return {
    grant: (person, order) => forAccount(person, (account_id) => grantPackage(db, { ...order, account_id })),
    revoke: (person, order) => forAccount(person, (account_id) => revokePackage(db, { ...order, account_id })),
    history: async (person) => {
      const account = await findPerson(db, person)
      return 'done' in account ? undefined : await grantsOf(db, account.account_id)
    },
    close: () => sql.end({ timeout: 5 }),
  }
}
