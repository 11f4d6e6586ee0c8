import fp from 'fastify-plugin'
import { type PeriodicTask, startPeriodicTask } from '../../periodic-task.ts'
import { composePaused } from './compose-paused.ts'
import {
  type ClaimedEvent,
  claimEvent,
  deleteOldEvents,
  findPaused,
  numberEvents,
  PAUSED_MAIL,
  recordOutcome,
  releaseClaim,
} from './deliveries.store.ts'
import { sendEvent } from './send-event.ts'
import { signEvent } from './sign-event.ts'

/** The interval, in milliseconds, of the search for new events. */
const CHECK_INTERVAL_MS = 5_000
const CLEAN_INTERVAL_MS = 3_600_000

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends the due events. `run` resolves after the last outcome. */
    webhookSender: PeriodicTask
  }
}

/** Sends events to other programs of the owner: each at least once, and in order (decision 065). */
export const webhookSender = fp(
  async (app) => {
    const { db, outbox } = app
    const log = app.log.child({ component: 'webhooks' })
    const closing = new AbortController()
    const sending = new Set<Promise<void>>()

    outbox.compose(PAUSED_MAIL, async (attemptId) => {
      const paused = await findPaused(db, attemptId)
      return paused && app.config.adminEmail ? composePaused(paused, app.config.adminEmail, app.config) : undefined
    })

    const attempt = async (event: ClaimedEvent): Promise<void> => {
      const { body, headers } = signEvent(app.config.fileSigningKey, event, new Date())
      const trustedOrigins = app.config.webhookTrustedOrigins
      const outcome = await sendEvent(event.url, { body, headers, trustedOrigins, closing: closing.signal })
      const { endpoint_id: webhook, position, type } = event
      const about = { webhook, position, type, status: outcome.status }
      if (await recordOutcome(db, event, outcome)) {
        log.error(about, 'paused a webhook: its program does not accept an event')
        outbox.wake()
      } else if (outcome.failure !== null) log.warn(about, 'failed to send an event to a program; retrying')
    }

    /** Sends the events of an endpoint until none is due, or until the API closes. */
    const sendAll = async (first: ClaimedEvent): Promise<void> => {
      for (let event: ClaimedEvent | undefined = first; event; event = await claimEvent(db, event.endpoint_id)) {
        try {
          closing.signal.throwIfAborted()
          await attempt(event)
        } catch (error) {
          if (!closing.signal.aborted) throw error
          return await releaseClaim(db, event)
        }
      }
    }

    const start = (event: ClaimedEvent): void => {
      const sent = sendAll(event).catch((err: unknown) => log.warn({ err }, 'failed to load or record events; retrying'))
      sending.add(sent)
      void sent.finally(() => sending.delete(sent))
    }

    const { wake, run } = startPeriodicTask(app, {
      intervalMs: CHECK_INTERVAL_MS,
      // Does not wait for the programs, so that a slow one delays no other.
      task: async () => {
        await numberEvents(db)
        for (let event = await claimEvent(db); event; event = await claimEvent(db)) start(event)
      },
      onError: (err) => log.warn({ err }, 'failed to load events; retrying'),
    })
    startPeriodicTask(app, {
      intervalMs: CLEAN_INTERVAL_MS,
      task: () => deleteOldEvents(db),
      onError: (err) => log.warn({ err }, 'failed to delete old events; retrying'),
    })
    app.addHook('preClose', async () => {
      closing.abort()
      await Promise.all(sending)
    })
    app.decorate('webhookSender', {
      wake,
      run: async () => {
        await run()
        await Promise.all(sending)
      },
    })
  },
  { name: 'webhook-sender', dependencies: ['database', 'outbox'] },
)
