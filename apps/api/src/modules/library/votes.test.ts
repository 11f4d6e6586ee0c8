import type { ResourceToCheck } from '@academy/contract'
import { expect, test } from 'vitest'
import { ADMIN_EMAIL, buildPromptsApp } from '../../testing/prompt-accounts.ts'
import { publisher } from '../../testing/published-pages.ts'
import { receiveNotifications } from '../../testing/receive-notifications.ts'

const { app, newAccount } = await buildPromptsApp()
const publish = publisher(app.db)
const admin = await newAccount({ studio: false, email: ADMIN_EMAIL })

type Account = Awaited<ReturnType<typeof newAccount>>
const part = (text: string) => ({ html: `<p>${text}</p>`, blocks: [] })
const publishText = (id: string, text: string, changes: object = {}) =>
  publish.resource(id, { name: `About ${id}`, ...changes, parts: { prompt: part(text) } })
const url = (id: string) => `/api/library/${id}/vote`
const vote = async ({ headers }: Account, id: string, worked: unknown) =>
  (await app.inject({ method: 'PUT', url: url(id), headers, payload: { worked } })).statusCode
const hashOf = async ({ headers }: Account, id: string, part: string) => {
  await receiveNotifications(app)
  return (await app.inject({ url: `/api/library/${id}/${part}`, headers })).json().data.text_hash
}
const own = async ({ headers }: Account, id: string) => (await app.inject({ url: url(id), headers })).json().data?.worked
const toCheck = async () => {
  const response = await app.inject({ url: '/api/admin/library/to-check', headers: admin.headers })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().data as ResourceToCheck[]
}
const reasonsOf = async (...ids: string[]) => (await toCheck()).filter(({ id }) => ids.includes(id)).map(({ id, reason }) => [id, reason])
const votesOf = async (id: string) => (await app.sql`select * from prompt_votes where resource_id = ${id}`).length

test('PROMPT-58 an account has one vote on a text, and can change or withdraw it', async () => {
  await publishText('changing', 'Old')
  const [ada, bob] = [await newAccount(), await newAccount()]
  expect(await own(ada, 'changing')).toBeNull()
  expect([await vote(ada, 'changing', true), await vote(ada, 'changing', false), await vote(ada, 'changing', false)]).toEqual([
    200, 200, 200,
  ])
  expect([await own(ada, 'changing'), await own(bob, 'changing'), await votesOf('changing')]).toEqual([false, null, 1])
  expect([await vote(ada, 'changing', null), await vote(ada, 'changing', null)]).toEqual([200, 200])
  expect([await own(ada, 'changing'), await votesOf('changing')]).toEqual([null, 0])
})

test('PROMPT-58 the same vote again keeps its time, and a changed one gets a new time', async () => {
  await publishText('repeated', 'Old')
  const ada = await newAccount()
  await vote(ada, 'repeated', false)
  await app.sql`update prompt_votes set voted_at = '2026-01-01' where account_id = ${ada.id}`
  const isOld = async () => (await app.sql`select from prompt_votes where account_id = ${ada.id} and voted_at = '2026-01-01'`).length === 1
  await vote(ada, 'repeated', false)
  expect(await isOld()).toBe(true)
  await vote(ada, 'repeated', true)
  expect(await isOld()).toBe(false)
})

test('PROMPT-58 concurrent requests store one vote', async () => {
  await publishText('hurried', 'Old')
  const ada = await newAccount()
  expect(await Promise.all(Array.from({ length: 8 }, (_, n) => vote(ada, 'hurried', n % 2 === 0)))).toEqual(Array(8).fill(200))
  expect(await votesOf('hurried')).toBe(1)
})

test('PROMPT-58 a changed text has no votes; when the old text returns, its votes do too', async () => {
  await publishText('versions', 'Old')
  const ada = await newAccount()
  await vote(ada, 'versions', true)
  await publishText('versions', 'New')
  expect(await own(ada, 'versions')).toBeNull()
  await vote(ada, 'versions', false)
  // The same text, rendered in another way.
  await publish.resource('versions', { parts: { prompt: part('<strong>Old</strong>') } })
  expect(await own(ada, 'versions')).toBe(true)
})

