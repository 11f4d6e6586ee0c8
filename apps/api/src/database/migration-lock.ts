import { setTimeout as sleep } from 'node:timers/promises'
import { LOCKS } from './locks.ts'
import type { Sql } from './open-database.ts'
import { UnusableDatabase } from './supported-versions.ts'

/** How long to wait for the lock, in milliseconds: longer than migrations of large tables take. */
export const LOCK_WAIT_MS = 10 * 60_000
const RETRY_MS = 250
const REMIND_MS = 30_000

/** Describes the session that holds the lock, so that the operator finds it in pg_stat_activity. */
async function holderOf(sql: Sql): Promise<string> {
  const [holder] = await sql<{ pid: number; application_name: string | null; client_addr: string | null }[]>`
    select l.pid, a.application_name, host(a.client_addr) as client_addr
    from pg_locks l left join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = ${LOCKS.migration}::int::oid
      and l.database = (select oid from pg_database where datname = current_database())`
  if (!holder) return 'a session that has just ended'
  const { pid, application_name, client_addr } = holder
  return `database session ${pid} (${application_name || 'no name'}${client_addr === null ? '' : ` from ${client_addr}`})`
}

/**
 * Takes the lock that lets one process migrate at a time. The session keeps it until it ends.
 * @throws UnusableDatabase when another session still has it after `waitMs`.
 */
export async function takeMigrationLock(sql: Sql, waitMs: number, say: (line: string) => void): Promise<void> {
  const startedAt = Date.now()
  let remindAt = startedAt
  for (;;) {
    const [lock] = await sql<[{ isMine: boolean }]>`select pg_try_advisory_lock(${LOCKS.migration}) as "isMine"`
    if (lock.isMine) return
    const now = Date.now()
    if (now - startedAt >= waitMs)
      throw new UnusableDatabase(
        `Gave up after ${Math.round(waitMs / 1000)} s: ${await holderOf(sql)} still migrates this database. Wait until it is done and try again, or end it: select pg_terminate_backend(<session>).`,
      )
    if (now >= remindAt) {
      say(
        `Waiting for ${await holderOf(sql)}, which migrates this database, for up to ${Math.round((waitMs - (now - startedAt)) / 1000)} s more.`,
      )
      remindAt = now + REMIND_MS
    }
    await sleep(RETRY_MS)
  }
}
