import fp from 'fastify-plugin'
import type { Config } from '../../config.ts'
import type { SyncKind, SyncTrigger } from './content.table.ts'
import { type SyncOptions, type SyncReport, syncOnce } from './sync-content.ts'
import { syncMetrics } from './sync-metrics.ts'
import { syncPace } from './sync-pace.ts'
import { mirrorAge } from './sync-runs.store.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Syncs with Notion now, with the key of a held run if an admin confirmed it; answers as soon as the run has begun, or it is clear that another one goes on, here or elsewhere. */
    syncContent: (kind: SyncKind, confirmed?: string) => Promise<'begun' | 'busy' | 'not_configured'>
    /** Takes note that something was edited in Notion: a run comes soon, one for all that is told at about the same time. */
    contentEdited: (kind: SyncKind) => void
  }
}

/** Authors edit in bursts: so long others may still be told of before a run begins. */
const GATHER_MS = 2_000

type RunOptions = Pick<SyncOptions, 'kind' | 'trigger' | 'confirmed' | 'unlessYoungerThan' | 'onBegun'>

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
    const metrics = syncMetrics(app.metrics)
    const pace = syncPace(config.contentSyncSeconds)
    const log = app.log.child({ component: 'content-sync' })
    const underWay = new Set<Promise<unknown>>()
    let timer: NodeJS.Timeout | undefined

    /** The next run by the clock takes the place of the one that was due. */
    const runAfter = (seconds: number, trigger: SyncTrigger = 'schedule'): void => {
      clearTimeout(timer)
      if (closing.signal.aborted) return
      metrics.dueIn(seconds)
      timer = setTimeout(() => {
        run({ kind: 'incremental', trigger, unlessYoungerThan: pace.youngEnough() }).then(() => runAfter(pace.delay()), said)
      }, seconds * 1000)
      timer.unref()
    }

    const settled = ({ result }: Pick<SyncReport, 'result'>): void => {
      pace.note(result)
      // An edit must not wait for the next scheduled sync because Notion failed for a moment.
      if (result === 'failed') runAfter(pace.delay())
    }

    const run = (options: RunOptions): Promise<SyncReport> => {
      const { directDatabaseUrl: databaseUrl, webOrigin: siteOrigin, masterCourseId: courseId } = config
      const running = syncOnce({ databaseUrl, notion, siteOrigin, courseId, log, signal: closing.signal, ...options }).then(
        (report) => {
          metrics.count(report)
          if (report.result === 'done') log.info(withoutList(report), 'content sync done')
          settled(report)
          return report
        },
        (err: unknown) => {
          log.error({ err }, 'content sync could not start')
          metrics.count({ result: 'failed' })
          settled({ result: 'failed' })
          throw err
        },
      )
      // Closing waits for it, however it ends.
      const ended = running.catch(said).finally(() => underWay.delete(ended))
      underWay.add(ended)
      return running
    }

    app.decorate('syncContent', async (kind: SyncKind, confirmed?: string) => {
      const { promise: begun, resolve } = Promise.withResolvers<'begun'>()
      const asked = run({ kind, trigger: 'admin', ...(confirmed !== undefined && { confirmed }), onBegun: () => resolve('begun') })
      return await Promise.race([begun, asked.then(() => 'busy' as const)])
    })

    let edited: { kind: SyncKind; timer: NodeJS.Timeout } | undefined
    const runSoon = (kind: SyncKind): void => {
      if (closing.signal.aborted) return
      clearTimeout(edited?.timer)
      const whole = kind === 'full' || edited?.kind === 'full' ? 'full' : 'incremental'
      const asked = setTimeout(() => {
        edited = undefined
        run({ kind: whole, trigger: 'webhook' }).then(
          // A run that goes on may have passed what was edited.
          ({ result }) => result === 'busy' && runSoon(whole),
          said,
        )
      }, GATHER_MS).unref()
      edited = { kind: whole, timer: asked }
    }
    app.decorate('contentEdited', (kind: SyncKind) => {
      // The first one told of sets the time, or an author who keeps editing would never see a run.
      if (!edited || (kind === 'full' && edited.kind !== 'full')) runSoon(kind)
    })

    app.addHook('onReady', async () => {
      // Not awaited: the API serves what it has, also while Notion or the database is down.
      const begun = mirrorAge(app.db).then(
        (age) => (age === undefined ? runAfter(0, 'start') : runAfter(Math.max(0, config.contentSyncSeconds - age))),
        (err: unknown) => {
          log.warn({ err }, 'the age of the mirror is not known')
          pace.note('failed')
          runAfter(pace.delay())
        },
      )
      underWay.add(begun)
    })
    app.addHook('preClose', async () => {
      closing.abort(new Error('the API is closing'))
      clearTimeout(timer)
      clearTimeout(edited?.timer)
      await Promise.all(underWay)
    })
  },
  { name: 'content-sync', dependencies: ['notion', 'database', 'metrics'] },
)

/** What went wrong is in the log already, and the next run is due. */
const said = (): void => {}

const withoutList = ({ refusals: _, ...report }: SyncReport) => report
