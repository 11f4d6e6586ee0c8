import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import Provider, { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Db } from '../../database/open-database.ts'
import { hashToken } from '../../plugins/auth/token-text.ts'
import { oauthRecords as records } from './oauth-records.table.ts'
import { revokeProgram } from './tokens.store.ts'
import { personalAccessTokens as tokens } from './tokens.table.ts'

/** In seconds. A registration that no user has granted anything ends after it. */
const UNUSED_REGISTRATION_LIFETIME = 86_400
/** In seconds, from the last grant of a registered program. Longer than a grant lasts. */
const REGISTRATION_LIFETIME = 365 * 86_400
/**
 * In seconds. A refresh token that is used again so soon is refused, and its grant stays: the program may have sent requests at the same time, or
 * repeated one whose response was lost.
 */
const REPEAT_SECONDS = 10
/** The most expired records that one request deletes. */
const CLEAN_UP_BATCH = 200

const hashOf = (kind: string, id: string) => hashToken(`${kind} ${id}`)
const isOf = (kind: string, id: string) => eq(records.id_hash, hashOf(kind, id))
const isCurrent = gt(records.expires_at, sql`now()`)
const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds}::int)`

const deleteExpired = (db: Db) =>
  db
    .delete(records)
    .where(
      inArray(
        records.id_hash,
        db
          .select({ id_hash: records.id_hash })
          .from(records)
          .where(sql`${records.expires_at} < now()`)
          .limit(CLEAN_UP_BATCH)
          .for('update', { skipLocked: true }),
      ),
    )

/** Uses up a code, a token or a request for access. Returns false if it was used before, also by a concurrent request. */
export async function consumeRecord(db: Db, kind: string, id: string): Promise<boolean> {
  const consumed = await db
    .update(records)
    .set({ consumed_at: sql`now()` })
    .where(and(isOf(kind, id), isNull(records.consumed_at), isCurrent))
    .returning({ kind: records.kind })
  return consumed.length > 0
}

/** Keeps the registration of a program that a user has granted access. Does nothing for a program that did not register itself. */
export async function keepRegistration(db: Db, clientId: string): Promise<void> {
  await db
    .update(records)
    .set({ expires_at: inSeconds(REGISTRATION_LIFETIME) })
    .where(isOf('Client', clientId))
}

const isGrantActive = (grantId: string) => and(eq(tokens.id, grantId), isNull(tokens.revoked_at), gt(tokens.expires_at, sql`now()`))

/** Returns the storage of the authorization server. A grant is valid as long as its row in the list of access tokens. */
export const recordAdapter = (db: Db) => (kind: string) =>
  ({
    async upsert(id: string, { jti: _, ...payload }: AdapterPayload, lifetime = UNUSED_REGISTRATION_LIFETIME): Promise<void> {
      // The user's session is that of the academy.
      if (kind === 'Session') return
      if (kind === 'Interaction' || kind === 'Client') await deleteExpired(db)
      const grant_id = kind === 'Grant' ? id : (payload.grantId ?? null)
      const account_id = payload.accountId ?? payload.result?.login?.accountId ?? null
      const values = { kind, payload, grant_id, account_id, expires_at: inSeconds(lifetime) }
      await db
        .insert(records)
        .values({ id_hash: hashOf(kind, id), ...values })
        .onConflictDoUpdate({ target: records.id_hash, set: values })
    },
    async find(id: string): Promise<AdapterPayload | undefined> {
      const [record] = await db
        .select({ payload: records.payload, consumed: sql<number | null>`extract(epoch from now() - ${records.consumed_at})::float` })
        .from(records)
        .where(and(isOf(kind, id), isCurrent))
      if (record === undefined) return undefined
      if (kind === 'Grant' && (await db.$count(tokens, isGrantActive(id))) === 0) return undefined
      const { payload, consumed } = record
      if (kind === 'RefreshToken' && consumed !== null && consumed < REPEAT_SECONDS)
        throw new errors.InvalidGrant('refresh token already used')
      return { ...payload, ...(kind === 'Client' ? {} : { jti: id }), ...(consumed !== null && { consumed: true }) }
    },
    async consume(id: string): Promise<void> {
      if (!(await consumeRecord(db, kind, id))) throw new errors.InvalidGrant(`${kind} already used`)
    },
    async destroy(id: string): Promise<void> {
      if (kind === 'Grant') {
        const isSignOut = Provider.ctx?.oidc.route === 'revocation'
        await revokeProgram(db, id, isSignOut ? 'the program signed out' : 'a code or a refresh token of the program was used twice')
      }
      await db.delete(records).where(isOf(kind, id))
    },
    async revokeByGrantId(grantId: string): Promise<void> {
      // Locked in the same order as by the erasure of the account.
      const own = and(eq(records.grant_id, grantId), eq(records.kind, kind))
      const locked = db.select({ id_hash: records.id_hash }).from(records).where(own).orderBy(asc(records.id_hash)).for('update')
      await db.delete(records).where(inArray(records.id_hash, locked))
    },
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  }) satisfies Adapter

/** Returns a function that reads an access token of a program for a resource: what the user granted, by its hash. Undefined for an unknown one. */
export function programTokenReader(db: Db, resource: string) {
  const statement = db
    .select({ scope: sql<string>`${records.payload} ->> 'scope'`, expires_at: records.expires_at, token_hash: tokens.token_hash })
    .from(records)
    .innerJoin(tokens, eq(tokens.id, records.grant_id))
    .where(and(eq(records.id_hash, sql.placeholder('hash')), eq(sql`${records.payload} ->> 'aud'`, resource)))
    .prepare('read_program_token')
  return async (text: string) => {
    const [read] = await statement.execute({ hash: hashOf('AccessToken', text) })
    return read && { token_hash: read.token_hash, scopes: read.scope.split(' '), expiresAt: read.expires_at.getTime() }
  }
}
