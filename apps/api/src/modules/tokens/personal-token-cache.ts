import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import { LoadingCache } from '../../loading-cache.ts'
import { startPeriodicTask } from '../../periodic-task.ts'
import type { StoredToken } from '../../plugins/auth/auth.ts'
import { userOfToken } from '../../plugins/auth/personal-token-verifier.ts'
import { hashToken } from '../../plugins/auth/token-text.ts'
import { mcpUrlOf } from './authorization-server.ts'
import { programTokenReader } from './oauth-records.store.ts'
import { saveLastUses, TOKEN_REVOKED, tokenReader } from './tokens.store.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Drops a cached token by its hash, so that the next request loads its revocation. */
    dropCachedToken: (hash: string) => void
  }
}

/**
 * The time, in milliseconds, that a revocation can stay unnoticed if its notification does not arrive. A connection that is lost
 * without an error can stay unnoticed for minutes.
 */
const TTL_MS = 5_000
const MAX_CACHED_TOKENS = 10_000
/** The maximum number of hashes of unknown tokens in the cache, which are refused without a query. They stay unknown, because tokens are random. */
const MAX_UNKNOWN_HASHES = 1_000

/** The interval, in milliseconds, within which further uses of a token are not saved. */
const USE_INTERVAL_MS = 60_000
/** The interval, in milliseconds, at which uses are saved together. */
const SAVE_INTERVAL_MS = 1_000

type ProgramToken = Readonly<{ token_hash: string; scopes: readonly string[]; expiresAt: number }>

/** `readAt`: the value of `performance.now()` before the token was read. */
type CachedToken = StoredToken & { readAt: number }

/** Accepts personal access tokens: finds them through a cache, and saves when they were used. */
export const personalTokens = fp(
  async (app) => {
    const { db, sql, log } = app
    const readToken = tokenReader(db)
    const readProgramToken = programTokenReader(db, mcpUrlOf(app.config))
    const tokens = new LoadingCache<CachedToken>(
      { max: MAX_CACHED_TOKENS, ttl: TTL_MS },
      // The read may take long. A ttl of 0 would never end.
      ({ readAt }) => Math.max(1, readAt + TTL_MS - performance.now()),
    )
    const programTokens = new LoadingCache<ProgramToken>({ max: MAX_CACHED_TOKENS, ttl: TTL_MS })
    const unknown = new LRUCache<string, true>({ max: MAX_UNKNOWN_HASHES })
    const lastUses = new LRUCache<string, number>({ max: MAX_CACHED_TOKENS })
    const unsaved = new Map<string, Date>()

    const load = async (hash: string): Promise<CachedToken | undefined> => {
      const readAt = performance.now()
      const row = await readToken(hash)
      if (row === undefined) {
        unknown.set(hash, true)
        return undefined
      }
      const { id, account_id, scopes, expires_at, last_used_at, revoked_at } = row
      if (last_used_at) lastUses.set(id, Math.max(last_used_at.getTime(), lastUses.get(id) ?? 0))
      return Object.freeze({
        id,
        user: userOfToken(account_id, id, scopes),
        expiresAt: expires_at.getTime(),
        isRevoked: revoked_at !== null,
        readAt,
      })
    }

    const find = async (hash: string) => (unknown.has(hash) ? undefined : await tokens.get(hash, () => load(hash)))

    /** What the user granted is read as any token of the list, so that its revocation ends all tokens of the program. */
    const findProgram = async (text: string): Promise<StoredToken | undefined> => {
      const token = await programTokens.get(hashToken(text), () => readProgramToken(text))
      const granted = token && (await find(token.token_hash))
      if (token === undefined || granted === undefined) return undefined
      const scopes = granted.user.token?.scopes.filter((scope) => token.scopes.includes(scope)) ?? []
      const user = userOfToken(granted.user.id, granted.id, scopes)
      return { ...granted, user, expiresAt: Math.min(granted.expiresAt, token.expiresAt) }
    }

    app.acceptPersonalTokens({
      peek: (hash) => tokens.peek(hash),
      find,
      findProgram,
      recordUse: ({ id }) => {
        const now = Date.now()
        if (now - (lastUses.get(id) ?? 0) < USE_INTERVAL_MS) return
        lastUses.set(id, now)
        unsaved.set(id, new Date(now))
      },
    })
    app.decorate('dropCachedToken', (hash: string) => tokens.delete(hash))

    const save = async (): Promise<void> => {
      if (unsaved.size === 0) return
      const uses = new Map(unsaved)
      unsaved.clear()
      await saveLastUses(sql, uses).catch((err: unknown) => log.warn({ err }, 'failed to save when tokens were last used'))
    }
    startPeriodicTask(app, { intervalMs: SAVE_INTERVAL_MS, task: save })
    // Runs after the hook of the task, which waits for its last run.
    app.addHook('preClose', save)

    // Notifications may have been lost before a reconnect.
    app.directSql
      .listen(TOKEN_REVOKED, app.dropCachedToken, () => tokens.clear())
      .catch((err: unknown) => log.warn({ err }, 'failed to listen for revoked tokens'))
  },
  { name: 'personal-tokens', dependencies: ['auth', 'database'] },
)
