import type { Sql, TransactionSql } from 'postgres'
import type { Tx } from '../database.ts'
import type { FileLinks } from './files.ts'
import type { Change } from './webhooks/event.ts'

/** The context of all routes. */
export type NotionContext = {
  sql: Sql
  /** Returns the movable time of this service. */
  now: () => Date
  links: FileLinks
  /** The public URL of the stand-ins, without a trailing slash. */
  publicUrl: string
  webhooks: ChangeRecorder
}

/** Reports changes to webhook subscribers: call `record` within the write, and `wake` after the commit. */
export type ChangeRecorder = { record(tx: Tx, change: Change): Promise<void>; wake(): void }

/** Runs work in a transaction. Throws conflict_error if it waits more than two seconds for another writer of the same rows. */
export async function write<T>({ sql, webhooks }: NotionContext, work: (tx: TransactionSql) => Promise<T>): Promise<T> {
  const result = await sql.begin(async (tx) => {
    await tx`set local lock_timeout = '2s'`
    return { value: await work(tx) }
  })
  webhooks.wake()
  return result.value as T
}

/** Rounds down to minutes, the precision of Notion's times. Two edits within a minute have the same time. */
export const toMinute = (time: Date) => new Date(Math.floor(time.getTime() / 60_000) * 60_000).toISOString()
