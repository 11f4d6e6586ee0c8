import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { endpoints } from '../../testing/contract-endpoints.ts'
import { ADMIN_EMAIL, buildPromptsApp, sampleInput } from '../../testing/prompt-accounts.ts'

const { app, newAccount } = await buildPromptsApp()

const all = endpoints.filter(({ name }) => name.startsWith('prompts.'))

test('D-61 PROMPT-10 every endpoint requires the entitlement', () => {
  expect(all).toHaveLength(11)
  expect(all.map(({ route }) => (route.metadata as { entitlement?: string }).entitlement)).toEqual(all.map(() => 'my_prompts'))
})

test.each(all)('D-61 API-01 $name: 401 without a token, 403 without the entitlement, before any other check', async ({ method, url }) => {
  const owner = await newAccount()
  const { id } = await owner.created()
  const { headers } = await newAccount({ studio: false })
  for (const parameter of [id, randomUUID(), 'with%20space']) {
    const refused = await app.inject({ method, url: url(parameter), headers, ...(method === 'GET' ? {} : { payload: {} }) })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'entitlement_required'])
  }
  expect((await app.inject({ method, url: url(id) })).statusCode).toBe(401)
  expect((await owner.list()).json()).toHaveLength(1)
})

test('D-61 ACCESS-07 hides prompts of other accounts, and responds with 404 for them', async () => {
  const ada = await newAccount()
  const bob = await newAccount()
  const made = await ada.created()
  expect((await bob.list()).json()).toEqual([])
  for (const response of [await bob.get(made.id), await bob.update(made.id, sampleInput, made.updated_at), await bob.remove(made.id)]) {
    expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
  }
  expect((await ada.list()).json()).toEqual([made])
})

test('D-61 ACCESS-05 the admin has prompts without a purchase, and sees no others', async () => {
  const ada = await newAccount()
  const made = await ada.created()
  const admin = await newAccount({ studio: false, email: ADMIN_EMAIL })
  const own = await admin.created()
  expect((await admin.list()).json()).toEqual([own])
  expect((await admin.get(made.id)).statusCode).toBe(404)
})

test('D-61 prompts are inaccessible without the Studio, and return with it', async () => {
  const ada = await newAccount()
  const made = await ada.created()
  await ada.revokeStudio()
  await expect.poll(async () => (await ada.list()).statusCode).toBe(403)
  await ada.grantStudio()
  await expect.poll(async () => (await ada.list()).statusCode).toBe(200)
  expect((await ada.list()).json()).toEqual([made])
})
