import { randomUUID } from 'node:crypto'
import { apiError, listedNote, note } from '@academy/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { publisher } from '../../testing/published-pages.ts'
import { recordFacts } from '../../testing/record-facts.ts'

const { app, signIn } = await buildTestApp({ env: { RATE_LIMIT_ACCOUNT_PER_MINUTE: '1000000' } })
const publish = publisher(app.db)
await publish.course('master-course')
await publish.session('one', 'master-course', { position: 1, name: 'First steps' })
await publish.tutorial('free', 'one', { position: 1, free: true, name: 'Free tutorial' })
await publish.tutorial('second', 'one', { position: 2 })

async function newLearner({ owner = true } = {}) {
  const id = randomUUID()
  const headers = await signIn({ id, email: `${id}@example.test` })
  if (owner) await recordFacts(app.db, id).purchase()
  const url = (tutorial: string) => `/api/tutorials/${tutorial}/note`
  return {
    id,
    put: (tutorial: string, payload: object, more: Record<string, string> = {}) =>
      app.inject({ method: 'PUT', url: url(tutorial), headers: { ...headers, ...more }, payload }),
    get: (tutorial: string) => app.inject({ url: url(tutorial), headers }),
    /** Writes a note and returns its version. */
    write: async (tutorial: string, text: string, updated_at: string | null = null) => {
      const saved = await app.inject({ method: 'PUT', url: url(tutorial), headers, payload: { text, updated_at } })
      expect(saved.statusCode).toBe(200)
      return note.strict().parse(saved.json()).updated_at
    },
    list: async () => z.array(listedNote.strict()).parse((await app.inject({ url: '/api/notes', headers })).json()),
  }
}

const refusal = (response: Awaited<ReturnType<typeof app.inject>>) => [response.statusCode, apiError.parse(response.json()).code]

describe('a note on a tutorial', () => {
  test('LEARN-20 is empty before it is written, and is stored as it was typed', async () => {
    const ada = await newLearner()
    expect(note.strict().parse((await ada.get('free')).json())).toEqual({ tutorial_id: 'free', text: '', updated_at: null })
    const text = '  # Plan\r\n\n- <b>one</b>\t"two" \\ 🚀\n'
    const version = await ada.write('free', text)
    expect((await ada.get('free')).json()).toEqual({ tutorial_id: 'free', text, updated_at: version })
  })

  test('LEARN-20 belongs to one account only', async () => {
    const [ada, bob] = [await newLearner(), await newLearner()]
    const version = await ada.write('free', "Ada's")
    expect((await bob.get('free')).json()).toMatchObject({ text: '', updated_at: null })
    expect(refusal(await bob.put('free', { text: 'of Bob', updated_at: version }))).toEqual([409, 'conflict'])
    expect(await bob.list()).toEqual([])
    await bob.write('free', 'of Bob')
    expect((await ada.get('free')).json()).toMatchObject({ text: "Ada's" })
  })

  test('LEARN-21 a change gets a later version, also in the same millisecond', async () => {
    const ada = await newLearner()
    await ada.write('free', 'one')
    await app.sql`update tutorial_notes set updated_at = now() + interval '1 hour' where account_id = ${ada.id}`
    const { updated_at } = (await ada.get('free')).json()
    const version = await ada.write('free', 'two', updated_at)
    expect(Date.parse(version ?? '')).toBeGreaterThan(Date.parse(updated_at))
  })

  test('LEARN-21 a change of an older version is refused, and the newer one stays', async () => {
    const ada = await newLearner()
    const first = await ada.write('free', 'one')
    const second = await ada.write('free', 'two', first)
    expect(second).not.toBe(first)
    for (const updated_at of [null, first, '2020-01-01T00:00:00.000Z']) {
      const refused = await ada.put('free', { text: 'three', updated_at })
      expect(refusal(refused)).toEqual([409, 'conflict'])
      expect(Object.keys(refused.json().fields)).toEqual(['updated_at'])
    }
    expect((await ada.get('free')).json()).toEqual({ tutorial_id: 'free', text: 'two', updated_at: second })
  })

  test('SAVE-05 a stale If-Match is 412 and changes nothing, the version in the body 409', async () => {
    const ada = await newLearner()
    const first = await ada.write('free', 'one')
    const put = (updated_at: string | null, etag: string) => ada.put('free', { text: 'two', updated_at }, { 'if-match': etag })
    expect((await ada.get('free')).headers.etag).toBe(`"${first}"`)
    const second = await put(first, `"${first}"`)
    expect([second.statusCode, second.headers.etag]).toEqual([200, `"${second.json().updated_at}"`])
    const latest = String(second.headers.etag)
    for (const stale of [await put(first, `"${first}"`), await put(first, latest), await put(null, latest)])
      expect(refusal(stale)).toEqual([412, 'precondition_failed'])
    expect(refusal(await ada.put('free', { text: 'three', updated_at: first }))).toEqual([409, 'conflict'])
    expect((await ada.get('free')).json()).toEqual(second.json())
  })

  test('LEARN-21 saves one of many concurrent writes', async () => {
    const ada = await newLearner()
    const burst = async (updated_at: string | null) => {
      const responses = await Promise.all(Array.from({ length: 8 }, (_, n) => ada.put('free', { text: `text ${n}`, updated_at })))
      expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array<number>(7).fill(409)])
      const saved = responses.find(({ statusCode }) => statusCode === 200)?.json()
      expect((await ada.get('free')).json()).toEqual(saved)
      return saved.updated_at
    }
    await burst(await burst(null))
  })

  test('LEARN-20 has at most 20,000 characters', async () => {
    const ada = await newLearner()
    const version = await ada.write('free', 'ä'.repeat(20_000))
    const refused = await ada.put('free', { text: 'a'.repeat(20_001), updated_at: version })
    expect([...refusal(refused), refused.json().fields]).toEqual([
      400,
      'invalid_request',
      { text: 'A note must be at most 20,000 characters.' },
    ])
  })

  test.each([
    [{ updated_at: null }, 'text'],
    [{ text: 5, updated_at: null }, 'text'],
    [{ text: 'a\0b', updated_at: null }, 'text'],
    [{ text: 'a\u0001b', updated_at: null }, 'text'],
    [{ text: 'a' }, 'updated_at'],
    [{ text: 'a', updated_at: 'yesterday' }, 'updated_at'],
    [{ text: 'a', updated_at: null, done: true }, 'done'],
  ])('LEARN-20 PROMPT-61 the value %j is refused with its field', async (body, field) => {
    const ada = await newLearner()
    const refused = await ada.put('free', body)
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, [field]])
  })

  test.each(['none', '__proto__', 'with%20space', '0'.repeat(150)])('LEARN-20 the tutorial %s is 404', async (id) => {
    const ada = await newLearner()
    for (const missing of [await ada.get(id), await ada.put(id, { text: 'a', updated_at: null })])
      expect(refusal(missing)).toEqual([404, 'not_found'])
  })
})

