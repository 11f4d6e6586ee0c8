import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { accessOf } from '../../http/contract-routes.ts'
import { HttpError, invalidField } from '../../http/errors.ts'
import { startPeriodicTask } from '../../periodic-task.ts'
import { idempotencyKeys as keys } from './idempotency.table.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that this request uses first, while it has no response. */
    claimedKey: Claim | null
  }
}

/** `secret` encrypts the response. */
type Claim = { id: string; secret: Buffer; accountId: string | null }
type StoredResponse = { status: number; etag: string | undefined; body: string }

/** Visible ASCII characters, as in the quoted string of the IETF draft or without quotation marks. */
const KEY = /^[\x21-\x7e]{1,255}$/
const KEY_MESSAGE = 'An Idempotency-Key has 1 to 255 visible ASCII characters, such as a UUID.'
/** The most responses that are kept for one account. */
const MAX_KEYS = 100
const HOUR_MS = 3_600_000

const isExpired = () => lt(keys.created_at, sql`now() - interval '1 day'`)
/** Longer than a request may take: an unanswered one is lost, because its process has ended or its time limit was exceeded. */
const isLost = () => and(isNull(keys.response), lt(keys.created_at, sql`now() - interval '1 minute'`))

const keyInUse = () =>
  new HttpError(
    409,
    'idempotency_key_in_use',
    'The first request with this Idempotency-Key is still being answered. Please repeat it soon.',
    { 'retry-after': '1' },
  )
const keyReused = () =>
  new HttpError(
    422,
    'idempotency_key_reused',
    'This Idempotency-Key was sent with another request. Choose a new key for each request, and the same one to repeat it.',
  )

function encrypt(secret: Buffer, response: StoredResponse): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', secret, iv)
  const encrypted = [cipher.update(JSON.stringify(response)), cipher.final()]
  return Buffer.concat([iv, cipher.getAuthTag(), ...encrypted]).toString('base64')
}

function decrypt(secret: Buffer, stored: string): StoredResponse {
  const bytes = Buffer.from(stored, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(12, 28))
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString())
}

/**
 * Answers a repeated POST or PUT with the first response of its `Idempotency-Key`. Keys belong to an account. Only successes are kept, because
 * a refused request changes nothing: it may be repeated, also with another body. Responses hold texts and tokens of users, so they are encrypted.
 */
export const idempotency = fp(
  async (app) => {
    app.decorateRequest('claimedKey', null)

    /** Claims the key of a request. Returns the response if a request with the key has one. @throws HttpError if it cannot be used now. */
    async function claim(request: FastifyRequest, key: string): Promise<StoredResponse | undefined> {
      const accountId = request.signedInUser?.id ?? null
      const derived = createHmac('sha512', app.config.fileSigningKey)
        .update(JSON.stringify(['idempotency', accountId, key]))
        .digest()
      const id = derived.subarray(0, 32).toString('base64url')
      const secret = derived.subarray(32)
      const { method, url, body } = request
      const fingerprint = createHmac('sha256', secret)
        .update(JSON.stringify([method, url, body]))
        .digest('base64url')
      const claimed = await app.db
        .insert(keys)
        .values({ id, account_id: accountId, fingerprint })
        .onConflictDoUpdate({
          target: keys.id,
          set: { fingerprint, response: null, created_at: sql`now()` },
          setWhere: sql`${isExpired()} or ${and(eq(keys.fingerprint, fingerprint), isLost())}`,
        })
        .returning({ id: keys.id })
      if (claimed.length > 0) {
        request.claimedKey = { id, secret, accountId }
        return undefined
      }
      const [first] = await app.db.select().from(keys).where(eq(keys.id, id))
      if (first && first.fingerprint !== fingerprint) throw keyReused()
      if (!first?.response) throw keyInUse()
      return decrypt(secret, first.response)
    }

    /** Keeps a response, and the newest ones of its account beside it. */
    const keep = ({ id, secret, accountId }: Claim, response: StoredResponse) =>
      app.db.execute(sql`
        with kept as (update ${keys} set response = ${encrypt(secret, response)} where id = ${id})
        delete from ${keys} where id in (
          select id from ${keys} where account_id = ${accountId}::uuid order by created_at desc offset ${MAX_KEYS})`)

    const release = ({ id }: Claim) => app.db.delete(keys).where(and(eq(keys.id, id), isNull(keys.response)))

    app.addHook('preHandler', async (request, reply) => {
      const key = request.headers['idempotency-key']
      if (key === undefined || !['POST', 'PUT'].includes(request.method) || !accessOf(request.routeOptions.config)) return
      if (typeof key !== 'string' || !KEY.test(key)) throw invalidField('Idempotency-Key', KEY_MESSAGE)
      const first = await claim(request, key)
      if (first) return await replay(reply, first)
    })

    // The handler still runs: the key stays in use.
    app.addHook('onError', async (request, _reply, { code }) => {
      if (code === 'FST_ERR_HANDLER_TIMEOUT') request.claimedKey = null
    })

    app.addHook('onSend', async (request, reply, payload) => {
      const { claimedKey, log } = request
      if (!claimedKey) return
      request.claimedKey = null
      const { statusCode: status } = reply
      const etag = reply.getHeader('etag')?.toString()
      try {
        if (status < 300) await keep(claimedKey, { status, etag, body: typeof payload === 'string' ? payload : '' })
        else await release(claimedKey)
      } catch (error) {
        log.error({ err: error }, 'failed to keep the response of an idempotency key')
      }
    })

    const deleteExpired = async () => void (await app.db.delete(keys).where(isExpired()))
    startPeriodicTask(app, {
      intervalMs: HOUR_MS,
      task: deleteExpired,
      onError: (error) => app.log.error({ err: error }, 'failed to delete expired idempotency keys'),
    })
  },
  { name: 'idempotency', dependencies: ['database', 'auth'] },
)

const replay = (reply: FastifyReply, { status, etag, body }: StoredResponse): FastifyReply =>
  reply
    .code(status)
    .headers({ 'idempotent-replayed': 'true', ...(etag && { etag }), ...(body && { 'content-type': 'application/json; charset=utf-8' }) })
    .send(body || undefined)
