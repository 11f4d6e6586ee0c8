import { sql } from 'drizzle-orm'
import fp from 'fastify-plugin'
import type { Tx } from '../../database/open-database.ts'

/** The Postgres channel for accounts that were locked or unlocked. The message is the account's id. */
const ACCOUNT_LOCK = 'account_lock'

/** Notifies all instances when the transaction commits. */
export const notifyOfLock = (tx: Tx, accountId: string) => tx.execute(sql`select pg_notify(${ACCOUNT_LOCK}, ${accountId})`)

/** Checks an account that an operator locked or unlocked at its next request. After a lost notification it is checked within ten minutes. */
export const accountLocks = fp(
  async (app) => {
    app.directSql
      .listen(ACCOUNT_LOCK, app.recheckAccount)
      .catch((err: unknown) => app.log.warn({ err }, 'failed to listen for locked accounts'))
  },
  { name: 'account-locks', dependencies: ['auth', 'database'] },
)
