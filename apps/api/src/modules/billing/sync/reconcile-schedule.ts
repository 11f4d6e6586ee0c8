import fp from 'fastify-plugin'
import { Counter, Gauge } from 'prom-client'
import type { Config } from '../../../config.ts'
import { type ReconcileReport, reconcile } from './reconcile.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Reconciles now.
     * @throws as `reconcile` does; Error without a Stripe account.
     */
    reconcilePayments: () => Promise<ReconcileReport>
  }
}

/** In seconds. A failed run is retried sooner than usual. */
const RETRY_S = 30

/** Reconciles when the app starts, then at intervals. */
export const reconcileSchedule = fp<{ config: Config }>(
  async (app, { config }) => {
    const { payments } = app
    if (!payments) {
      app.decorate('reconcilePayments', async () => {
        throw new Error('there is no Stripe account to compare with')
      })
      return
    }
    const registers = [app.metrics]
    const runs = new Counter({
      name: 'stripe_reconcile_runs_total',
      help: 'Comparisons with the events of Stripe',
      labelNames: ['result'],
      registers,
    })
    const missed = new Counter({ name: 'stripe_events_missed_total', help: 'Events that no webhook delivered', registers })
    const lastDone = new Gauge({ name: 'stripe_reconcile_last_done_timestamp_seconds', help: 'When the last run succeeded', registers })
    const closing = new AbortController()
    let timer: NodeJS.Timeout | undefined
    let running: Promise<void> = Promise.resolve()

    const reconcileAndCount = async (unlessYoungerThan: number): Promise<ReconcileReport> => {
      const report = await reconcile(payments, { signal: closing.signal, unlessYoungerThan })
      runs.inc({ result: report.result })
      missed.inc(report.missed)
      if (report.result === 'done') lastDone.setToCurrentTime()
      if (report.missed > 0 || report.failed > 0) payments.log.warn(report, 'missed events of Stripe')
      return report
    }

    /** Returns the seconds until the next run. Never throws. */
    const scheduled = async (unlessYoungerThan: number): Promise<number> => {
      try {
        await reconcileAndCount(unlessYoungerThan)
        return config.reconcileSeconds
      } catch (err) {
        if (!closing.signal.aborted) {
          runs.inc({ result: 'failed' })
          payments.log.error({ err }, 'failed to compare the events of Stripe')
        }
        return Math.min(RETRY_S, config.reconcileSeconds)
      }
    }

    const runAfter = (seconds: number): void => {
      if (closing.signal.aborted) return
      timer = setTimeout(() => {
        running = scheduled(config.reconcileSeconds / 2).then(runAfter)
      }, seconds * 1000)
      timer.unref()
    }

    app.decorate('reconcilePayments', () => reconcileAndCount(0))
    app.addHook('onReady', async () => {
      // Not awaited, so that the API starts while Stripe is down.
      running = scheduled(0).then(runAfter)
    })
    app.addHook('preClose', async () => {
      closing.abort(new Error('the API is closing'))
      clearTimeout(timer)
      await running
    })
  },
  { name: 'reconcile-schedule', dependencies: ['payments', 'metrics'] },
)
