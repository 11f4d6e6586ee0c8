import type { JSONValue, Sql, TransactionSql } from 'postgres'
import type { Fault } from '../service.ts'
import type { StripeIdentity } from './identity.ts'
import { StripeError } from './stripe-error.ts'

export type Tx = Sql | TransactionSql

/** The API request behind a change, for its events; null if Stripe itself acted. */
export type Cause = { id: string; idempotency_key: string | null } | null

/** The context of every part of the stand-in: the account outside of a write, or one write in progress. */
export type StripeService = {
  sql: Tx
  /** When what is being done happens, in seconds since 1970: now, or when it was due, or the time of a customer's test clock. */
  now(): number
  /** The movable time of this service, whatever is being done: when webhooks go out. */
  clockNow(): number
  /** Where the stand-ins are reached from outside, without a slash at the end. */
  publicUrl: string
  identity: StripeIdentity
  cause: Cause
  /** The fault that the delivery of an event suffers, asked once for each. */
  deliveryFault(eventType: string): Fault | undefined
  /**
   * All of it or nothing, and one write at a time: nothing that was read can change before it is written.
   * Within a write it joins that write.
   */
  write<T>(work: (service: StripeService) => Promise<T>, cause?: Cause): Promise<T>
}

type Options = Pick<StripeService, 'now' | 'publicUrl' | 'identity' | 'deliveryFault'> & { sql: Sql; afterWrite: () => void }

async function attempt<T>(work: () => Promise<T>): Promise<{ value: T } | { error: StripeError }> {
  try {
    return { value: await work() }
  } catch (error) {
    if (error instanceof StripeError && error.keepsWrites) return { error }
    throw error
  }
}

export function createService({ sql, afterWrite, ...given }: Options): StripeService {
  const rest = { ...given, clockNow: given.now }
  let last: Promise<unknown> = Promise.resolve()

  async function run<T>(work: (service: StripeService) => Promise<T>, cause: Cause): Promise<T> {
    const outcome = await sql.begin(async (tx) => {
      const service: StripeService = { ...rest, sql: tx, cause, write: (more) => more(service) }
      return attempt(() => work(service))
    })
    afterWrite()
    if ('error' in outcome) throw outcome.error
    return (outcome as { value: T }).value
  }

  return {
    ...rest,
    sql,
    cause: null,
    write: (work, cause = null) => {
      const mine = last.then(() => run(work, cause))
      last = mine.catch(() => undefined)
      return mine
    },
  }
}

/** Objects are plain JSON, which the type of the query builder cannot see. */
export const json = (tx: Tx, value: unknown) => tx.json(value as JSONValue)
