import { ADMIN_EMAIL } from '@academy/local'
import { Webhook } from 'standardwebhooks'
import { createAccount, signInAt } from '../fixtures/accounts.ts'
import { callApi, tokenOf } from '../fixtures/call-api.ts'
import { expect, PASSWORD, signIn, test } from '../fixtures/test.ts'
import { receiverUrl, webUrl } from '../fixtures/urls.ts'
import type { ReceivedWebhook } from '../fixtures/webhook-receiver.ts'

test('HOOK-05 HOOK-09 the administrator creates a webhook, and its program verifies what a learner starts with the shown secret', async ({
  page,
}) => {
  await signIn(page, ADMIN_EMAIL)
  await page.goto(webUrl('/admin/webhooks'))
  await page.getByRole('button', { name: 'New webhook' }).click()
  const url = `${receiverUrl()}/hook`
  await page.getByLabel('Address').fill(url)
  await page.getByRole('button', { name: 'Create webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'The secret of the webhook' })
  const secret = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()

  const { access_token, user } = await signInAt(await createAccount('starter'), PASSWORD)
  const sessions = await callApi<{ data: { free: boolean; tutorials: { id: string }[] }[] }>(access_token, '/api/sessions')
  const tutorial = sessions.data.find(({ free }) => free)?.tutorials[0]?.id ?? ''
  await callApi(access_token, `/api/tutorials/${tutorial}/progress`, { method: 'PUT', body: { at: new Date().toISOString() } })

  // journeys beside this one cause events as well
  const ofLearner = async () => {
    const received = (await (await fetch(receiverUrl())).json()) as ReceivedWebhook[]
    return received.filter(({ body }) => JSON.parse(body).data.account_id === user.id)
  }
  await expect.poll(ofLearner).toHaveLength(1)
  const [event] = await ofLearner()
  expect(new Webhook(secret).verify(event?.body ?? '', event?.headers as Record<string, string>)).toMatchObject({
    type: 'tutorial.started',
    data: { account_id: user.id, tutorial_id: tutorial },
  })
  expect(() => new Webhook(secret).verify(`${event?.body} `, event?.headers as Record<string, string>)).toThrow('No matching signature')

  // the academy records the answer a moment after the program gave it
  const token = await tokenOf(page)
  const webhooks = await callApi<{ data: { id: string; url: string }[] }>(token, '/api/admin/webhooks')
  const log = `/api/admin/webhooks/${webhooks.data.find((webhook) => webhook.url === url)?.id}/attempts`
  const recorded = async () => JSON.stringify(await callApi(token, log))
  await expect.poll(recorded).toContain('tutorial.started')
  await page.getByRole('button', { name: 'Log', exact: true }).click()
  const line = page.getByRole('row').filter({ hasText: 'tutorial.started' }).first()
  await expect(line.getByRole('cell', { name: '204', exact: true })).toBeVisible()
  await page.getByRole('button', { name: `Remove ${url}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove webhook' }).click()
  await expect(page.getByText('No webhooks yet')).toBeVisible()
})
