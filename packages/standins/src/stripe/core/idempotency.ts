import { createHash } from 'node:crypto'
import { json, type Tx } from '../../database.ts'
import { StripeError } from './stripe-error.ts'

export type SavedResponse = { status: number; body: unknown }
export type IdempotentRequest = { key: string; request: string; parameters: string }

/** Stripe deletes idempotency keys after a day. */
const TTL_SECONDS = 24 * 3600

/** Returns the hash of a body, to compare the parameters of two requests. */
export const fingerprint = (body: string) => createHash('sha256').update(body).digest('hex')

/** Returns the earlier response to this key; throws if the key was used for another request. */
export async function findSavedResponse(
  sql: Tx,
  { key, request, parameters }: IdempotentRequest,
  now: number,
): Promise<SavedResponse | undefined> {
  const [row] = await sql<{ request: string; parameters: string; status: number; body: unknown }[]>`
    select request, parameters, status, body from stripe.idempotency_keys
    where key = ${key} and created > to_timestamp(${now - TTL_SECONDS})`
  if (row === undefined) return undefined
  const other = row.request !== request ? 'endpoint' : row.parameters !== parameters ? 'parameters' : undefined
  if (other !== undefined) {
    const message = `Keys for idempotent requests can only be used with the same ${other} they were first used with.`
    throw new StripeError(message, { type: 'idempotency_error' })
  }
  return { status: row.status, body: row.body }
}

/** Saves the first response to a key. Call it in the transaction of the write, so that both are committed or neither. */
export async function saveResponse(
  sql: Tx,
  { key, request, parameters }: IdempotentRequest,
  { status, body }: SavedResponse,
  now: number,
): Promise<void> {
  await sql`
    insert into stripe.idempotency_keys (key, request, parameters, status, body, created)
    values (${key}, ${request}, ${parameters}, ${status}, ${json(sql, body)}, to_timestamp(${now}))
    on conflict (key) do update set request = excluded.request, parameters = excluded.parameters,
      status = excluded.status, body = excluded.body, created = excluded.created
    where idempotency_keys.created <= to_timestamp(${now - TTL_SECONDS})`
}

/** Returns a function that runs work for a key, and throws while other work for that key is running. */
export function createKeyLocks() {
  const held = new Set<string>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    if (held.has(key)) {
      throw new StripeError(
        `There is currently another in-progress request using this Stripe-Idempotent-Request key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        { status: 409, type: 'idempotency_error', code: 'idempotency_key_in_use' },
      )
    }
    held.add(key)
    try {
      return await work()
    } finally {
      held.delete(key)
    }
  }
}
