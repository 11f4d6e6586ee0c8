import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ADMIN_ID, buildTestApp } from '../../testing/build-test-app.ts'
import { publisher } from '../../testing/published-pages.ts'
import { receiveNotifications } from '../../testing/receive-notifications.ts'
import { recordFacts } from '../../testing/record-facts.ts'

const ADMIN = 'admin@example.test'
const { app, signIn } = await buildTestApp({ env: { ADMIN_EMAIL: ADMIN, RATE_LIMIT_ACCOUNT_PER_MINUTE: '1000000' } })
const publish = publisher(app.db)
await publish.course('master-course')
await publish.session('one', 'master-course', { position: 1 })
await publish.tutorial('free', 'one', { position: 1, free: true, name: 'Free tutorial', parts: { description: '<p>Old</p>' } })
await publish.tutorial('second', 'one', { position: 2, name: 'Second tutorial' })
await publish.tutorial('changing', 'one', { position: 3, free: true, parts: { description: '<p>Old</p>' } })

async function newLearner(name = 'Ada') {
  const id = randomUUID()
  const headers = await signIn({ id, email: `${id}@example.test` })
  await app.sql`insert into accounts (account_id, first_name, last_name) values (${id}, ${name}, 'Lovelace')`
  const url = (tutorial: string) => `/api/tutorials/${tutorial}/answer`
  const get = async (tutorial: string) => {
    await receiveNotifications(app)
    return app.inject({ url: url(tutorial), headers })
  }
  const hashOf = async (tutorial: string): Promise<string> => (await get(tutorial)).json().data.text_hash
  const put = (tutorial: string, payload: object) => app.inject({ method: 'PUT', url: url(tutorial), headers, payload })
  return {
    id,
    get,
    put,
    hashOf,
    own: async (tutorial: string) => {
      const { text_hash: _, ...answer } = (await get(tutorial)).json().data
      return answer
    },
    answer: async (tutorial: string, answer: object) => put(tutorial, { text_hash: await hashOf(tutorial), ...answer }),
  }
}
const NONE = { worked: null, text: '', system: null, tool: null, with_name: false }
const NOT_YET = { worked: false, text: 'It stopped.', system: 'macOS', tool: 'Codex', with_name: false }

describe('an answer', () => {
  test('ASK-01 ASK-02 is one of an account, which can change it and take it back', async () => {
    const [ada, bob] = [await newLearner(), await newLearner()]
    expect(await ada.own('free')).toEqual(NONE)
    for (const answer of [{ worked: true }, NOT_YET, { worked: null }]) {
      const saved = await ada.answer('free', answer)
      expect([saved.statusCode, saved.json().data]).toEqual([200, { ...NONE, ...answer, text_hash: await ada.hashOf('free') }])
      expect(await ada.own('free')).toEqual({ ...NONE, ...answer })
    }
    expect(await bob.own('free')).toEqual(NONE)
    expect(await app.sql`select from tutorial_answers where account_id = ${ada.id}`).toHaveLength(0)
  })

  test('ASK-01 concurrent requests store one answer', async () => {
    const ada = await newLearner()
    const text_hash = await ada.hashOf('free')
    const saved = await Promise.all(Array.from({ length: 8 }, (_, n) => ada.put('free', { text_hash, worked: n % 2 === 0 })))
    expect(saved.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
    expect(await app.sql`select from tutorial_answers where account_id = ${ada.id}`).toHaveLength(1)
  })

  test('ASK-02 is about a version of the text, and returns with it', async () => {
    const ada = await newLearner()
    const seen = await ada.hashOf('changing')
    await ada.answer('changing', NOT_YET)
    await publish.tutorial('changing', 'one', { free: true, parts: { description: '<p>New</p>' } })
    expect(await ada.own('changing')).toEqual(NONE)
    for (const worked of [true, null]) {
      const refused = await ada.put('changing', { text_hash: seen, worked })
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict'])
    }
    expect((await ada.answer('changing', { worked: true })).statusCode).toBe(200)
    // The same text, rendered in another way.
    await publish.tutorial('changing', 'one', { free: true, parts: { description: '<p><strong>Old</strong></p>' } })
    expect(await ada.own('changing')).toEqual(NOT_YET)
  })

  test('ASK-02 needs access to the tutorial', async () => {
    const [visitor, owner] = [await newLearner(), await newLearner()]
    await recordFacts(app.db, owner.id).purchase()
    expect((await visitor.get('second')).statusCode).toBe(403)
    expect((await visitor.put('second', {})).statusCode).toBe(403)
    expect((await owner.answer('second', { worked: true })).statusCode).toBe(200)
    for (const id of ['none', '__proto__'])
      expect([(await owner.get(id)).statusCode, (await owner.put(id, {})).statusCode]).toEqual([404, 404])
  })

  test.each([
    [{ ...NOT_YET, text: 'ä'.repeat(501) }, 'text'],
    [{ ...NOT_YET, text: 'a\0b' }, 'text'],
    [{ ...NOT_YET, system: ' ' }, 'system'],
    [{ ...NOT_YET, tool: 'a'.repeat(61) }, 'tool'],
    [{ ...NOT_YET, with_name: 'yes' }, 'with_name'],
    [{ ...NOT_YET, worked: true }, 'worked'],
    [{ worked: null, with_name: true }, 'worked'],
    [{ worked: 'no' }, 'worked'],
    [{ ...NOT_YET, email: 'ada@example.test' }, 'email'],
  ])('ASK-03 refuses %j with its field', async (answer, field) => {
    const ada = await newLearner()
    const refused = await ada.answer('free', answer)
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, [field]])
    expect(await ada.own('free')).toEqual(NONE)
  })
})

