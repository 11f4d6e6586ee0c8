import fp from 'fastify-plugin'
import type { SyncKind, SyncTrigger } from '../mirror/content.table.ts'
import { type SyncOptions, type SyncReport, syncOnce } from './sync-content.ts'
import { syncMetrics } from './sync-metrics.ts'
import { syncPace } from './sync-pace.ts'
import { mirrorAge } from './sync-runs.store.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Starts a sync now. `confirmed` is the key of the run that an admin confirmed. Resolves as soon as the run has started; with `busy` if
     * another run has the lock, on this instance or another.
     */
    syncContent: (kind: SyncKind, confirmed?: string) => Promise<'started' | 'busy' | 'not_configured'>
    /** Schedules a sync after an edit in Notion. Edits of about the same time share one run. */
    contentEdited: (kind: SyncKind) => void
  }
}

/** The delay of a run after an edit, so that it includes the next edits. */
const EDIT_DELAY_MS = 2_000

type RunOptions = Pick<SyncOptions, 'kind' | 'trigger' | 'confirmed' | 'unlessYoungerThan' | 'onStarted'>

/** Syncs when the app starts, if the mirror is empty (`start`) or stale (`schedule`), then at intervals. */
export const contentSync = fp(
  async (app) => {
    const { notion } = app
    if (!notion) {
      app.log.debug('no Notion workspace is configured: the content stays what it is')
      app.decorate('syncContent', async () => 'not_configured' as const)
      app.decorate('contentEdited', () => {})
      return
    }
    const closing = new AbortController()
    const metrics = syncMetrics(app.metrics)
    const pace = syncPace(app.config.contentSyncSeconds)
    const log = app.log.child({ component: 'content-sync' })
    const activeRuns = new Set<Promise<unknown>>()
    let timer: NodeJS.Timeout | undefined

    /** Schedules a run, in place of the scheduled one. */
    const runAfter = (seconds: number, trigger: SyncTrigger = 'schedule'): void => {
      clearTimeout(timer)
      if (closing.signal.aborted) return
      metrics.dueIn(seconds)
      timer = setTimeout(() => {
        run({ kind: 'incremental', trigger, unlessYoungerThan: pace.freshSeconds() }).then(() => runAfter(pace.delay()), ignoreLoggedError)
      }, seconds * 1000)
      timer.unref()
    }

    const scheduleRetryAfterFailure = ({ result }: Pick<SyncReport, 'result'>): void => {
      pace.record(result)
      // An edit must not wait for the next scheduled sync because Notion failed for a moment.
      if (result === 'failed') runAfter(pace.delay())
    }

    const run = (options: RunOptions): Promise<SyncReport> => {
      const { directDatabaseUrl: databaseUrl, webOrigin: siteOrigin, masterCourseId: courseId } = app.config
      const running = syncOnce({ databaseUrl, notion, siteOrigin, courseId, log, signal: closing.signal, ...options }).then(
        (report) => {
          metrics.count(report)
          if (report.result === 'done') log.info(withoutRefusals(report), 'content sync done')
          scheduleRetryAfterFailure(report)
          return report
        },
        (err: unknown) => {
          log.error({ err }, 'failed to run a content sync')
          metrics.count({ result: 'failed' })
          scheduleRetryAfterFailure({ result: 'failed' })
          throw err
        },
      )
      // Closing waits for the run, also for a failing one.
      const ended = running.catch(ignoreLoggedError).finally(() => activeRuns.delete(ended))
      activeRuns.add(ended)
      return running
    }

    app.decorate('syncContent', async (kind: SyncKind, confirmed?: string) => {
      const { promise: started, resolve } = Promise.withResolvers<'started'>()
      const running = run({ kind, trigger: 'admin', ...(confirmed !== undefined && { confirmed }), onStarted: () => resolve('started') })
      return await Promise.race([started, running.then(() => 'busy' as const)])
    })

    let pendingEdit: { kind: SyncKind; timer: NodeJS.Timeout } | undefined
    const runSoon = (kind: SyncKind): void => {
      if (closing.signal.aborted) return
      clearTimeout(pendingEdit?.timer)
      const mergedKind = kind === 'full' || pendingEdit?.kind === 'full' ? 'full' : 'incremental'
      const timer = setTimeout(() => {
        pendingEdit = undefined
        run({ kind: mergedKind, trigger: 'webhook' }).then(
          // A running sync may have passed the edited page.
          ({ result }) => result === 'busy' && runSoon(mergedKind),
          ignoreLoggedError,
        )
      }, EDIT_DELAY_MS).unref()
      pendingEdit = { kind: mergedKind, timer }
    }
    app.decorate('contentEdited', (kind: SyncKind) => {
      // The first edit sets the time, so that an author who keeps editing does not postpone the run.
      if (!pendingEdit || (kind === 'full' && pendingEdit.kind !== 'full')) runSoon(kind)
    })

    app.addHook('onReady', async () => {
      // Not awaited, so that the API starts while Notion or the database is down.
      const firstRun = mirrorAge(app.db).then(
        (age) => {
          if (age === undefined) return runAfter(0, 'start')
          metrics.doneBefore(age)
          runAfter(Math.max(0, app.config.contentSyncSeconds - age))
        },
        (err: unknown) => {
          log.warn({ err }, 'failed to read the age of the mirror')
          pace.record('failed')
          runAfter(pace.delay())
        },
      )
      activeRuns.add(firstRun)
    })
    app.addHook('preClose', async () => {
      closing.abort(new Error('the API is closing'))
      clearTimeout(timer)
      clearTimeout(pendingEdit?.timer)
      await Promise.all(activeRuns)
    })
  },
  { name: 'content-sync', dependencies: ['notion', 'database', 'metrics'] },
)

/** Ignores an error that is already logged; the next run is scheduled. */
const ignoreLoggedError = (): void => {}

const withoutRefusals = ({ refusals: _, ...report }: SyncReport) => report
