import type { Sql } from 'postgres'
import type { Tx } from '../../database.ts'
import type { Fault } from '../../service.ts'
import type { StripeIdentity } from './identity.ts'
import { StripeError } from './stripe-error.ts'

/** The context of all functions of the stand-in: the database outside of a write, or within one. */
export type StripeService = {
  sql: Tx
  /** Returns the time of the current operation, in seconds since 1970: that of the stand-in's clock, or the due time of a step. */
  now(): number
  /** Returns the time of the stand-in's clock in seconds, whatever the operation. Webhooks use it. */
  clockNow(): number
  /** The public URL of the stand-ins, without a trailing slash. */
  publicUrl: string
  identity: StripeIdentity
  /** Takes the fault for the delivery of an event. Call it once for each delivery. */
  deliveryFault(eventType: string): Fault | undefined
  /**
   * Runs work in a transaction, one write at a time, so that nothing changes between a read and a write.
   * Within a write it joins that write.
   */
  write<T>(work: (service: StripeService) => Promise<T>): Promise<T>
}

type Options = Pick<StripeService, 'now' | 'publicUrl' | 'identity' | 'deliveryFault'> & { sql: Sql; afterWrite: () => void }

/** Returns the error of a failed write that is committed nevertheless, because a thrown error would roll it back. */
async function catchCommittedError<T>(work: () => Promise<T>): Promise<{ value: T } | { error: StripeError }> {
  try {
    return { value: await work() }
  } catch (error) {
    if (error instanceof StripeError && error.commitsDespiteError) return { error }
    throw error
  }
}

export function createService({ sql, afterWrite, ...options }: Options): StripeService {
  const rest = { ...options, clockNow: options.now }
  let previousWrite: Promise<unknown> = Promise.resolve()

  async function run<T>(work: (service: StripeService) => Promise<T>): Promise<T> {
    const outcome = await sql.begin(async (tx) => {
      const service: StripeService = { ...rest, sql: tx, write: (more) => more(service) }
      return catchCommittedError(() => work(service))
    })
    afterWrite()
    if ('error' in outcome) throw outcome.error
    return (outcome as { value: T }).value
  }

  return {
    ...rest,
    sql,
    write: (work) => {
      const result = previousWrite.then(() => run(work))
      previousWrite = result.catch(() => undefined)
      return result
    },
  }
}
