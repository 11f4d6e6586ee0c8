import type { OfferName } from '@academy/catalog'
import { and, eq, getTableColumns, gte, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../database/open-database.ts'
import { auditLog } from '../billing/audit-log.table.ts'
import { hasPurchase } from './has-purchase.ts'
import { queueNotice } from './statement-mails.store.ts'
import { type StatementMailState, statementMails } from './statement-mails.table.ts'
import { withdrawals } from './withdrawals.table.ts'

export type Withdrawal = typeof withdrawals.$inferSelect
export type Statement = { id: string; offer: OfferName; name: string; email: string; order_number: string; remark: string }

/** The condition that an account has this email address, in any case. The table of accounts belongs to another module. */
export const hasEmail = (email: string): SQL => sql`lower(accounts.email collate "pg_c_utf8") = lower(${email}::text collate "pg_c_utf8")`

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
  const account_id = sql`(select min(account_id::text)::uuid from accounts where ${hasEmail(statement.email)} having count(*) = 1)`
  return await db.transaction(async (tx) => {
    const [received] = await tx
      .insert(withdrawals)
      .values({ ...statement, account_id })
      .onConflictDoNothing()
      .returning()
    if (received === undefined) {
      const stored = await findWithdrawal(tx, statement.id)
      if (!stored || !isSame(stored, statement)) return 'conflict'
      const acknowledgement = and(eq(statementMails.statement_id, statement.id), eq(statementMails.kind, 'withdrawal'))
      return { ...stored, is_mailed: (await tx.$count(statementMails, acknowledgement)) > 0 }
    }
    const is_mailed = await mayAcknowledge()
    if (is_mailed) await tx.insert(statementMails).values({ kind: 'withdrawal', statement_id: received.id })
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

/** The place of a statement in the list: its group, a time in milliseconds that sorts within the group, and its id. */
export type ListPosition = readonly [group: number, time: number, id: string]

const group = sql<number>`case
  when ${withdrawals.settled_at} is not null then 3 when ${hasPurchase} then 0 when ${withdrawals.account_id} is not null then 1 else 2 end`

const milliseconds = (time: SQL | PgColumn) => sql`(extract(epoch from ${time}) * 1000)::bigint`

/** Sorts open statements by their age, and settled ones from the newest. */
const time = sql<string>`coalesce(-${milliseconds(withdrawals.settled_at)}, ${milliseconds(withdrawals.received_at)})`

type ListedWithdrawal = Withdrawal & { acknowledgement: StatementMailState }
export type WithdrawalPage = { withdrawals: ListedWithdrawal[]; next: ListPosition | null }

const PAGE_SIZE = 50

/**
 * Loads a page of the statements that contain a text, with the state of their acknowledgement: open ones first, then the newest settled ones.
 * Among the open ones, those of accounts with purchases come first, because visitors can fill the list with others.
 */
export async function listWithdrawals(db: Db, text: string, after: ListPosition | undefined): Promise<WithdrawalPage> {
  const { id, name, email, order_number } = withdrawals
  const searched = sql`concat_ws(chr(10), ${name}, ${email}, ${order_number}, ${id}::text)`
  const rows = await db
    .select({
      ...getTableColumns(withdrawals),
      account_id: existingAccount,
      acknowledgement: sql<StatementMailState>`coalesce(${statementMails.state}, 'dropped')`,
      group,
      time,
    })
    .from(withdrawals)
    .leftJoin(statementMails, and(eq(statementMails.statement_id, id), eq(statementMails.kind, 'withdrawal')))
    .where(
      and(
        text === '' ? undefined : sql`strpos(lower(${searched} collate "pg_c_utf8"), lower(${text}::text collate "pg_c_utf8")) > 0`,
        after && sql`(${group}, ${time}, ${id}) > (${after[0]}::int, ${after[1]}::bigint, ${after[2]}::uuid)`,
      ),
    )
    .orderBy(group, time, id)
    .limit(PAGE_SIZE + 1)
  const page = rows.slice(0, PAGE_SIZE)
  const last = rows.length > PAGE_SIZE ? page.at(-1) : undefined
  return {
    withdrawals: page.map(({ group: _group, time: _time, ...withdrawal }) => withdrawal),
    next: last ? [last.group, Number(last.time), last.id] : null,
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
