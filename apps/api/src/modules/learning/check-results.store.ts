import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { checkResults } from './check-results.table.ts'

/** Returns a function that reads which sessions an account has checked: all checks passed at least once. */
export function checkedSessionsReader(db: Db): (accountId: string) => Promise<Set<string>> {
  const read = db
    .select({ session_id: checkResults.session_id })
    .from(checkResults)
    .where(and(eq(checkResults.account_id, sql.placeholder('accountId')), isNotNull(checkResults.passed_at)))
    .prepare('read_checked_sessions')
  return async (accountId) => new Set((await read.execute({ accountId })).map(({ session_id }) => session_id))
}

type Result = { account_id: string; session_id: string; digest: string; passed: boolean[]; at: Date }

/** Saves a result. The latest one wins, in whatever order they arrive; a session that was checked once stays so. */
export async function saveCheckResult(db: Db, { at, ...result }: Result) {
  const checked_at = sql`least(${at.toISOString()}::timestamptz, now())`
  const passed_at = result.passed.every(Boolean) ? checked_at : null
  const latest = (column: 'digest' | 'passed') => {
    const name = sql.identifier(column)
    return sql`case when excluded.checked_at > check_results.checked_at then excluded.${name} else check_results.${name} end`
  }
  const [saved] = await db
    .insert(checkResults)
    .values({ ...result, checked_at, passed_at })
    .onConflictDoUpdate({
      target: [checkResults.account_id, checkResults.session_id],
      set: {
        digest: latest('digest'),
        passed: latest('passed'),
        checked_at: sql`greatest(check_results.checked_at, excluded.checked_at)`,
        // least() ignores nulls
        passed_at: sql`least(check_results.passed_at, excluded.passed_at)`,
      },
    })
    .returning()
  if (!saved) throw new Error('an upsert returned no row')
  return saved
}
