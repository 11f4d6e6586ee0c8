import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../database/open-database.ts'
import { auditLog } from '../facts/audit-log.table.ts'
import type { EndedStudio } from './end-studio.ts'

const REASONS: Readonly<Record<EndedStudio['why'], string>> = {
  refunded: 'The bundle it came with was refunded in full, before a month of it was paid for.',
  dispute_lost: 'The dispute about the bundle it came with was lost, before a month of it was paid for.',
  revoked: 'The bundle it came with was revoked, before a month of it was paid for.',
  studio_revoked: 'It was revoked, and no month of it was paid for.',
  month_refunded: 'A month of it was refunded in full.',
  month_dispute_lost: 'The dispute about a month of it was lost.',
  unpaid: 'The bank did not pay for the bundle it came with.',
}

/** Writes each cancelled Studio to the audit log once, in the transaction that holds the customer's lock. Returns the new ones. */
export async function recordEndedStudios(tx: Tx, account_id: string, ended: readonly EndedStudio[]): Promise<EndedStudio[]> {
  if (ended.length === 0) return []
  const recorded = await tx
    .select({ id: sql<string | null>`${auditLog.details}->>'subscription'` })
    .from(auditLog)
    .where(and(eq(auditLog.account_id, account_id), eq(auditLog.what, 'end_studio')))
  const newlyEnded = ended.filter(({ subscription_id }) => recorded.every(({ id }) => id !== subscription_id))
  const row = ({ why, details }: EndedStudio): typeof auditLog.$inferInsert => ({
    who: 'the academy',
    what: 'end_studio',
    account_id,
    reason: REASONS[why],
    details,
  })
  if (newlyEnded.length > 0) await tx.insert(auditLog).values(newlyEnded.map(row))
  return newlyEnded
}
