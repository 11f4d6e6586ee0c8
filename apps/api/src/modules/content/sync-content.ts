import { drizzle } from 'drizzle-orm/postgres-js'
import type { FastifyBaseLogger } from 'fastify'
import postgres from 'postgres'
import type { Config } from '../../config.ts'
import { type Db, withoutStatement } from '../../plugins/database.ts'
import { databaseSockets } from '../../plugins/database-socket.ts'
import { type NotionAccess, openNotion } from '../../plugins/notion.ts'
import type { SyncKind, SyncTrigger } from './content.table.ts'
import { loadHighlighter } from './render/highlight.ts'
import { runSync, type SyncCounts } from './run-sync.ts'
import { finishRun, mirrorAge, SYNC_LOCK, startRun } from './sync-runs.store.ts'

/**
 * What a run came to. `busy`: another one was under way, here or on another instance. `fresh`: the mirror was younger than asked for.
 * `failed` says why in `error`; whatever was published before stays.
 */
export type SyncReport = SyncCounts & { result: 'done' | 'failed' | 'busy' | 'fresh'; error: string | null; requests: number }

export type SyncOptions = {
  databaseUrl: string
  notion: NotionAccess
  siteOrigin: string
  log: FastifyBaseLogger
  /** Ends the run early; it is then reported as failed. */
  signal?: AbortSignal
  /** Leaves Notion in peace if the last good run is less than so many seconds old. */
  unlessYoungerThan?: number
  /** `full` unless told otherwise; `incremental` becomes full by itself where it has to. */
  kind?: SyncKind
  trigger?: SyncTrigger
  /** Called as soon as it is certain that this run goes on, and no other. */
  onBegun?: () => void
  now?: () => Date
}

/** A file of 25 MB takes a while. */
const STATEMENT_TIMEOUT_MS = 30_000

const nothing = (): SyncCounts => ({ listed: 0, fetched: 0, published: 0, unpublished: 0, refused: 0, refusals: [], standing: 0 })

/**
 * Looks at Notion once and brings the mirror up to date. Only one run goes on at a time, however many instances there are: its lock
 * lives and dies with a connection of its own, over which it also publishes.
 * @throws only when the database cannot be reached.
 */
export async function syncOnce(options: SyncOptions): Promise<SyncReport> {
  const { databaseUrl, unlessYoungerThan = 0, log } = options
  const lost = new AbortController()
  const sql = postgres(databaseUrl, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connection: { application_name: 'academy-content-sync', statement_timeout: STATEMENT_TIMEOUT_MS },
    // A run that nobody answers any more ends, and another instance may begin one.
    ...databaseSockets(databaseUrl, STATEMENT_TIMEOUT_MS + 3_000, () => log.warn('the database does not answer any more: the run ends')),
    onclose: () => lost.abort(new Error('the connection that holds the lock was lost')),
    onnotice: (notice) => log.debug({ code: notice.code }, 'notice from Postgres'),
  })
  const db: Db = drizzle({ client: sql })
  try {
    const [lock] = await sql<{ mine: boolean }[]>`select pg_try_advisory_lock(${SYNC_LOCK[0]}::int, ${SYNC_LOCK[1]}::int) as mine`
    if (!lock?.mine) return { ...nothing(), result: 'busy', error: null, requests: 0 }
    const age = unlessYoungerThan > 0 ? await mirrorAge(db) : undefined
    if (age !== undefined && age < unlessYoungerThan) return { ...nothing(), result: 'fresh', error: null, requests: 0 }
    return await recordedRun(db, { ...options, signal: AbortSignal.any([lost.signal, ...(options.signal ? [options.signal] : [])]) })
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function recordedRun(
  db: Db,
  {
    notion,
    siteOrigin,
    log,
    signal,
    kind = 'full',
    trigger = 'schedule',
    onBegun,
    now = () => new Date(),
  }: SyncOptions & {
    signal: AbortSignal
  },
): Promise<SyncReport> {
  const run = await startRun(db, { kind, trigger })
  onBegun?.()
  const counts = nothing()
  const sentBefore = notion.requestsSent()
  let error: string | null = null
  try {
    await runSync({ db, notion, siteOrigin, log, signal, now, counts, run_id: run, kind, highlight: await loadHighlighter() })
  } catch (err) {
    error = signal.aborted ? 'The run was ended early.' : explain(err)
    log[signal.aborted ? 'info' : 'error']({ err }, 'content sync ended early')
  }
  const report: SyncReport = { ...counts, result: error === null ? 'done' : 'failed', error, requests: notion.requestsSent() - sentBefore }
  await finishRun(db, run, { ...report, result: error === null ? 'done' : 'failed' })
  return report
}

function explain(thrown: unknown): string {
  const error = withoutStatement(thrown)
  const reason = error instanceof Error ? error.message : String(error)
  // A column of text holds everything but this.
  return (error === thrown ? reason : `The database could not store it: ${reason}`).replaceAll('\0', '').slice(0, 500)
}

/**
 * One run by hand, for the operator's command: opens Notion and the database, and closes both.
 * @throws when no workspace is configured, or the database cannot be reached.
 */
export async function syncContent(
  config: Pick<Config, 'databaseUrl' | 'notion' | 'webOrigin'>,
  log: FastifyBaseLogger,
): Promise<SyncReport> {
  if (!config.notion) throw new Error('NOTION_TOKEN and NOTION_ROOT_PAGE_ID are not set: there is no workspace to read')
  const notion = openNotion(config.notion, log)
  try {
    return await syncOnce({ databaseUrl: config.databaseUrl, notion, siteOrigin: config.webOrigin, log, trigger: 'command' })
  } finally {
    notion.close()
  }
}
