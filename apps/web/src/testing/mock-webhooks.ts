import { contract, type Webhook, type WebhookAttempt } from '@academy/contract'
import { mockApi } from './mock-api.ts'
import { sampleOf } from './sample-of.ts'
import { sampleContext } from './samples.ts'

const { accounts, webhooks } = contract

const at = '2026-11-02T12:00:00.000Z'
const sampleWebhook = sampleOf(webhooks.list.responses[200].shape.data.element, {
  id: '6f1c2a34-9d1e-4c7b-8a55-2f0c9e3b7d10',
  url: 'https://hooks.example.com/academy',
  events: ['purchase.paid', 'account.erased'],
  created_at: at,
  position: 41,
  waiting: 1,
  failed_attempts: 0,
})

const sampleAttempts: WebhookAttempt[] = [
  {
    id: '00000000-0000-4000-8000-000000000002',
    position: 42,
    event_id: 'evt_42',
    type: 'account.erased',
    at,
    milliseconds: 1_200,
    status: 500,
    failure: '=We are moving.',
  },
  {
    id: '00000000-0000-4000-8000-000000000001',
    position: 41,
    event_id: 'evt_41',
    type: 'purchase.paid',
    at,
    milliseconds: 90,
    status: 204,
    failure: null,
  },
]

/** Mocks the webhooks of the academy for the administrator: one with two attempts. */
export function mockWebhooks(changes: Partial<Webhook> = {}) {
  const api = mockApi()
  const webhook = sampleWebhook(changes)
  api.reply(accounts.context, 200, sampleContext({ is_admin: true }))
  api.reply(webhooks.list, 200, { success: true, data: [webhook] })
  api.reply(webhooks.attempts, 200, { success: true, data: { attempts: sampleAttempts, next: null } })
  return { api, webhook }
}
