import fp from 'fastify-plugin'
import { Counter, Gauge } from 'prom-client'
import { startPeriodicTask } from '../../../periodic-task.ts'
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
export const reconcileSchedule = fp(
  async (app) => {
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

    const reconcileAndCount = async (unlessYoungerThan: number, signal?: AbortSignal): Promise<ReconcileReport> => {
      const report = await reconcile(payments, { signal, unlessYoungerThan })
      runs.inc({ result: report.result })
      missed.inc(report.missed)
      if (report.result === 'done') lastDone.setToCurrentTime()
      if (report.missed > 0 || report.failed > 0) payments.log.warn(report, 'missed events of Stripe')
      return report
    }

    /** The first run compares in any case. */
    let unlessYoungerThan = 0
    const { wake } = startPeriodicTask(app, {
      intervalMs: app.config.reconcileSeconds * 1000,
      retryMs: Math.min(RETRY_S, app.config.reconcileSeconds) * 1000,
      task: async (closing) => {
        const running = reconcileAndCount(unlessYoungerThan, closing)
        unlessYoungerThan = app.config.reconcileSeconds / 2
        await running.catch((error: unknown) => {
          if (!closing.aborted) throw error
        })
      },
      onError: (err) => {
        runs.inc({ result: 'failed' })
        payments.log.error({ err }, 'failed to compare the events of Stripe')
      },
    })
    app.decorate('reconcilePayments', () => reconcileAndCount(0))
    // Not awaited, so that the API starts while Stripe is down.
    app.addHook('onReady', async () => wake())
  },
  { name: 'reconcile-schedule', dependencies: ['payments', 'metrics'] },
)