describe('the answers of all learners', () => {
  const asAdmin = async (path: string) => {
    await receiveNotifications(app)
    const response = await app.inject({ url: `/api/admin/${path}`, headers: await signIn({ id: ADMIN_ID, email: ADMIN }) })
    expect(response.statusCode, response.body).toBe(200)
    return response.json().data
  }

  test('ASK-05 are counted by tutorial in the order of the course, those of unpublished ones last', async () => {
    await app.sql`delete from tutorial_answers`
    const learners = await Promise.all(Array.from({ length: 3 }, () => newLearner()))
    for (const [index, learner] of learners.entries()) {
      await recordFacts(app.db, learner.id).purchase()
      await learner.answer('second', { worked: index > 0 })
      await learner.answer('free', { worked: false })
    }
    await app.sql`insert into tutorial_answers (account_id, tutorial_id, text_hash, worked) values (${randomUUID()}, 'gone', '', true)`
    expect(await asAdmin('answers')).toEqual([
      { tutorial_id: 'free', name: 'Free tutorial', worked: 0, not_yet: 3 },
      { tutorial_id: 'second', name: 'Second tutorial', worked: 2, not_yet: 1 },
      { tutorial_id: 'gone', name: null, worked: 1, not_yet: 0 },
    ])
  })

  test('ASK-05 are read by version, the newest first, with a name only if its account allowed it', async () => {
    await app.sql`delete from tutorial_answers`
    const [ada, bob, eve] = [await newLearner('Ada'), await newLearner('Bob'), await newLearner('Eve')]
    await ada.answer('free', { ...NOT_YET, with_name: true })
    await app.sql`update tutorial_answers set answered_at = '2026-01-01'`
    await bob.answer('free', { ...NOT_YET, text: 'No name.' })
    await publish.tutorial('free', 'one', { free: true, name: 'Free tutorial', parts: { description: '<p>New</p>' } })
    await bob.answer('free', { worked: true })
    await eve.answer('free', { worked: false })
    const text = { system: 'macOS', tool: 'Codex' }
    const at = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(await asAdmin('tutorials/free/answers')).toEqual([
      { current: true, worked: 1, not_yet: 1, last_at: at, texts: [] },
      {
        current: false,
        worked: 0,
        not_yet: 2,
        last_at: at,
        texts: [
          { ...text, text: 'No name.', name: null, at },
          { ...text, text: 'It stopped.', name: 'Ada Lovelace', at: '2026-01-01T00:00:00.000Z' },
        ],
      },
    ])
    expect(await asAdmin('tutorials/none/answers')).toEqual([])
  })

  test('ASK-05 has at most the 50 newest texts of a version', async () => {
    await app.sql`insert into tutorial_answers (account_id, tutorial_id, text_hash, worked, text, answered_at)
      select gen_random_uuid(), 'many', '', false, n::text, timestamptz '2026-01-01' + n * interval '1 hour' from generate_series(1, 60) n`
    const [version] = await asAdmin('tutorials/many/answers')
    expect([version.not_yet, version.texts.map(({ text }: { text: string }) => text)]).toEqual([
      60,
      Array.from({ length: 50 }, (_, n) => String(60 - n)),
    ])
  })
})
