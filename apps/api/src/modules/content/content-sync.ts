import fp from 'fastify-plugin'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Config } from '../../config.ts'
import type { SyncKind, SyncTrigger } from './content.table.ts'
import { type SyncOptions, type SyncReport, syncOnce } from './sync-content.ts'
import { mirrorAge } from './sync-runs.store.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Looks at Notion now; answers as soon as the run has begun, or it is clear that another one goes on, here or elsewhere. */
    syncContent: (kind: SyncKind) => Promise<'begun' | 'busy' | 'not_configured'>
    /** Takes note that something was edited in Notion: a run comes soon, one for all that is told at about the same time. */
    contentEdited: (kind: SyncKind) => void
  }
}

/** After a run that failed, or could not even start, the next one comes sooner than usual. */
const RETRY_S = 30
/** Authors edit in bursts: so long others may still be told of before a run begins. */
const GATHER_MS = 2_000

/** Keeps the mirror up to date for as long as the app lives: at once when it is empty or stale, then every so often. */
export const contentSync = fp<{ config: Config }>(
  async (app, { config }) => {
    const { notion } = app
    if (!notion) {
      app.log.debug('no Notion workspace is configured: the content stays what it is')
      app.decorate('syncContent', async () => 'not_configured' as const)
      app.decorate('contentEdited', () => {})
      return
    }
    const closing = new AbortController()
    const count = countedBy(app.metrics)
    const log = app.log.child({ component: 'content-sync' })
    let timer: NodeJS.Timeout | undefined
    let running: Promise<void> = Promise.resolve()

    const runAfter = (seconds: number, trigger: SyncTrigger = 'schedule'): void => {
      if (closing.signal.aborted) return
      timer = setTimeout(() => {
        running = scheduledRun(trigger).then(runAfter)
      }, seconds * 1000)
      timer.unref()
    }

    const run = async (options: Pick<SyncOptions, 'kind' | 'trigger' | 'unlessYoungerThan' | 'onBegun'>): Promise<SyncReport> => {
      const report = await syncOnce({
        databaseUrl: config.databaseUrl,
        notion,
        siteOrigin: config.webOrigin,
        log,
        signal: closing.signal,
        ...options,
      })
      count(report)
      if (report.result === 'done') log.info(withoutList(report), 'content sync done')
      return report
    }

    /** One run. @returns the seconds until the next. Never throws: a failed run is a line in the log and a number in the metrics. */
    const scheduledRun = async (trigger: SyncTrigger): Promise<number> => {
      try {
        // With several instances the first one to wake looks; the others find the mirror young enough.
        const report = await run({ kind: 'incremental', trigger, unlessYoungerThan: config.contentSyncSeconds / 2 })
        return report.result === 'failed' ? Math.min(RETRY_S, config.contentSyncSeconds) : config.contentSyncSeconds
      } catch (err) {
        log.error({ err }, 'content sync could not start')
        count({ result: 'failed' })
        return Math.min(RETRY_S, config.contentSyncSeconds)
      }
    }

    const askedRuns = new Set<Promise<unknown>>()
    app.decorate('syncContent', async (kind: SyncKind) => {
      const { promise: begun, resolve } = Promise.withResolvers<'begun'>()
      const asked = run({ kind, trigger: 'admin', onBegun: () => resolve('begun') })
      const ended = asked.catch((err: unknown) => log.error({ err }, 'content sync could not start')).finally(() => askedRuns.delete(ended))
      askedRuns.add(ended)
      return await Promise.race([begun, asked.then(() => 'busy' as const)])
    })

    let edited: { kind: SyncKind; timer: NodeJS.Timeout } | undefined
    const runSoon = (kind: SyncKind): void => {
      if (closing.signal.aborted) return
      clearTimeout(edited?.timer)
      const whole = kind === 'full' || edited?.kind === 'full' ? 'full' : 'incremental'
      const asked = setTimeout(() => {
        edited = undefined
        const ended = run({ kind: whole, trigger: 'webhook' })
          // A run that goes on may have passed what was edited.
          .then(({ result }) => result === 'busy' && runSoon(whole))
          .catch((err: unknown) => log.error({ err }, 'content sync could not start'))
          .finally(() => askedRuns.delete(ended))
        askedRuns.add(ended)
      }, GATHER_MS).unref()
      edited = { kind: whole, timer: asked }
    }
    app.decorate('contentEdited', (kind: SyncKind) => {
      // The first one told of sets the time, or an author who keeps editing would never see a run.
      if (!edited || (kind === 'full' && edited.kind !== 'full')) runSoon(kind)
    })

    app.addHook('onReady', async () => {
      // Not awaited: the API serves what it has, also while Notion or the database is down.
      running = mirrorAge(app.db).then(
        (age) => (age === undefined ? runAfter(0, 'start') : runAfter(Math.max(0, config.contentSyncSeconds - age))),
        (err: unknown) => {
          log.warn({ err }, 'the age of the mirror is not known')
          runAfter(Math.min(RETRY_S, config.contentSyncSeconds))
        },
      )
    })
    app.addHook('preClose', async () => {
      closing.abort(new Error('the API is closing'))
      clearTimeout(timer)
      clearTimeout(edited?.timer)
      await Promise.all([running, ...askedRuns])
    })
  },
  { name: 'content-sync', dependencies: ['notion', 'database', 'metrics'] },
)

const withoutList = ({ refusals: _, ...report }: SyncReport) => report

function countedBy(registry: Registry) {
  const registers = [registry]
  const runs = new Counter({ name: 'content_sync_runs_total', help: 'Looks at Notion', labelNames: ['result'], registers })
  const pages = new Counter({ name: 'content_pages_total', help: 'Pages published or taken back', labelNames: ['what'], registers })
  const requests = new Counter({ name: 'content_sync_requests_total', help: 'Requests sent to Notion', registers })
  const refused = new Gauge({ name: 'content_pages_refused', help: 'Pages that are refused as they are now', registers })
  const lastDone = new Gauge({ name: 'content_sync_last_done_timestamp_seconds', help: 'When the last run went through', registers })

  return (report: SyncReport | { result: 'failed' }): void => {
    runs.inc({ result: report.result })
    if (!('requests' in report)) return
    requests.inc(report.requests)
    pages.inc({ what: 'published' }, report.published)
    pages.inc({ what: 'unpublished' }, report.unpublished)
    if (report.result !== 'done') return
    refused.set(report.standing)
    lastDone.setToCurrentTime()
  }
}
