import { currentOrigin, type UserPrompt, userPrompt } from '@academy/contract'
import { PROMPT_FIELDS, PROMPT_LIMITS } from '@academy/contract/prompt-fields'
import { expect, test } from 'vitest'
import { buildPromptsApp, sampleInput } from '../../testing/prompt-accounts.ts'
import { publisher } from '../../testing/published-pages.ts'

const { app, newAccount } = await buildPromptsApp()
const publish = publisher(app.db)
/** What was published is read again a moment later. */
const AT_ONCE = { interval: 5 }

const pre = (text: string) => `<pre class="code" data-language="text"><code>${text}</code></pre>`
const part = (html: string) => ({ html, blocks: [{ type: 'code', content: html }] })
type Account = Awaited<ReturnType<typeof newAccount>>
type Source = { kind: string; id: string; prompt: string }

const copy = (account: Account, payload: object) =>
  app.inject({ method: 'POST', url: '/api/prompts/copies', headers: account.headers, payload })
const copied = async (account: Account, source: Source): Promise<UserPrompt> => {
  const response = await copy(account, source)
  expect([response.statusCode, response.json().message]).toEqual([201, undefined])
  return userPrompt.strict().parse(response.json())
}
const origin = (account: Account, id: string) => app.inject({ url: `/api/prompts/${id}/origin`, headers: account.headers })
const state = async (account: Account, id: string) => currentOrigin.parse((await origin(account, id)).json()).state

/** Publishes a resource with two prompts, and returns the source of its second one. */
let resources = 0
async function publishedResource(text = 'Follow {{journey}}.'): Promise<Source> {
  const id = `resource-${++resources}`
  await publishText(id, text)
  return { kind: 'library', id, prompt: 'Follow' }
}
const publishText = (id: string, text: string, heading = 'Follow') =>
  publish.resource(id, {
    name: 'Map a codebase',
    description: 'Know where to look.',
    tags: ['Reading code'],
    parts: {
      prompt: part(`<h3>Draw</h3>${pre('Draw me a map.')}<h3>${heading}</h3><p>In the same chat:</p>${pre(text)}`),
      code_sample: part(pre('const a = 1')),
    },
  })

test('PROMPT-52 saves a prompt of the library with the texts that Copy copies, its tags and its origin', async () => {
  const ada = await newAccount()
  const source = await publishedResource('Follow &lt;me&gt;.')
  const saved = await copied(ada, source)
  expect(saved).toMatchObject({
    title: 'Map a codebase: Follow',
    description: 'Know where to look.',
    content: 'Follow <me>.',
    code: 'const a = 1',
    tags: ['Reading code'],
    origin: { ...source, name: 'Map a codebase', hash: expect.stringMatching(/^[\da-f]{64}$/) },
  })
  expect((await ada.list()).json()).toEqual([saved])
  expect((await ada.get(saved.id)).json()).toEqual(saved)
  expect((await origin(ada, saved.id)).json()).toEqual({ state: 'same', session_id: null, course_id: null, texts: null })
})

test('PROMPT-52 saves the prompt of a tutorial that the account may open', async () => {
  await publish.course('course')
  await publish.session('session', 'course', { free: true })
  await publish.tutorial('tutorial', 'session', {
    name: 'Plan',
    parts: { prompt: '<p>Plan <strong>first</strong>.</p>', code_sample: pre('a') },
  })
  const ada = await newAccount()
  await expect.poll(async () => (await copy(ada, { kind: 'tutorial', id: 'tutorial', prompt: '' })).statusCode, AT_ONCE).not.toBe(404)
  const [saved] = (await ada.list()).json()
  expect(saved).toMatchObject({ title: 'Plan', description: 'From the tutorial: Plan', content: 'Plan first.', code: 'a', tags: [] })
  expect((await origin(ada, saved.id)).json()).toEqual({ state: 'same', session_id: 'session', course_id: 'course', texts: null })
})

