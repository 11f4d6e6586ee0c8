import { apiError, listedPromptVersion, promptVersion, type UserPrompt } from '@academy/contract'
import { PROMPT_LIMITS, promptFields } from '@academy/contract/prompt-fields'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { buildPromptsApp, sampleInput } from '../../testing/prompt-accounts.ts'

const { app, newAccount } = await buildPromptsApp()

test('responds with 409 for an outdated version, and overwrites nothing', async () => {
  const ada = await newAccount()
  const made = await ada.created()
  const first = (await ada.update(made.id, { ...sampleInput, title: 'First' }, made.updated_at)).json() as UserPrompt
  const second = await ada.update(made.id, { ...sampleInput, title: 'Second' }, made.updated_at)
  expect([second.statusCode, apiError.strict().parse(second.json()).code]).toEqual([409, 'conflict'])
  expect(second.json().fields).toEqual({ updated_at: second.json().message })
  expect((await ada.get(made.id)).json()).toEqual(first)
  expect((await ada.update(made.id, { ...sampleInput, title: 'Second' }, first.updated_at)).statusCode).toBe(200)
})

test('one of many concurrent updates of the same version succeeds', async () => {
  const ada = await newAccount()
  const made = await ada.created()
  const names = Array.from({ length: 12 }, (_, index) => `Tab ${index}`)
  const responses = await Promise.all(names.map((title) => ada.update(made.id, { ...sampleInput, title }, made.updated_at)))
  const winners = responses.filter(({ statusCode }) => statusCode === 200)
  expect(winners).toHaveLength(1)
  expect(responses.filter(({ statusCode }) => statusCode === 409)).toHaveLength(11)
  expect((await ada.get(made.id)).json()).toEqual(winners[0]?.json())
})

test('each quick change gets a new version', async () => {
  const ada = await newAccount()
  let { id, updated_at: version } = await ada.created()
  for (let change = 0; change < 20; change++) {
    const next = (await ada.update(id, sampleInput, version)).json() as UserPrompt
    expect(Date.parse(next.updated_at)).toBeGreaterThan(Date.parse(version))
    ;({ id, updated_at: version } = next)
  }
})

test.each(['yesterday', '2026-01-01', "'; select 1"])('refuses the invalid version %s', async (version) => {
  const ada = await newAccount()
  const made = await ada.created()
  const response = await ada.update(made.id, sampleInput, version)
  expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, ['updated_at']])
})

type Account = Awaited<ReturnType<typeof newAccount>>
const versionsOf = async (account: Account, id: string) => z.array(listedPromptVersion.strict()).parse((await account.versions(id)).json())

test('PROMPT-43 saves tags and keeps those that a save leaves out; the same tag twice is one', async () => {
  const ada = await newAccount()
  const made = await ada.created({ ...sampleInput, tags: [' SQL ', 'Data', 'SQL'] })
  expect(made.tags).toEqual(['SQL', 'Data'])
  expect((await ada.update(made.id, { ...sampleInput, title: 'Other' })).json().tags).toEqual(['SQL', 'Data'])
  expect((await ada.update(made.id, { ...sampleInput, tags: [] })).json().tags).toEqual([])
  const eleven = Array.from({ length: 11 }, (_, index) => `tag ${index}`)
  for (const tags of [eleven, ['x'.repeat(31)], [' '], 'SQL', ['a\nb']])
    expect((await ada.create({ ...sampleInput, tags })).statusCode).toBe(400)
  expect((await ada.created({ ...sampleInput, tags: eleven.slice(1) })).tags).toHaveLength(10)
})

test('PROMPT-43 a favourite shows in the list at once, and does not change the prompt', async () => {
  const ada = await newAccount()
  const made = await ada.created()
  await ada.list()
  expect((await ada.favourite(made.id, true)).json()).toEqual({ ...made, favourite: true })
  expect((await ada.list()).json()).toEqual([{ ...made, favourite: true }])
  expect((await ada.update(made.id, sampleInput, made.updated_at)).json().favourite).toBe(true)
  expect([(await versionsOf(ada, made.id)).length, (await ada.favourite(made.id, 'yes')).statusCode]).toEqual([0, 400])
})

