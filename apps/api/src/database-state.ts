import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
// The plugins describe what they add to the app; whoever checks this file's types from another package needs all of them.
import type {} from './app.ts'
import { journalOfThisBuild } from './journal.ts'
import { troubledCheckouts, unappliedEvents } from './modules/billing/payments.store.ts'

/** What an operator should know of a database: whether it is that of this build, and what waits in it for somebody to look. */
export type DatabaseState = {
  /** Migrations of this build that were not applied. */
  missing: string[]
  /** Events of Stripe that could not be applied, the newest first, and checkouts that were paid twice; undefined while migrations are missing. */
  payments: { unapplied: Awaited<ReturnType<typeof unappliedEvents>>; troubled: Awaited<ReturnType<typeof troubledCheckouts>> } | undefined
}

/** More are not counted: somebody must look anyway. */
const SHOWN = 1_000

/** Looks at a database without changing it. @throws when it cannot be reached. */
export async function databaseState(databaseUrl: string): Promise<DatabaseState> {
  const sql = postgres(databaseUrl, { max: 1, connect_timeout: 5, onnotice: () => {} })
  try {
    const [found] = await sql<[{ exists: boolean }]>`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`
    const applied = found.exists ? await sql<{ created_at: string }[]>`select created_at from drizzle.__drizzle_migrations` : []
    const times = new Set(applied.map(({ created_at }) => Number(created_at)))
    const missing = journalOfThisBuild.filter(({ when }) => !times.has(when)).map(({ tag }) => tag)
    if (missing.length > 0) return { missing, payments: undefined }
    const db = drizzle({ client: sql })
    return { missing, payments: { unapplied: await unappliedEvents(db, undefined, SHOWN), troubled: await troubledCheckouts(db) } }
  } finally {
    await sql.end({ timeout: 5 })
  }
}
