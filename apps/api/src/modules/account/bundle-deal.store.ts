import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { auditLog } from '../billing/facts/audit-log.table.ts'
import { accounts } from './account.table.ts'

/**
 * Hides the bundle from an account, or offers it again, and writes that to the audit log.
 * Returns 'unknown' for an unknown account, 'unchanged' if the bundle was hidden or offered as requested already.
 */
export async function setBundleDeal(
  db: Db,
  { account_id, hidden, reason, by }: { account_id: string; hidden: boolean; reason: string; by: string },
): Promise<'done' | 'unchanged' | 'unknown'> {
  return await db.transaction(async (tx) => {
    const [account] = await tx
      .select({ hidden: accounts.hide_bundle_deal })
      .from(accounts)
      .where(eq(accounts.account_id, account_id))
      .for('update')
    if (account === undefined) return 'unknown'
    if (account.hidden === hidden) return 'unchanged'
    await tx.update(accounts).set({ hide_bundle_deal: hidden, updated_at: sql`now()` }).where(eq(accounts.account_id, account_id))
    await tx.insert(auditLog).values({ who: by, what: hidden ? 'hide_bundle_deal' : 'show_bundle_deal', account_id, reason, details: {} })
    return 'done'
  })
}