test('PROMPT-44 keeps what a prompt was before each change, and restores it as a new version', async () => {
  const ada = await newAccount()
  const made = await ada.created({ ...sampleInput, tags: ['SQL'] })
  const changed = (await ada.update(made.id, { ...sampleInput, title: 'Second', code: null, tags: [] })).json() as UserPrompt
  await ada.update(made.id, { ...sampleInput, title: 'Second', code: null })
  const [first, ...others] = await versionsOf(ada, made.id)
  expect([first, others]).toEqual([{ id: expect.any(String), title: sampleInput.title, saved_at: made.updated_at }, []])
  const { id: _, saved_at: __, ...texts } = promptVersion.strict().parse((await ada.version(made.id, first?.id ?? '')).json())
  expect(texts).toEqual({ ...sampleInput, tags: ['SQL'] })
  expect((await ada.update(made.id, texts)).json()).toMatchObject({ ...sampleInput, tags: ['SQL'] })
  expect((await versionsOf(ada, made.id)).map(({ title }) => title)).toEqual([changed.title, sampleInput.title])
})

test.each(promptFields)('PROMPT-44 keeps all texts of a prompt when only its %s changes', async (field) => {
  const ada = await newAccount()
  const texts = { ...sampleInput, ...Object.fromEntries(promptFields.map((name) => [name, `the ${name} before`])) }
  const { id } = await ada.created(texts)
  await ada.update(id, { ...texts, [field]: 'changed' })
  const [kept] = await versionsOf(ada, id)
  expect((await ada.version(id, kept?.id ?? '')).json()).toMatchObject(texts)
})

test('PROMPT-44 keeps the last 20 versions of a prompt, and deletes them with it', async () => {
  const ada = await newAccount()
  const made = await ada.created()
  for (let change = 1; change <= 23; change++) await ada.update(made.id, { ...sampleInput, title: `Change ${change}` })
  const titles = (await versionsOf(ada, made.id)).map(({ title }) => title)
  expect([titles.length, titles[0], titles.at(-1)]).toEqual([PROMPT_LIMITS.versions, 'Change 22', 'Change 3'])
  await ada.remove(made.id)
  expect((await ada.versions(made.id)).statusCode).toBe(404)
  expect(await app.sql`select 1 from prompt_versions where account_id = ${ada.id}`).toHaveLength(0)
})

test('PROMPT-44 of all versions of an account the oldest go when they are too long together', async () => {
  const ada = await newAccount()
  const [made, other] = [await ada.created(), await ada.created()]
  await app.sql`insert into prompt_versions (prompt_id, account_id, title, description, content, tags, saved_at)
    select ${other.id}, ${ada.id}, place::text, 'd', repeat('x', 500000), '{}', now() - interval '1 day' * place from generate_series(1, 10) as place`
  await ada.update(made.id, { ...sampleInput, title: 'Changed' })
  const [row] = await app.sql<{ text: number }[]>`select sum(size)::int as text from prompt_versions where account_id = ${ada.id}`
  expect(row?.text).toBeLessThanOrEqual(PROMPT_LIMITS.versionText)
  expect((await versionsOf(ada, other.id)).map(({ title }) => title)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  expect(await versionsOf(ada, made.id)).toHaveLength(1)
})

test('D-61 PROMPT-44 versions of others and unknown versions are 404', async () => {
  const [ada, bob] = [await newAccount(), await newAccount()]
  const made = await ada.created()
  await ada.update(made.id, { ...sampleInput, title: 'Changed' })
  const [version] = await versionsOf(ada, made.id)
  const other = await ada.created()
  const responses = [
    bob.versions(made.id),
    bob.version(made.id, version?.id ?? ''),
    bob.favourite(made.id, true),
    ada.version(other.id, version?.id ?? ''),
    ada.version(made.id, made.id),
    ada.version(made.id, 'x'),
    ada.versions('x'),
  ]
  expect((await Promise.all(responses)).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 404, 404])
})