test('PROMPT-58 refuses a vote on a text that has changed, which then begins without complaints', async () => {
  await publishText('corrected', 'Old')
  const ada = await newAccount()
  const put = (payload: object) => app.inject({ method: 'PUT', url: url('corrected'), headers: ada.headers, payload })
  const seen = await hashOf(ada, 'corrected', 'prompt')
  expect((await put({ worked: true, text_hash: seen })).json()).toEqual({ success: true, data: { worked: true, text_hash: seen } })

  await publishText('corrected', 'New')
  for (const worked of [false, true, null]) {
    const refused = await put({ worked, text_hash: seen })
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      expect.objectContaining({ success: false, code: 'conflict', message: expect.stringContaining('Load it again') }),
    ])
  }
  const present = await hashOf(ada, 'corrected', 'prompt')
  expect((await app.inject({ url: url('corrected'), headers: ada.headers })).json().data).toEqual({ worked: null, text_hash: present })
  expect((await put({ worked: false, text_hash: present })).statusCode).toBe(200)
  expect(await own(ada, 'corrected')).toBe(false)
  expect((await put({ worked: false, text_hash: 1 })).statusCode).toBe(400)
})

test('PROMPT-58 all parts of a prompt have the hash that its votes have', async () => {
  await publish.resource('parts', { parts: { prompt: part('Do'), code_sample: part('This'), additional_instructions: part('Well') } })
  const ada = await newAccount()
  const { text_hash } = (await app.inject({ url: url('parts'), headers: ada.headers })).json().data
  expect(text_hash).toMatch(/^[0-9a-f]{64}$/)
  for (const name of ['prompt', 'code-sample', 'additional-instructions']) expect(await hashOf(ada, 'parts', name)).toBe(text_hash)
})

test('LIB-20 PROMPT-58 parts that a stored resource lacks are null, until a sync reads the page again', async () => {
  await publishText('older', 'Do')
  await app.sql`update content_resources set parts = parts - 'code_sample' - 'prerequisite' where public_id = 'older'`
  const ada = await newAccount()
  expect(await hashOf(ada, 'older', 'code-sample')).toBe(await hashOf(ada, 'older', 'prompt'))
  expect((await app.inject({ url: '/api/library/older/content', headers: ada.headers })).json().data).toMatchObject({
    code_sample: null,
    prerequisite: null,
  })
})

test('PROMPT-58 refuses votes of accounts that may not read the prompt, on unknown prompts, and with other values', async () => {
  await publishText('refusing', 'Old')
  const [ada, visitor] = [await newAccount(), await newAccount({ studio: false })]
  expect(await vote(visitor, 'refusing', true)).toBe(403)
  expect(await vote(ada, 'unknown', true)).toBe(404)
  for (const worked of ['yes', 1, undefined]) expect(await vote(ada, 'refusing', worked)).toBe(400)
  expect(await votesOf('refusing')).toBe(0)
})

test('PROMPT-60 lists a prompt to the administrator after three complaints about its current text', async () => {
  await publishText('disliked', 'Old')
  await publishText('fine', 'Old')
  const [page] = await app.sql<{ id: string }[]>`select notion_page_id as id from content_resources where public_id = 'disliked'`
  const accounts = await Promise.all(Array.from({ length: 4 }, () => newAccount()))
  const [first, second, third, fourth] = accounts as [Account, Account, Account, Account]
  for (const account of [first, second, third]) await vote(account, 'disliked', false)
  for (const account of [first, second]) await vote(account, 'fine', false)
  await vote(fourth, 'disliked', true)
  expect((await toCheck()).filter(({ id }) => id === 'disliked')).toEqual([
    {
      id: 'disliked',
      title: 'About disliked',
      url: `https://www.notion.so/${page?.id}`,
      reason: 'complaints',
      tried_with: null,
      tried_on: null,
      published_at: expect.any(String),
      worked: 1,
      did_not: 3,
    },
  ])
  await publishText('disliked', 'New')
  expect(await reasonsOf('disliked')).toEqual([['disliked', 'untried']])
})

test('PROMPT-60 lists prompts that were never tried, or not for a long time, by title', async () => {
  await publishText('b-old', 'Old', { tried_with: 'Claude Code', tried_on: '2020-02-01' })
  await publishText('a-new', 'Old')
  expect(await reasonsOf('a-new', 'b-old')).toEqual([
    ['a-new', 'untried'],
    ['b-old', 'unchecked'],
  ])
  expect((await toCheck()).find(({ id }) => id === 'b-old')).toMatchObject({
    tried_with: 'Claude Code',
    tried_on: '2020-02-01',
    worked: 0,
    did_not: 0,
  })
})
