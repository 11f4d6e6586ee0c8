import type { FastifyBaseLogger } from 'fastify'
import type { Sql } from 'postgres'
import type { ChangeRecorder } from '../context.ts'
import { type DeliveryResult, send } from './delivery.ts'
import { payloadOf } from './event.ts'
import { claimDueEvents, hasPendingEvents, recordAttempt, recordChange } from './outbox.ts'
import { activate, listSubscriptions, type Subscription, subscribe, unsubscribe } from './subscriptions.ts'

/** The interval at which the worker checks for due deliveries while any are pending, because the clock may move. */
const POLL_INTERVAL_MS = 200

export type Webhooks = ChangeRecorder & {
  /** Registers a URL and sends it a verification token. A known URL keeps its token. */
  subscribe(url: string): Promise<{ subscription: Subscription; handshake: DeliveryResult | undefined }>
  activate(id: string): Promise<void>
  unsubscribe(id: string): Promise<void>
  close(): Promise<void>
}

/**
 * Creates Notion's webhooks: subscriptions, an outbox, and the worker that delivers it. Their state is in the database. It caches the active
 * subscriptions, because events are recorded only for subscribers.
 */
export async function createWebhooks(sql: Sql, now: () => Date, log: FastifyBaseLogger): Promise<Webhooks> {
  const closing = new AbortController()
  let active: Subscription[] = []
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  const reload = async () => {
    active = (await listSubscriptions(sql)).filter((subscription) => subscription.active)
  }

  const deliverDue = async () => {
    const due = await claimDueEvents(sql, now())
    // in parallel, because Notion guarantees no order, and a slow subscriber must not delay the others
    const sent = due.map(async (event) => {
      const subscription = active.find(({ id }) => id === event.subscription_id)
      if (subscription !== undefined) await recordAttempt(sql, event, await send(subscription, payloadOf(event), closing.signal))
    })
    await Promise.all(sent)
    if (await hasPendingEvents(sql)) wake()
  }

  const wake = () => {
    if (active.length === 0 || timer !== undefined || closing.signal.aborted) return
    timer = setTimeout(() => {
      timer = undefined
      running = running.then(deliverDue).catch((error: unknown) => {
        if (!closing.signal.aborted) log.error(error, 'failed to deliver webhooks')
      })
    }, POLL_INTERVAL_MS)
    timer.unref()
  }

  const sendToken = (subscription: Subscription) =>
    send(subscription, { verification_token: subscription.verification_token }, closing.signal)

  await reload()
  wake()
  return {
    wake,
    record: async (tx, change) => {
      if (active.length > 0) await recordChange(tx, active, change, now())
    },
    subscribe: async (url) => {
      const { subscription, isNew } = await subscribe(sql, url, now())
      return { subscription, handshake: isNew ? await sendToken(subscription) : undefined }
    },
    activate: async (id) => {
      await activate(sql, id)
      await reload()
    },
    unsubscribe: async (id) => {
      await unsubscribe(sql, id)
      await reload()
    },
    close: async () => {
      closing.abort(new Error('the stand-in is closing'))
      clearTimeout(timer)
      await running
    },
  }
}