test('PROMPT-52 refuses originals that the account may not read, and those that do not exist', async () => {
  await publish.course('sold')
  await publish.session('sold-session', 'sold')
  await publish.tutorial('sold-tutorial', 'sold-session', { parts: { prompt: '<p>Secret</p>' } })
  const ada = await newAccount()
  const source = await publishedResource()
  const responses = [
    { kind: 'tutorial', id: 'sold-tutorial', prompt: '' },
    { ...source, prompt: 'Draw (2)' },
    { ...source, id: 'unknown' },
    { ...source, kind: 'note' },
    { ...source, hash: 'mine' },
    { kind: 'library' },
  ]
  await expect.poll(async () => (await copy(ada, responses[0] ?? {})).statusCode, AT_ONCE).toBe(403)
  expect((await Promise.all(responses.map((response) => copy(ada, response)))).map(({ statusCode }) => statusCode)).toEqual([
    403, 404, 404, 400, 400, 400,
  ])
  expect((await ada.list()).json()).toEqual([])
})

test('PROMPT-53 saving the same original again answers with the prompt that is there, also when it was edited', async () => {
  const ada = await newAccount()
  const source = await publishedResource()
  const saved = await copied(ada, source)
  const edited = (await ada.update(saved.id, { ...sampleInput, title: 'Mine' })).json()
  const again = await copy(ada, source)
  expect([again.statusCode, again.json()]).toEqual([200, edited])
  expect(edited.origin).toEqual(saved.origin)
  await copied(ada, { ...source, prompt: 'Draw' })
  const bob = await newAccount()
  await copied(bob, source)
  await ada.remove(saved.id)
  await copied(ada, source)
})

test('PROMPT-53 saves an original once when it is saved twice at the same moment', async () => {
  const ada = await newAccount()
  const source = await publishedResource()
  const saves = await Promise.all(Array.from({ length: 8 }, () => copy(ada, source)))
  expect(saves.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(7).fill(200), 201])
  expect(new Set(saves.map((save) => save.json().id)).size).toBe(1)
  expect((await ada.list()).json()).toHaveLength(1)
})

test('PROMPT-54 says that the original has changed, with its new texts, until they are taken over or declined', async () => {
  const ada = await newAccount()
  const source = await publishedResource()
  const saved = await copied(ada, source)
  await publishText(source.id, 'Follow one journey.')
  await expect.poll(() => state(ada, saved.id), AT_ONCE).toBe('changed')
  const { texts } = currentOrigin.parse((await origin(ada, saved.id)).json())
  expect(texts).toMatchObject({ content: 'Follow one journey.', code: 'const a = 1' })
  const { title, description } = saved
  const taken = { title, description, content: texts?.content, code: texts?.code, origin: { ...saved.origin, hash: texts?.hash } }
  const updated = (await ada.update(saved.id, taken, saved.updated_at)).json()
  expect(updated).toMatchObject({ content: 'Follow one journey.', tags: saved.tags })
  expect(await state(ada, saved.id)).toBe('same')
  expect((await ada.versions(saved.id)).json()).toHaveLength(1)
})

test('PROMPT-54 a prompt whose heading was changed is found by its text', async () => {
  const ada = await newAccount()
  const source = await publishedResource()
  const saved = await copied(ada, source)
  await publishText(source.id, 'Follow {{journey}}.', 'Follow a journey')
  expect(await state(ada, saved.id)).toBe('same')
})

test('PROMPT-55 a copy stays when its original is gone, and when the account may no longer read it', async () => {
  const ada = await newAccount()
  const [source, other] = [await publishedResource(), await publishedResource()]
  const [saved, unchanged] = [await copied(ada, source), await copied(ada, other)]
  await publishText(source.id, 'New.')
  await app.sql`delete from content_resources where public_id = ${other.id}`
  expect(await state(ada, unchanged.id)).toBe('unavailable')
  await ada.revokeStudio()
  await expect.poll(async () => (await origin(ada, saved.id)).statusCode, AT_ONCE).toBe(403)
  await ada.grantStudio()
  await expect.poll(async () => (await ada.list()).statusCode, AT_ONCE).toBe(200)
  expect((await ada.list()).json()).toEqual([unchanged, saved])
  expect(await state(ada, saved.id)).toBe('changed')
})

