import type { JSONValue, Sql, TransactionSql } from 'postgres'
import type { FileLinks } from './files.ts'
import { blockLimitReached } from './notion-error.ts'
import type { Change } from './webhooks/event.ts'

/** What every route of the stand-in works with. */
export type NotionContext = {
  sql: Sql
  /** The movable time of this service. */
  now: () => Date
  links: FileLinks
  /** Where the stand-ins are reached from outside, without a slash at the end. */
  publicUrl: string
  webhooks: ChangeRecorder
  /** Whether the plan of the workspace allows further blocks. */
  plan: { blockLimitReached: boolean }
}

export type Tx = Sql | TransactionSql

/** Tells subscribers of changes: `record` within the write, `wake` once it is committed. */
export type ChangeRecorder = { record(tx: Tx, change: Change): Promise<void>; wake(): void }

/** A write: all of it or nothing, and no longer than two seconds behind another writer of the same rows (then: conflict_error). */
export async function write<T>({ sql, webhooks }: NotionContext, work: (tx: TransactionSql) => Promise<T>): Promise<T> {
  const result = await sql.begin(async (tx) => {
    await tx`set local lock_timeout = '2s'`
    return { value: await work(tx) }
  })
  webhooks.wake()
  return result.value as T
}

/** Refuses a request that creates blocks where the plan allows none. */
export function assertRoom({ plan }: NotionContext): void {
  if (plan.blockLimitReached) throw blockLimitReached()
}

/** Checked values are plain JSON, which the type of the query builder cannot see. */
export const json = (tx: Tx, value: unknown) => tx.json(value as JSONValue)

/** Notion's times have a precision of one minute, so two edits within a minute have the same time. */
export const toMinute = (time: Date) => new Date(Math.floor(time.getTime() / 60_000) * 60_000).toISOString()
