import { TOKEN_LIMITS } from '@academy/contract/token-scopes'
import { and, asc, desc, eq, getTableColumns, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { lockUntilEnd } from '../../database/locks.ts'
import type { Db, Sql } from '../../database/open-database.ts'
import { auditLog } from '../billing/facts/audit-log.table.ts'
import { deviceLogins } from './device-logins.table.ts'
import { personalAccessTokens as tokens } from './tokens.table.ts'

/** The Postgres channel for revoked tokens. The message is the token's hash. */
export const TOKEN_REVOKED = 'token_revoked'

/** The expired and revoked tokens of an account that stay, so that clients get a precise error. */
const MAX_INACTIVE_TOKENS = 50

const { token_hash: _hash, account_id: _owner, revoked_at: _revoked, ...columns } = getTableColumns(tokens)

/** Tokens are revoked in the settings, and when a password is set by mail. */
const OWNER_AUDIT = { who: 'the user', reason: 'requested in a session of the account' }

/** Returns the tokens of an account that were not revoked, the newest first. */
export function listTokens(db: Db, accountId: string) {
  return db
    .select(columns)
    .from(tokens)
    .where(and(eq(tokens.account_id, accountId), isNull(tokens.revoked_at)))
    .orderBy(desc(tokens.id))
}

/** A token to store, which is valid for a number of days. */
type NewToken = Omit<typeof tokens.$inferInsert, 'id' | 'created_at' | 'expires_at' | 'last_used_at' | 'revoked_at'> & { days: number }

/** Stores a new token, with a line in the audit log. Returns undefined if the account has reached the limit of active tokens. */
export async function insertToken(db: Db, { days, ...token }: NewToken) {
  const { account_id } = token
  const own = eq(tokens.account_id, account_id)
  return await db.transaction(async (tx) => {
    await lockUntilEnd(tx, 'tokens', account_id)
    const active = and(own, isNull(tokens.revoked_at), gt(tokens.expires_at, sql`now()`))
    if ((await tx.$count(tokens, active)) >= TOKEN_LIMITS.active) return undefined
    // Locked in the same order as by `revoke`.
    await tx.execute(sql`
      delete from ${tokens} where id in (
        select id from ${tokens} where id in (
          select id from ${tokens} where account_id = ${account_id} and (revoked_at is not null or expires_at <= now())
          order by least(revoked_at, expires_at) desc offset ${MAX_INACTIVE_TOKENS}
        ) order by id for update
      )`)
    const [created] = await tx
      .insert(tokens)
      .values({ ...token, expires_at: sql`now() + make_interval(days => ${days}::int)` })
      .returning(columns)
    if (created === undefined) throw new Error('an insert returned no row')
    const details = { token: created.id, scopes: created.scopes.join(' '), expires_at: created.expires_at.toISOString() }
    await tx.insert(auditLog).values({ ...OWNER_AUDIT, what: 'create_token', account_id, details })
    return created
  })
}

/** Revokes tokens, each with a line in the audit log. Returns those that were not revoked before. */
async function revoke(db: Db, condition: SQL | undefined, audit: { who: string; reason: string }) {
  const { id, account_id, name, token_hash } = tokens
  return await db.transaction(async (tx) => {
    // Always locked in the same order, so that two statements cannot deadlock; `saveLastUses` does the same.
    const locked = tx.select({ id }).from(tokens).where(condition).orderBy(asc(id)).for('no key update')
    const revoked = await tx
      .update(tokens)
      .set({ revoked_at: sql`now()` })
      .where(and(inArray(id, locked), isNull(tokens.revoked_at)))
      .returning({ id, account_id, name, token_hash })
    for (const token of revoked) {
      await tx.insert(auditLog).values({ ...audit, what: 'revoke_token', account_id: token.account_id, details: { token: token.id } })
      await tx.execute(sql`select pg_notify(${TOKEN_REVOKED}, ${token.token_hash})`)
    }
    return revoked
  })
}

/** Revokes a token of an account for its owner. Returns undefined if there is none, or it was revoked before. */
export const revokeOwnToken = async (db: Db, accountId: string, id: string) =>
  (await revoke(db, and(eq(tokens.id, id), eq(tokens.account_id, accountId)), OWNER_AUDIT)).at(0)

/** Revokes all tokens of an account for its owner, and deletes confirmed device logins whose program has no token yet. */
export async function revokeOwnTokens(db: Db, accountId: string) {
  return await db.transaction(async (tx) => {
    await tx.delete(deviceLogins).where(eq(deviceLogins.account_id, accountId))
    return await revoke(tx, eq(tokens.account_id, accountId), OWNER_AUDIT)
  })
}

/** Ends the grant of a program that signed out, or whose codes or tokens another program has. */
export const revokeProgram = async (db: Db, id: string, reason: string) =>
  (await revoke(db, eq(tokens.id, id), { who: 'the academy', reason })).at(0)

/** Revokes a token for an operator who knows its text, for example because it leaked. Returns undefined as `revokeOwnToken` does. */
export const revokeLeakedToken = async (db: Db, hash: string, { by, reason }: { by: string; reason: string }) =>
  (await revoke(db, eq(tokens.token_hash, hash), { who: by, reason })).at(0)

/** Returns the name and the owner of a token by its hash, also of a revoked one; undefined for an unknown one. */
export const tokenByHash = async (db: Db, hash: string) =>
  (await db.select({ name: tokens.name, account_id: tokens.account_id }).from(tokens).where(eq(tokens.token_hash, hash))).at(0)

/** Returns a function that reads a token by its hash; undefined for an unknown one. */
export function tokenReader(db: Db) {
  const { id, account_id, scopes, expires_at, last_used_at, revoked_at } = tokens
  const statement = db
    .select({ id, account_id, scopes, expires_at, last_used_at, revoked_at })
    .from(tokens)
    .where(eq(tokens.token_hash, sql.placeholder('hash')))
    .prepare('read_token')
  return async (hash: string) => (await statement.execute({ hash })).at(0)
}

/** Saves when tokens were last used: for each at most once a minute, whichever instances saw it. */
export async function saveLastUses(sql: Sql, uses: ReadonlyMap<string, Date>): Promise<void> {
  const times = [...uses.values()].map((time) => time.toISOString())
  await sql`
    with used as (
      select id::uuid, at::timestamptz from unnest(${[...uses.keys()]}::text[], ${times}::text[]) as sent(id, at)
    ), locked as (
      select id from personal_access_tokens where id in (select id from used) order by id for no key update
    )
    update personal_access_tokens as token set last_used_at = at from used join locked using (id)
    where token.id = locked.id and (last_used_at is null or last_used_at <= at - interval '1 minute')`
}