test('PROMPT-55 the original of a tutorial that is locked now shows nothing of its text', async () => {
  await publish.course('trial')
  await publish.session('trial-session', 'trial')
  await publish.tutorial('trial-tutorial', 'trial-session', { free: true, parts: { prompt: '<p>Old</p>' } })
  const ada = await newAccount()
  const source = { kind: 'tutorial', id: 'trial-tutorial', prompt: '' }
  await expect.poll(async () => (await copy(ada, source)).statusCode, AT_ONCE).toBeLessThan(300)
  const [saved] = (await ada.list()).json()
  await publish.tutorial('trial-tutorial', 'trial-session', { free: false, parts: { prompt: '<p>New secret</p>' } })
  await expect.poll(() => state(ada, saved.id), AT_ONCE).toBe('unavailable')
  expect((await origin(ada, saved.id)).body).not.toContain('secret')
})

test('PROMPT-56 an import keeps the origin, which gives no access to the original', async () => {
  const ada = await newAccount()
  const named = { kind: 'tutorial', id: 'sold-tutorial', prompt: '', name: 'Sold', hash: 'a'.repeat(64) }
  const made = await ada.created({ ...sampleInput, origin: named })
  expect(made.origin).toEqual(named)
  expect((await origin(ada, made.id)).json()).toEqual({ state: 'unavailable', session_id: null, course_id: null, texts: null })
  expect((await ada.update(made.id, { ...sampleInput, origin: null })).json().origin).toBeNull()
  expect((await origin(ada, made.id)).statusCode).toBe(404)
  for (const change of [{ hash: 'x' }, { id: '../x' }, { name: 'x'.repeat(201) }, { more: 1 }])
    expect((await ada.create({ ...sampleInput, origin: { ...named, ...change } })).statusCode).toBe(400)
})

test('PROMPT-56 refuses an origin with half a character, which the database cannot store', async () => {
  const ada = await newAccount()
  const origin = { kind: 'library', id: 'map', prompt: '', name: 'Map', hash: '0'.repeat(64) }
  for (const half of ['\ud800', 'a\udfffb']) {
    for (const [field, body] of Object.entries({ 'origin.name': { name: half }, 'origin.prompt': { prompt: half } })) {
      const response = await ada.create({ ...sampleInput, origin: { ...origin, ...body } })
      expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, [field]])
    }
  }
})

test('D-61 PROMPT-54 the original of a prompt of others is 404', async () => {
  const [ada, bob] = [await newAccount(), await newAccount()]
  const saved = await copied(ada, await publishedResource())
  const plain = await bob.created()
  const responses = await Promise.all([origin(bob, saved.id), origin(bob, plain.id), origin(bob, 'x')])
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
})

test('PROMPT-52 leaves out tags that are too long, and cuts a long title between two characters', async () => {
  const fitting = 'x'.repeat(PROMPT_FIELDS.title.max - 1)
  await publish.resource('long', {
    name: `${fitting}👩`,
    tags: ['Kept', 'x'.repeat(PROMPT_LIMITS.tag + 1)],
    parts: { prompt: part(pre('Plan.')) },
  })
  const saved = await copied(await newAccount(), { kind: 'library', id: 'long', prompt: '' })
  expect([saved.title, saved.origin?.name, saved.tags]).toEqual([fitting, fitting, ['Kept']])
})

test('PROMPT-52 refuses a prompt that is longer than an own one may be', async () => {
  const ada = await newAccount()
  const response = await copy(ada, await publishedResource('x'.repeat(50_001)))
  expect([response.statusCode, response.json().message]).toEqual([
    409,
    'This prompt does not fit into My Prompts. Prompt Content must be at most 50,000 characters.',
  ])
})
