import { drizzle } from 'drizzle-orm/postgres-js'
import type { FastifyBaseLogger } from 'fastify'
import postgres from 'postgres'
import type { Config } from '../../../config.ts'
import { withoutStatement } from '../../../database/database-errors.ts'
import { LOCKS } from '../../../database/locks.ts'
import { type Db, openDatabase } from '../../../database/open-database.ts'
import { type NotionAccess, openNotion } from '../../../plugins/notion/notion.ts'
import { type SaveFile, saveFileTo } from '../files/save-file.ts'
import { ConfirmationRequired, confirmationKey } from '../mirror/confirmation-required.ts'
import { contentRefusals, type SyncKind, type SyncTrigger } from '../mirror/content.table.ts'
import { syncedFromFinder } from '../notion/synced-from.ts'
import { startContentWorker } from '../pages/start-content-worker.ts'
import { runSync, type SyncCounts } from './run-sync.ts'
import { finishRun, mirrorAge, type SyncRun, startRun } from './sync-runs.store.ts'

/**
 * The result of a run. `busy`: another run was active on any instance. `fresh`: the mirror was young enough. `failed` has `error`, `held`
 * has `holds` for an admin to confirm. Published pages stay.
 */
export type SyncReport = SyncCounts &
  Pick<SyncRun, 'error' | 'holds' | 'confirmation_key' | 'requests'> & { result: 'done' | 'failed' | 'held' | 'busy' | 'fresh' }

export type SyncOptions = {
  /** Without a pooler in transaction mode: the run's lock belongs to its session. */
  databaseUrl: string
  notion: NotionAccess
  siteOrigin: string
  /** The id of the Master Course in URLs. */
  courseId: string
  /** The key that an admin confirmed: a run with the same reasons continues. */
  confirmed?: string
  log: FastifyBaseLogger
  /** Ends the run early; it is then reported as failed. */
  signal?: AbortSignal
  /** Does nothing if the last successful run is younger than this, in seconds. */
  unlessYoungerThan?: number
  /** `full` by default. An `incremental` sync becomes full where it has to. */
  kind?: SyncKind
  trigger?: SyncTrigger
  /** Called as soon as this run has the lock and is recorded. */
  onStarted?: () => void
  now?: () => Date
}

/** A file of 25 MB takes a while. */
const STATEMENT_TIMEOUT_MS = 30_000

const noConfirmation = { holds: [], confirmation_key: null }

const noCounts = (): SyncCounts => ({ listed: 0, fetched: 0, published: 0, unpublished: 0, refused: 0, refusals: [], totalRefused: 0 })

/**
 * Runs one sync with Notion. An advisory lock allows one run at a time on all instances; it belongs to the run's own connection, which also
 * publishes.
 * @throws only when the database is unreachable.
 */
export async function syncOnce(options: SyncOptions): Promise<SyncReport> {
  const { databaseUrl, unlessYoungerThan = 0, log } = options
  const lost = new AbortController()
  await using sql = openDatabase(databaseUrl, {
    applicationName: 'academy-content-sync',
    idle_timeout: 0,
    max_lifetime: null,
    settings: { statement_timeout: STATEMENT_TIMEOUT_MS },
    // When the database stops answering, the run ends, and another instance may begin one.
    silence: STATEMENT_TIMEOUT_MS / 1_000 + 3,
    onclose: () => lost.abort(new Error('the connection that holds the lock was lost')),
    onnotice: (notice) => log.debug({ code: notice.code }, 'notice from Postgres'),
  })
  const db: Db = drizzle({ client: sql })
  const [lock] = await sql<
    { mine: boolean }[]
  >`select pg_try_advisory_lock(${LOCKS.contentSync[0]}::int, ${LOCKS.contentSync[1]}::int) as mine`
  const skipped = { ...noCounts(), ...noConfirmation, error: null, requests: 0 }
  if (!lock?.mine) return { ...skipped, result: 'busy' }
  const age = unlessYoungerThan > 0 ? await mirrorAge(db) : undefined
  if (age !== undefined && age < unlessYoungerThan) return { ...skipped, totalRefused: await db.$count(contentRefusals), result: 'fresh' }
  return await recordedRun(db, {
    ...options,
    saveFile: saveFileTo(sql),
    signal: AbortSignal.any([lost.signal, ...(options.signal ? [options.signal] : [])]),
  })
}

async function recordedRun(db: Db, options: SyncOptions & { signal: AbortSignal; saveFile: SaveFile }): Promise<SyncReport> {
  const { notion, log, signal, kind = 'full', trigger = 'schedule', now = () => new Date(), confirmed } = options
  const run_id = await startRun(db, { kind, trigger })
  options.onStarted?.()
  const counts = noCounts()
  const sentBefore = notion.requestsSent()
  const worker = startContentWorker()
  const findSyncedFrom = syncedFromFinder(notion, signal)
  const outcome = await runSync({ ...options, db, run_id, kind, now, confirmed, counts, worker, findSyncedFrom }).then(
    () => ({ result: 'done' as const, error: null, ...noConfirmation }),
    (err: unknown) => outcomeOfError(err, signal, log),
  )
  await worker.close()
  const report = { ...counts, ...outcome, requests: notion.requestsSent() - sentBefore }
  await finishRun(db, run_id, report)
  return report
}

function outcomeOfError(err: unknown, signal: AbortSignal, log: FastifyBaseLogger) {
  if (err instanceof ConfirmationRequired) {
    const holds = err.reasons.map(({ rule, reason }) => ({ rule, reason }))
    log.warn({ holds }, 'content sync waits for the confirmation of an admin')
    return { result: 'held' as const, error: null, holds, confirmation_key: confirmationKey(err.reasons) }
  }
  log[signal.aborted ? 'info' : 'error']({ err }, 'content sync ended early')
  return { result: 'failed' as const, error: signal.aborted ? 'The run was ended early.' : explain(err), ...noConfirmation }
}

function explain(thrown: unknown): string {
  const error = withoutStatement(thrown)
  const reason = error instanceof Error ? error.message : String(error)
  // A text column can store every character but this.
  return (error === thrown && !(error instanceof postgres.PostgresError) ? reason : `The database could not store it: ${reason}`)
    .replaceAll('\0', '')
    .slice(0, 500)
}

/**
 * Runs one sync for the operator's command, with its own connections.
 * @throws when no workspace is configured, or the database is unreachable.
 */
export async function syncContent(
  config: Pick<Config, 'directDatabaseUrl' | 'notion' | 'webOrigin' | 'masterCourseId'>,
  log: FastifyBaseLogger,
): Promise<SyncReport> {
  if (!config.notion) throw new Error('NOTION_TOKEN and NOTION_ROOT_PAGE_ID are not set: there is no workspace to read')
  const notion = openNotion(config.notion, log)
  try {
    const { directDatabaseUrl: databaseUrl, webOrigin: siteOrigin, masterCourseId: courseId } = config
    return await syncOnce({ databaseUrl, notion, siteOrigin, courseId, log, trigger: 'command' })
  } finally {
    notion.close()
  }
}
