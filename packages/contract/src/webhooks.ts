import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors, done, ok } from './api-error.ts'
import { pageCursor } from './text.ts'
import { MOST_WEBHOOKS, webhookEvents } from './webhook-events.ts'

const c = initContract()

const timestamp = z.iso.datetime()

const input = z
  .strictObject({
    url: z
      .url({ error: 'Write the address of the program, such as https://hooks.example.com/academy.' })
      .max(2_000, 'The address must have at most 2,000 characters.')
      .describe('Where the events go, by https.'),
    events: z
      .array(z.enum(webhookEvents, { error: `Choose among ${webhookEvents.join(', ')}.` }), { error: 'Choose at least one event.' })
      .min(1, 'Choose at least one event.')
      .max(webhookEvents.length, 'Name each event once.')
      .describe('The types of its events.'),
  })
  .meta({ id: 'WebhookInput', description: 'Where events go, and which.' })

const webhook = z
  .object({
    ...input.shape,
    id: z.uuid(),
    created_at: timestamp,
    rotated_at: timestamp.nullable().describe('When the secret was last replaced. For a day the one before signs as well.'),
    position: z.int().describe('The number of the last event that the program accepted.'),
    waiting: z.int().describe('How many events wait for it; 100 stands for more, too.'),
    failed_attempts: z.int().describe('How often the next event failed.'),
    next_attempt_at: timestamp.nullable().describe('Null while nothing failed, and while it is paused.'),
    paused_at: timestamp.nullable(),
    paused_by: z
      .enum(['administrator', 'academy'])
      .nullable()
      .describe('`academy`: after the last attempt, or because the program answered 410.'),
  })
  .meta({ id: 'Webhook', description: 'An address to which the academy sends events.' })
export type Webhook = z.infer<typeof webhook>

const attempt = z
  .object({
    id: z.uuid(),
    position: z.int().describe('The number of the event.'),
    event_id: z.string().nullable().describe('The `webhook-id` of the event; null if it is no longer kept.'),
    type: z.string().nullable(),
    at: timestamp,
    milliseconds: z.int().describe('How long it took.'),
    status: z.int().nullable().describe('The HTTP status; null without a response.'),
    failure: z.string().nullable().describe('At most 2 kB of the response, or what went wrong; null if the program accepted the event.'),
  })
  .meta({ id: 'WebhookAttempt', description: 'What happened to an event.' })
export type WebhookAttempt = z.infer<typeof attempt>

const withSecret = z.object({
  webhook,
  secret: z.string().describe('Verifies the signatures, as Standard Webhooks describes. No other response has it.'),
})

const pathParams = z.object({ webhookId: z.uuid('There is no webhook with this id.').describe('The id of the webhook.') })
const metadata = { auth: 'admin' } as const
const ofOne = { ...bearerErrors, 404: apiError }

/** Events for other programs of the owner. */
export const webhooks = c.router({
  list: {
    method: 'GET',
    path: '/api/admin/webhooks',
    summary: 'The webhooks, oldest first',
    description: 'With how many events wait for each.',
    responses: { ...bearerErrors, 200: ok(z.array(webhook)) },
    metadata,
  },
  create: {
    method: 'POST',
    path: '/api/admin/webhooks',
    body: input,
    summary: 'Send events to another program',
    description: `It gets the events from now on. 409 \`conflict\` if there are ${MOST_WEBHOOKS} webhooks.`,
    responses: { ...bearerErrors, 201: ok(withSecret), 409: apiError },
    metadata,
  },
  change: {
    method: 'PUT',
    path: '/api/admin/webhooks/:webhookId',
    pathParams,
    body: input.safeExtend({
      paused: z
        .boolean({ error: 'paused must be true or false.' })
        .describe('Events wait while it is paused, for 30 days. To resume it begins a new series of attempts.'),
      replay_from: z
        .int({ error: 'replay_from must be the number of an event.' })
        .min(1, 'replay_from must be the number of an event.')
        .optional()
        .describe('Sends the events again from the one with this number on.'),
    }),
    summary: 'Change, pause, resume or replay a webhook',
    description: 'Events are kept for 30 days. A later number than that of the next event skips those before it.',
    responses: { ...ofOne, 200: ok(webhook) },
    metadata,
  },
  rotate: {
    method: 'POST',
    path: '/api/admin/webhooks/:webhookId/secret',
    pathParams,
    body: c.noBody(),
    summary: 'Replace secret of a webhook',
    description: 'For a day, events have the signatures of both.',
    responses: { ...ofOne, 200: ok(withSecret) },
    metadata,
  },
  remove: {
    method: 'DELETE',
    path: '/api/admin/webhooks/:webhookId',
    pathParams,
    body: c.noBody(),
    summary: 'Remove a webhook',
    description: 'With its log. Events that wait are not sent.',
    responses: { ...ofOne, 200: done },
    metadata,
  },
  attempts: {
    method: 'GET',
    path: '/api/admin/webhooks/:webhookId/attempts',
    pathParams,
    query: z.object({ cursor: pageCursor }),
    summary: 'What happened to the events of a webhook, newest first, 50 per page',
    description: 'Of the last 30 days.',
    /** `next` is the `cursor` of the next page, null at the end. */
    responses: { ...ofOne, 200: ok(z.object({ attempts: z.array(attempt), next: z.string().nullable() })) },
    metadata,
  },
})
