import { contract } from '@academy/contract'
import { MOST_WEBHOOKS, type WebhookEvent } from '@academy/contract/webhook-events'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { serveRoutes } from '../../http/contract-routes.ts'
import { decodeCursor, encodeCursor } from '../../http/cursor.ts'
import { conflict, invalidField, orNotFound } from '../../http/errors.ts'
import { parsePublicUrl } from '../../http/public-request.ts'
import { serializeDates } from '../../http/serialize-dates.ts'
import { URL_PROBLEMS } from './send-event.ts'
import { eventName, secretOf } from './sign-event.ts'
import {
  changeWebhook,
  createWebhook,
  listAttempts,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  type StoredWebhook,
} from './webhooks.store.ts'

const position = z.tuple([z.guid()])

const toBody = ({ attempts, due_at, ...stored }: StoredWebhook) => ({
  ...serializeDates(stored),
  events: stored.events as WebhookEvent[],
  failed_attempts: attempts,
  next_attempt_at: attempts === 0 || stored.paused_at !== null ? null : due_at.toISOString(),
})

/** Serves to the administrator the webhooks with their log. */
export async function adminWebhookRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app

  const requireAllowedUrl = (text: string): void => {
    const url = parsePublicUrl(text, app.config.webhookTrustedOrigins)
    if (!(url instanceof URL)) throw invalidField('url', URL_PROBLEMS[url])
  }
  const found = (webhook: StoredWebhook | undefined): StoredWebhook => orNotFound(webhook, 'Webhook')
  const withSecret = (webhook: StoredWebhook) => ({
    webhook: toBody(webhook),
    secret: secretOf(app.config.fileSigningKey, webhook.id, webhook.secret_version),
  })

  await serveRoutes(contract.webhooks, app, {
    list: async () => ({ status: 200, body: { success: true, data: (await listWebhooks(db)).map(toBody) } }),
    create: async ({ request: { user }, body }) => {
      requireAllowedUrl(body.url)
      const created = await createWebhook(db, body, { most: MOST_WEBHOOKS, operator: user })
      if (!created) throw conflict(`There are ${MOST_WEBHOOKS} webhooks already. Remove one first.`)
      return { status: 201, body: { success: true, data: withSecret(created) } }
    },
    change: async ({ request: { user }, params: { webhookId }, body }) => {
      requireAllowedUrl(body.url)
      const changed = found(await changeWebhook(db, webhookId, body, user))
      app.webhookSender.wake()
      return { status: 200, body: { success: true, data: toBody(changed) } }
    },
    rotate: async ({ request: { user }, params: { webhookId } }) => {
      const rotated = found(await rotateSecret(db, webhookId, user))
      return { status: 200, body: { success: true, data: withSecret(rotated) } }
    },
    remove: async ({ request: { user }, params: { webhookId } }) => {
      orNotFound((await removeWebhook(db, webhookId, user)) || undefined, 'Webhook')
      return { status: 200, body: { success: true, message: 'The webhook is removed.' } }
    },
    attempts: async ({ params: { webhookId }, query: { cursor } }) => {
      const page = orNotFound(await listAttempts(db, webhookId, decodeCursor(cursor, position)?.[0]), 'Webhook')
      const attempts = page.attempts.map(({ event, ...attempt }) => ({
        ...serializeDates(attempt),
        event_id: event && eventName(attempt.position, event),
      }))
      return { status: 200, body: { success: true, data: { attempts, next: encodeCursor(page.next === null ? null : [page.next]) } } }
    },
  })
}
