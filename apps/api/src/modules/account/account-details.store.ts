import { eq } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { paymentsOf } from '../billing/facts/payments.store.ts'
import { accounts } from './account.table.ts'

export type WholeAccount = typeof accounts.$inferSelect

/** Loads an account with all its payments, in one snapshot; undefined for an unknown account. */
export async function loadAccountWithPayments(db: Db, account_id: string) {
  return await db.transaction(
    async (tx) => {
      const [account] = await tx.select().from(accounts).where(eq(accounts.account_id, account_id))
      return account && { account, payments: await paymentsOf(tx, account_id) }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}
