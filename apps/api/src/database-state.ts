import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
// The plugins describe what they add to the app; whoever checks this file's types from another package needs all of them.
import type {} from './app.ts'
import { journalOfThisBuild } from './journal.ts'
import { paymentsState } from './modules/billing/sync/payments-state.store.ts'

/** What an operator should know of a database: whether it is that of this build, and what waits in it for somebody to look. */
export type DatabaseState = {
  /** Migrations of this build that were not applied. */
  missing: string[]
  /** Undefined while migrations are missing. */
  payments: Awaited<ReturnType<typeof paymentsState>> | undefined
}

/** Looks at a database without changing it. @throws when it cannot be reached. */
export async function databaseState(databaseUrl: string): Promise<DatabaseState> {
  const sql = postgres(databaseUrl, { max: 1, connect_timeout: 5, onnotice: () => {} })
  try {
    const [found] = await sql<[{ exists: boolean }]>`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`
    const applied = found.exists ? await sql<{ created_at: string }[]>`select created_at from drizzle.__drizzle_migrations` : []
    const times = new Set(applied.map(({ created_at }) => Number(created_at)))
    const missing = journalOfThisBuild.filter(({ when }) => !times.has(when)).map(({ tag }) => tag)
    return { missing, payments: missing.length === 0 ? await paymentsState(drizzle({ client: sql })) : undefined }
  } finally {
    await sql.end({ timeout: 5 })
  }
}
