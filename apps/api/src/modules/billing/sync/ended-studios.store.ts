import { and, eq, sql } from 'drizzle-orm'
import { auditLog } from '../audit-log.table.ts'
import type { Tx } from './customers.store.ts'
import type { EndedStudio } from './end-with-bundle.ts'

const REASONS: Readonly<Record<EndedStudio['why'], string>> = {
  refunded: 'The bundle it came with was refunded in full, before a month of it was paid for.',
  dispute_lost: 'The dispute about the bundle it came with was lost, before a month of it was paid for.',
  unpaid: 'The bank did not pay for the bundle it came with.',
}

/** Tells the operator of each, once, in the transaction that holds the customer's lock. @returns those that were not told of before. */
export async function recordEndedStudios(tx: Tx, account_id: string, ended: readonly EndedStudio[]): Promise<EndedStudio[]> {
  if (ended.length === 0) return []
  const told = await tx
    .select({ id: sql<string | null>`${auditLog.details}->>'subscription'` })
    .from(auditLog)
    .where(and(eq(auditLog.account_id, account_id), eq(auditLog.what, 'end_studio')))
  const news = ended.filter(({ subscription_id }) => told.every(({ id }) => id !== subscription_id))
  const row = ({ subscription_id, session_id, why }: EndedStudio): typeof auditLog.$inferInsert => ({
    who: 'the academy',
    what: 'end_studio',
    account_id,
    reason: REASONS[why],
    details: { subscription: subscription_id, checkout: session_id },
  })
  if (news.length > 0) await tx.insert(auditLog).values(news.map(row))
  return news
}
