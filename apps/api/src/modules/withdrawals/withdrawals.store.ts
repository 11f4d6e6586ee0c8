import type { OfferName } from '@academy/catalog'
import { MAX_LISTED_WITHDRAWALS } from '@academy/contract/withdrawal-limit'
import { and, desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { mailboxOf } from '../../mailbox-of.ts'
import { auditLog } from '../billing/audit-log.table.ts'
import { type StatementMailState, statementMails } from './statement-mails.table.ts'
import { withdrawals } from './withdrawals.table.ts'

export type Withdrawal = typeof withdrawals.$inferSelect
export type Statement = { id: string; offer: OfferName; name: string; email: string; order_number: string; remark: string }

/** The most statements of one mailbox within a day. More are a mistake, or an attempt to flood a mailbox. */
const STATEMENTS_PER_DAY = 10

/** The class of the advisory locks that let a mailbox send one statement at a time. */
const STATEMENTS_LOCK = 7_867_007

/** The condition that an account has this email address, in any case. The table of accounts belongs to another module. */
export const hasEmail = (email: string): SQL => sql`lower(accounts.email collate "pg_c_utf8") = lower(${email}::text collate "pg_c_utf8")`

const isSame = (stored: Withdrawal, statement: Statement): boolean =>
  (['offer', 'name', 'email', 'order_number', 'remark'] as const).every((field) => stored[field] === statement[field])

/**
 * Stores a statement with its mails, and returns it; a repeated request returns the stored statement. Returns 'conflict' if another statement
 * has the id, and 'too_many' after too many statements of one email address.
 */
export async function saveStatement(
  db: Db,
  statement: Statement,
  { notify }: { notify: boolean },
): Promise<Withdrawal | 'conflict' | 'too_many'> {
  return await db.transaction(async (tx) => {
    const mailbox = mailboxOf(statement.email)
    // Parallel requests of one mailbox wait for each other, so that none passes the limit.
    await tx.execute(sql`select pg_advisory_xact_lock(${STATEMENTS_LOCK}::int, hashtext(${mailbox}))`)
    const [stored] = await tx.select().from(withdrawals).where(eq(withdrawals.id, statement.id))
    if (stored) return isSame(stored, statement) ? stored : 'conflict'
    const today = and(
      // As `mailboxOf` does.
      sql`regexp_replace(lower(${withdrawals.email}), '^([^+@]+)\\+[^@]*@', '\\1@') = ${mailbox}`,
      sql`${withdrawals.received_at} > now() - interval '1 day'`,
    )
    if ((await tx.$count(withdrawals, today)) >= STATEMENTS_PER_DAY) return 'too_many'
    const account_id = sql`(select min(account_id::text)::uuid from accounts where ${hasEmail(statement.email)} having count(*) = 1)`
    const [received] = await tx
      .insert(withdrawals)
      .values({ ...statement, account_id })
      .onConflictDoNothing()
      .returning()
    // Another address used the same id at the same moment.
    if (received === undefined) return 'conflict'
    const kinds = notify ? (['withdrawal', 'withdrawal_notice'] as const) : (['withdrawal'] as const)
    await tx.insert(statementMails).values(kinds.map((kind) => ({ kind, statement_id: received.id })))
    return received
  })
}

export async function findWithdrawal(db: Db, id: string): Promise<Withdrawal | undefined> {
  const [withdrawal] = await db.select().from(withdrawals).where(eq(withdrawals.id, id))
  return withdrawal
}

/** The account that `withdrawals.account_id` names, unless it was erased. The table of accounts belongs to another module. */
const existingAccount = sql<string | null>`(select account_id from accounts where accounts.account_id = ${withdrawals}.account_id)`

/**
 * Loads statements with the state of their acknowledgement: open ones first, then the newest settled ones. Among the open ones, those of accounts
 * come first, because visitors can fill the list with others; then the oldest.
 */
export async function listWithdrawals(db: Db): Promise<(Withdrawal & { acknowledgement: StatementMailState })[]> {
  const acknowledged = and(eq(statementMails.statement_id, withdrawals.id), eq(statementMails.kind, 'withdrawal'))
  return await db
    .select({
      ...getTableColumns(withdrawals),
      account_id: existingAccount,
      acknowledgement: sql<StatementMailState>`coalesce(${statementMails.state}, 'dropped')`,
    })
    .from(withdrawals)
    .leftJoin(statementMails, acknowledged)
    .orderBy(sql`${withdrawals.settled_at} desc nulls first`, isNull(withdrawals.account_id), withdrawals.received_at, desc(withdrawals.id))
    .limit(MAX_LISTED_WITHDRAWALS)
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
