import type { OfferName } from '@academy/catalog'
import { asciiEmail } from '@academy/contract/email-address'
import { and, eq, getTableColumns, gt, gte, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { foldedPattern } from '../../database/folded-pattern.ts'
import { accountWithEmail } from '../../database/has-email.ts'
import type { Db } from '../../database/open-database.ts'
import { type MailState, mails } from '../../mail/mails.table.ts'
import { auditLog } from '../billing/facts/audit-log.table.ts'
import { hasPurchase } from './has-purchase.ts'
import { queueAcknowledgement, queueNotice } from './statement-mails.store.ts'
import { withdrawals } from './withdrawals.table.ts'

export type Withdrawal = typeof withdrawals.$inferSelect
export type Statement = { id: string; offer: OfferName; name: string; email: string; order_number: string; remark: string }

const isSame = (stored: Withdrawal, statement: Statement): boolean =>
  (['offer', 'name', 'email', 'order_number', 'remark'] as const).every((field) => stored[field] === statement[field])

type Mails = {
  /** Counts an acknowledgement, and returns false if it is over a limit. Called for a new statement alone. */
  mayAcknowledge: () => Promise<boolean>
  /** Whether the administrator is informed. */
  notify: boolean
}

/** A stored statement, and whether it has an acknowledgement by mail. */
type Saved = Withdrawal & { is_mailed: boolean }

/**
 * Stores a statement with its mails, and returns it; a repeated request returns the stored statement. Returns 'conflict' if another statement
 * has the id. Never refuses a statement for the number of others.
 */
export async function saveStatement(db: Db, statement: Statement, { mayAcknowledge, notify }: Mails): Promise<Saved | 'conflict'> {
  const account_id = accountWithEmail(statement.email)
  return await db.transaction(async (tx) => {
    const [received] = await tx
      .insert(withdrawals)
      .values({ ...statement, account_id })
      .onConflictDoNothing()
      .returning()
    if (received === undefined) {
      const stored = await findWithdrawal(tx, statement.id)
      if (!stored || !isSame(stored, statement)) return 'conflict'
      const acknowledgement = and(eq(mails.kind, 'withdrawal'), eq(mails.key, statement.id))
      return { ...stored, is_mailed: (await tx.$count(mails, acknowledgement)) > 0 }
    }
    const is_mailed = await mayAcknowledge()
    if (is_mailed) await queueAcknowledgement(tx, received.id)
    if (notify) await queueNotice(tx, received.id)
    return { ...received, is_mailed }
  })
}

export async function findWithdrawal(db: Db, id: string): Promise<Withdrawal | undefined> {
  const [withdrawal] = await db.select().from(withdrawals).where(eq(withdrawals.id, id))
  return withdrawal
}

/** The account that `withdrawals.account_id` names, unless it was erased. The table of accounts belongs to another module. */
const existingAccount = sql<string | null>`(select account_id from accounts where accounts.account_id = ${withdrawals}.account_id)`

/** The place of a statement in the list: its group, the time that sorts within the group, in milliseconds, and its id. */
export type ListPosition = readonly [group: number, time: number, id: string]

/** The group of settled statements, which are listed last. */
const SETTLED = 3
const openGroup = sql<number>`case when ${hasPurchase} then 0 when ${withdrawals.account_id} is not null then 1 else 2 end`

type ListedWithdrawal = Withdrawal & { acknowledgement: MailState }
export type WithdrawalPage = { withdrawals: ListedWithdrawal[]; next: ListPosition | null }

const PAGE_SIZE = 50

/**
 * Loads a page of the statements that contain a text, with the state of their acknowledgement: open ones first, then the newest settled ones.
 * Among the open ones, those of accounts with purchases come first, because visitors can fill the list with others.
 */
export async function listWithdrawals(db: Db, text: string, after: ListPosition | undefined): Promise<WithdrawalPage> {
  const { id, name, email, order_number, received_at, settled_at } = withdrawals
  const searched = sql`concat_ws(chr(10), ${name}, ${email}, ${order_number}, ${id}::text)`
  const isSearched = text === '' ? undefined : sql`${searched} ~* ${foldedPattern(asciiEmail(text))}::text`
  const load = (group: SQL<number>, where: SQL | undefined, order: SQL[], limit: number) =>
    db
      .select({
        ...getTableColumns(withdrawals),
        account_id: existingAccount,
        acknowledgement: sql<MailState>`coalesce(${mails.state}, 'dropped')`,
        group,
      })
      .from(withdrawals)
      .leftJoin(mails, and(eq(mails.kind, 'withdrawal'), eq(mails.key, sql`${id}::text`)))
      .where(and(where, isSearched))
      .orderBy(...order)
      .limit(limit)

  const [afterGroup = -1, afterMs = 0, afterId = ''] = after ?? []
  const afterTime = new Date(afterMs)
  const isAfter =
    after && sql`(${openGroup}, ${received_at}, ${id}) > (${afterGroup}::int, ${afterTime.toISOString()}::timestamptz, ${afterId}::uuid)`
  const open =
    afterGroup < SETTLED
      ? await load(openGroup, and(isNull(settled_at), isAfter), [openGroup, sql`${received_at}`, sql`${id}`], PAGE_SIZE + 1)
      : []
  // Two statements, because each of the orders has an index.
  const isEarlier = and(lte(settled_at, afterTime), or(lt(settled_at, afterTime), gt(id, afterId)))
  const isSettled = afterGroup === SETTLED ? isEarlier : isNotNull(settled_at)
  const settled = await load(
    sql`${SETTLED}::int`,
    isSettled,
    [sql`${settled_at} desc nulls first`, sql`${id}`],
    PAGE_SIZE + 1 - open.length,
  )
  const rows = [...open, ...settled]
  const last = rows.length > PAGE_SIZE ? rows[PAGE_SIZE - 1] : undefined
  return {
    withdrawals: rows.slice(0, PAGE_SIZE).map(({ group: _, ...withdrawal }) => withdrawal),
    next: last ? [last.group, (last.settled_at ?? last.received_at).getTime(), last.id] : null,
  }
}

/** Counts the statements since this one, which no earlier notice has counted. */
export async function countSince(db: Db, { received_at }: Withdrawal): Promise<number> {
  return await db.$count(withdrawals, gte(withdrawals.received_at, received_at))
}

type Settlement = { id: string; reason: string; operator: { id: string; email: string } }

/** Settles an open statement, and writes that to the audit log. Empties its texts if its account was erased. */
export async function settleWithdrawal(db: Db, { id, reason, operator }: Settlement): Promise<'done' | 'unchanged' | 'unknown'> {
  return await db.transaction(async (tx) => {
    const [settled] = await tx
      .update(withdrawals)
      .set({ settled_at: sql`now()`, settled_by: operator.email, settled_note: reason })
      .where(and(eq(withdrawals.id, id), isNull(withdrawals.settled_at)))
      .returning()
    if (settled === undefined) return (await findWithdrawal(tx, id)) ? 'unchanged' : 'unknown'
    await tx.insert(auditLog).values({
      who: operator.email,
      what: 'settle_withdrawal',
      account_id: settled.account_id ?? operator.id,
      reason,
      details: { withdrawal: id, offer: settled.offer },
    })
    // The erasure of the account left these texts for the answer.
    await tx
      .update(withdrawals)
      .set({ name: null, email: null, order_number: null, remark: null, settled_note: null })
      .where(and(eq(withdrawals.id, id), sql`${withdrawals.account_id} in (select account_id from erased_accounts)`))
    return 'done'
  })
}