describe('when access is missing or ends', () => {
  test('LEARN-22 refuses a new note on a locked tutorial', async () => {
    const visitor = await newLearner({ owner: false })
    expect(refusal(await visitor.put('second', { text: 'a', updated_at: null }))).toEqual([403, 'entitlement_required'])
    expect(refusal(await visitor.put('second', { text: 'a', updated_at: '2026-01-01T00:00:00.000Z' }))).toEqual([409, 'conflict'])
    expect((await visitor.get('second')).json()).toMatchObject({ text: '' })
  })

  test('LEARN-22 a note stays readable, and can be changed and emptied', async () => {
    const ada = await newLearner()
    const first = await ada.write('second', 'paid for')
    await app.sql`update purchases set refunded_at = now() where account_id = ${ada.id}`
    app.invalidateFacts(ada.id)
    expect((await ada.get('second')).json()).toMatchObject({ text: 'paid for' })
    expect(await ada.list()).toMatchObject([{ tutorial_id: 'second', text: 'paid for' }])
    const emptied = await ada.write('second', '', first)
    await ada.write('second', 'and again', emptied)
    expect(refusal(await ada.put('second', { text: 'first', updated_at: null }))).toEqual([403, 'entitlement_required'])
  })

  test('LEARN-22 a note on a tutorial that is no longer published stays readable', async () => {
    const ada = await newLearner()
    await ada.write('free', 'keep this')
    await app.sql`update tutorial_notes set tutorial_id = 'gone' where account_id = ${ada.id}`
    expect((await ada.get('gone')).json()).toMatchObject({ text: 'keep this' })
    expect(await ada.list()).toMatchObject([{ tutorial_id: 'gone', text: 'keep this', tutorial: null }])
    expect(refusal(await ada.put('gone', { text: 'a', updated_at: null }))).toEqual([404, 'not_found'])
  })
})

test('LEARN-23 all notes are listed with their tutorials, the last changed first, without empty ones', async () => {
  const ada = await newLearner()
  const first = await ada.write('free', 'one')
  await app.sql`select pg_sleep(0.003)`
  await ada.write('second', 'two')
  expect((await ada.list()).map(({ text }) => text)).toEqual(['two', 'one'])
  await app.sql`select pg_sleep(0.003)`
  await ada.write('free', 'one, again', first)
  expect(await ada.list()).toMatchObject([
    {
      tutorial_id: 'free',
      text: 'one, again',
      tutorial: { name: 'Free tutorial', session_id: 'one', session_name: 'First steps', course_id: 'master-course' },
    },
    { tutorial_id: 'second', text: 'two' },
  ])
  await ada.write('second', ' \n ', (await ada.get('second')).json().updated_at)
  expect((await ada.list()).map(({ tutorial_id }) => tutorial_id)).toEqual(['free'])
})
