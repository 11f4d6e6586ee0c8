import type { Package } from '@academy/catalog'
import { and, desc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../plugins/database.ts'
import { type AuditedAct, auditLog } from './audit-log.table.ts'
import { grants } from './grants.table.ts'

/** The channel on which every instance hears that an account may open something else now; the message is its id. */
export const ENTITLEMENTS_CHANGED = 'entitlements_changed'

export type RecordedGrant = typeof grants.$inferSelect

type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
type Target = { account_id: string; package: Package }

const standing = (target: Target) =>
  and(eq(grants.account_id, target.account_id), eq(grants.package, target.package), isNull(grants.revoked_at))

/** What belongs to every change: its line in the audit log, and the word to every instance. Both happen only if the change does. */
async function recordAct(
  tx: Tx,
  what: AuditedAct,
  who: string,
  reason: string,
  { id, account_id, ...grant }: RecordedGrant,
): Promise<void> {
  const details = { grant_id: id, package: grant.package, expires_at: grant.expires_at?.toISOString() ?? null }
  await tx.insert(auditLog).values({ who, what, account_id, reason, details })
  await tx.execute(sql`select pg_notify(${ENTITLEMENTS_CHANGED}, ${account_id})`)
}

/** Records a grant; undefined if the account holds such a grant already. */
export async function insertGrant(
  db: Db,
  grant: Target & Pick<RecordedGrant, 'reason' | 'granted_by' | 'expires_at'>,
): Promise<RecordedGrant | undefined> {
  return await db.transaction(async (tx) => {
    // One that is over leaves its place to the new one.
    await tx
      .update(grants)
      .set({ revoked_at: sql`now()`, revoked_by: grant.granted_by, revoke_reason: 'It was over, and another one took its place.' })
      .where(and(standing(grant), lte(grants.expires_at, sql`now()`)))
    const [made] = await tx
      .insert(grants)
      .values(grant)
      .onConflictDoNothing({ target: [grants.account_id, grants.package], where: isNull(grants.revoked_at) })
      .returning()
    if (made) await recordAct(tx, 'grant', grant.granted_by, grant.reason, made)
    return made
  })
}

/** Takes back the grant that an account holds now; undefined if it holds none. */
export async function endGrant(
  db: Db,
  target: Target,
  { revoked_by, revoke_reason }: { revoked_by: string; revoke_reason: string },
): Promise<RecordedGrant | undefined> {
  return await db.transaction(async (tx) => {
    const [ended] = await tx
      .update(grants)
      .set({ revoked_at: sql`now()`, revoked_by, revoke_reason })
      .where(and(standing(target), or(isNull(grants.expires_at), gt(grants.expires_at, sql`now()`))))
      .returning()
    if (ended) await recordAct(tx, 'revoke', revoked_by, revoke_reason, ended)
    return ended
  })
}

/** Every grant that an account ever had, the newest first. */
export async function grantsOf(db: Db, account_id: string): Promise<RecordedGrant[]> {
  return await db.select().from(grants).where(eq(grants.account_id, account_id)).orderBy(desc(grants.granted_at), desc(grants.id))
}
