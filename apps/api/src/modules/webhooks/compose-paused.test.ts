import { expect, test } from 'vitest'
import { startSellingAcademy } from '../../testing/selling-academy.ts'
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts'

const ADMIN = 'admin@example.test'
const receiver = await startWebhookReceiver()
const { app, owner, mailsTo } = await startSellingAcademy({
  mails: true,
  env: { ADMIN_EMAIL: ADMIN, WEBHOOK_TRUSTED_ORIGINS: receiver.origin, FILE_SIGNING_KEY: 'k'.repeat(32) },
})

/** Records an event that the program refuses for good, so that its webhook is paused. */
async function pause(failure: string) {
  receiver.respond = (_request, response) => void response.writeHead(410).end(failure)
  await owner`insert into tutorial_progress (account_id, tutorial_id, started_at, updated_at) values (gen_random_uuid(), 'free', now(), now())`
  await app.webhookSender.run()
}

test('HOOK-06 the administrator gets one mail about each pause', async () => {
  await owner`insert into webhook_endpoints (url, events, position) values (${`${receiver.origin}/hook`}, '{tutorial.started}', 0)`
  await pause('We closed & moved.')
  await app.outbox.run()
  await app.outbox.run()
  const [mail, ...more] = await mailsTo(ADMIN)
  expect([mail?.subject, more]).toEqual(['A webhook is paused', []])
  expect(mail?.text).toContain(`${receiver.origin}/hook`)
  expect(mail?.text).toContain('status 410: We closed & moved.')
  expect(mail?.text).toContain('/admin/webhooks')

  const resume = () => owner`update webhook_endpoints set paused_at = null, paused_by = null, attempts = 0, due_at = now()`
  await resume()
  await pause('Still closed.')
  await app.outbox.run()
  expect(await mailsTo(ADMIN)).toHaveLength(2)
})
