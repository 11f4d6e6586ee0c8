import { randomUUID } from 'node:crypto'
import { apiError, courseProgress, tutorialProgress } from '@academy/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { publisher } from '../../testing/published-pages.ts'
import { recordFacts } from '../../testing/record-facts.ts'

const { app, signIn } = await buildTestApp({ env: { RATE_LIMIT_ACCOUNT_PER_MINUTE: '1000000' } })
const publish = publisher(app.db)
await publish.course('master-course')
const oneCheck = { check: 'file exists' as const, file: 'a.js', success: 'There.', hint: 'Look.', tutorial: 'free' }
await publish.session('one', 'master-course', { position: 1, checks: { checks: [oneCheck, oneCheck] } })
await publish.session('two', 'master-course', { position: 2 })
await publish.tutorial('free', 'one', { position: 1, free: true })
await publish.tutorial('second', 'one', { position: 2 })
await publish.tutorial('vip', 'two', { position: 1, vip: true })
await publish.tutorial('last', 'two', { position: 2 })

async function newLearner({ owner = true } = {}) {
  const id = randomUUID()
  const headers = await signIn({ id, email: `${id}@example.test` })
  if (owner) await recordFacts(app.db, id).purchase()
  const put = (what: string) => (tutorial: string, payload: object) =>
    app.inject({ method: 'PUT', url: `/api/tutorials/${tutorial}/${what}`, headers, payload })
  return {
    id,
    save: put('progress'),
    watch: put('video-position'),
    progress: async () => courseProgress.strict().parse((await app.inject({ url: '/api/courses/master-course/progress', headers })).json()),
    read: (course: string) => app.inject({ url: `/api/courses/${course}/progress`, headers }),
  }
}

const at = (minute: number) => new Date(Date.UTC(2026, 0, 31, 12, minute)).toISOString()

describe('progress with tutorials', () => {
  test('LEARN-01 LEARN-02 a tutorial is started when it is opened, done when it is marked, and the mark can be undone', async () => {
    const ada = await newLearner()
    expect(await ada.progress()).toEqual({
      tutorials: [],
      done: 0,
      total: 4,
      continue_with: 'free',
      checked_sessions: [],
      sessions_with_checks: ['one'],
    })

    const opened = await ada.save('second', { at: at(1) })
    expect([opened.statusCode, tutorialProgress.strict().parse(opened.json())]).toEqual([
      200,
      { tutorial_id: 'second', state: 'started', video_seconds: null, place: null, updated_at: at(1) },
    ])
    expect((await ada.save('second', { at: at(2), done: true })).json()).toMatchObject({ state: 'done', updated_at: at(2) })
    await ada.save('free', { at: at(3) })
    expect(await ada.progress()).toMatchObject({
      tutorials: [
        { tutorial_id: 'free', state: 'started' },
        { tutorial_id: 'second', state: 'done' },
      ],
      done: 1,
      total: 4,
      continue_with: 'free',
    })
    expect((await ada.save('second', { at: at(4), done: false })).json()).toMatchObject({ state: 'started' })
    expect(await ada.progress()).toMatchObject({ done: 0, continue_with: 'second' })
  })

  test('LEARN-01 opening a tutorial again keeps its mark and its position', async () => {
    const ada = await newLearner()
    await ada.save('free', { at: at(1), done: true })
    await ada.watch('free', { at: at(2), seconds: 95 })
    expect((await ada.save('free', { at: at(3) })).json()).toEqual({
      tutorial_id: 'free',
      state: 'done',
      video_seconds: 95,
      place: null,
      updated_at: at(3),
    })
  })

  test('LEARN-02 each account sees only its own progress', async () => {
    const [ada, bob] = [await newLearner(), await newLearner()]
    await ada.save('free', { at: at(1), done: true })
    expect(await bob.progress()).toMatchObject({ tutorials: [], done: 0 })
  })

  test('LEARN-02 a tutorial that is no longer published is not listed', async () => {
    const ada = await newLearner()
    await ada.save('free', { at: at(1), done: true })
    await app.sql`update tutorial_progress set tutorial_id = 'gone' where account_id = ${ada.id}`
    expect(await ada.progress()).toMatchObject({ tutorials: [], done: 0, continue_with: 'free' })
  })

  test('LEARN-04 without the course, only free tutorials are offered to continue with', async () => {
    const freeLearner = await newLearner({ owner: false })
    expect(await freeLearner.progress()).toMatchObject({ continue_with: 'free', total: 4 })
    await freeLearner.save('free', { at: at(1), done: true })
    expect(await freeLearner.progress()).toMatchObject({ continue_with: null, done: 1, total: 4 })
  })
})

describe('results of checks', () => {
  const digest = 'a'.repeat(64)
  const sendAs =
    (headers: Record<string, string>) =>
    (payload: object, session = 'one') =>
      app.inject({ method: 'PUT', url: `/api/sessions/${session}/check-result`, headers, payload })

  test('CHECK-10 CHECK-11 a session is checked once all checks passed, whatever the order of the results', async () => {
    const ada = await newLearner()
    const send = sendAs(await signIn({ id: ada.id, email: `${ada.id}@example.test` }))
    expect((await send({ at: at(1), digest, passed: [true, false] })).json()).toEqual({
      session_id: 'one',
      checked: false,
      updated_at: at(1),
    })
    expect(await ada.progress()).toMatchObject({ checked_sessions: [], sessions_with_checks: ['one'] })
    await send({ at: at(5), digest, passed: [false, false] })
    expect((await send({ at: at(3), digest, passed: [true, true] })).json()).toEqual({
      session_id: 'one',
      checked: true,
      updated_at: at(5),
    })
    expect(await ada.progress()).toMatchObject({ checked_sessions: ['one'], done: 0, tutorials: [] })
    expect(await app.sql`select passed, passed_at::text from check_results where account_id = ${ada.id}`).toEqual([
      { passed: [false, false], passed_at: '2026-01-31 12:03:00+00' },
    ])
    expect(await (await newLearner()).progress()).toMatchObject({ checked_sessions: [] })
  })

  test('CHECK-10 refuses a locked session, one without checks, and anything beside the result', async () => {
    const [ada, bob] = [await newLearner(), await newLearner({ owner: false })]
    const [adas, bobs] = await Promise.all([ada, bob].map(async ({ id }) => sendAs(await signIn({ id, email: `${id}@example.test` }))))
    expect((await bobs?.({}))?.statusCode).toBe(403)
    expect((await adas?.({ at: at(1), digest, passed: [true] }, 'two'))?.statusCode).toBe(404)
    for (const [field, more] of [
      ['output', { output: 'secret' }],
      ['digest', { digest: 'a path' }],
      ['passed', { passed: ['yes'] }],
    ] as const) {
      const refused = await adas?.({ at: at(1), digest, passed: [true], ...more })
      expect([refused?.statusCode, Object.keys(refused?.json().fields)[0]?.split('.')[0]]).toEqual([400, field])
    }
  })
})

describe('order and repeats', () => {
  const activity = fc.oneof(
    fc.record({ minute: fc.nat(5), done: fc.option(fc.boolean(), { nil: undefined }) }),
    fc.record({ minute: fc.nat(5), seconds: fc.integer({ min: 1, max: 9 }) }),
  )
  type Sent = { minute: number; done?: boolean | undefined; seconds?: number }

  /** The value with the latest minute; of equal ones the larger. */
  const latest = <T extends number | boolean>(sent: Sent[], of: (mark: Sent) => T | undefined): T | undefined =>
    sent
      .flatMap((mark) => {
        const value = of(mark)
        return value === undefined ? [] : [{ minute: mark.minute, value }]
      })
      .toSorted((a, b) => b.minute - a.minute || Number(b.value) - Number(a.value))[0]?.value

  test('LEARN-03 LEARN-05 keeps the latest value for every order and number of repeats', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(activity, { minLength: 1, maxLength: 8 }), async (sent: Sent[]) => {
        const ada = await newLearner()
        for (const { minute, ...body } of [...sent, ...sent.slice(0, 2)]) {
          const { seconds, ...rest } = body
          const response =
            seconds === undefined
              ? await ada.save('free', { at: at(minute), ...rest })
              : await ada.watch('free', { at: at(minute), seconds })
          expect(response.statusCode).toBe(200)
        }
        expect((await ada.progress()).tutorials).toEqual([
          {
            tutorial_id: 'free',
            state: latest(sent, ({ done }) => done) ? 'done' : 'started',
            video_seconds: latest(sent, ({ seconds }) => seconds) ?? null,
            place: null,
            updated_at: at(Math.max(...sent.map(({ minute }) => minute))),
          },
        ])
      }),
      { numRuns: 60 },
    )
  })

  test('TEACH-03 the latest place wins in whatever order, beside what else the learner did', async () => {
    const ada = await newLearner()
    await ada.save('free', { at: at(5), place: { step: 2, headings: ['Plan', 'Build'], program: ' Claude\u202e ' } })
    await ada.save('free', { at: at(1), place: { step: 9, headings: ['Later'] } })
    await ada.watch('free', { at: at(6), seconds: 10 })
    const place = { step: 2, headings: ['Plan', 'Build'], program: 'Claude' }
    const saved = { tutorial_id: 'free', state: 'started', video_seconds: 10, place, updated_at: at(6) }
    expect((await ada.progress()).tutorials).toEqual([saved])
    const again = await ada.save('free', { at: at(7), place: { step: 1, headings: ['Plan'] } })
    expect([again.statusCode, tutorialProgress.strict().parse(again.json())]).toEqual([
      200,
      { ...saved, place: { step: 1, headings: ['Plan'], program: null }, updated_at: at(7) },
    ])
  })

  test.each([
    [{ step: 0, headings: ['Plan'] }, 'step must be'],
    [{ step: 1, headings: [] }, 'headings must be'],
    [{ step: 1, headings: Array(21).fill('Plan') }, 'headings must be'],
    [{ step: 1, headings: ['x'.repeat(251)] }, 'at most 250 characters'],
    [{ step: 1, headings: ['Plan'], program: 'x'.repeat(61) }, 'at most 60 characters'],
  ])('TEACH-03 refuses the place %j', async (place, message) => {
    const response = await (await newLearner()).save('free', { at: at(1), place })
    expect([response.statusCode, response.body]).toEqual([400, expect.stringContaining(message)])
  })

  test('LEARN-03 keeps concurrent writes of two devices', async () => {
    const ada = await newLearner()
    const writes = Array.from({ length: 10 }, (_, minute) => ada.watch('free', { at: at(minute), seconds: minute + 1 }))
    await Promise.all([...writes, ada.save('free', { at: at(30), done: true })])
    expect((await ada.progress()).tutorials).toMatchObject([{ state: 'done', video_seconds: 10 }])
  })

  test('LEARN-03 a write from a clock that is ahead does not win over later writes', async () => {
    const ada = await newLearner()
    await ada.save('free', { at: '2099-01-01T00:00:00Z', done: true })
    // The API takes both times as the present, because they lie in the future. Within one millisecond the first write would win.
    await app.sql`select pg_sleep(0.003)`
    const now = new Date(Date.now() + 1000).toISOString()
    expect((await ada.save('free', { at: now, done: false })).json()).toMatchObject({ state: 'started' })
  })
})

describe('refusals', () => {
  test('LEARN-06 a locked tutorial refuses all progress, and accepts it once the account has access', async () => {
    const freeLearner = await newLearner({ owner: false })
    for (const body of [{ at: at(1) }, { at: 'nonsense' }, {}]) {
      for (const refused of [await freeLearner.save('last', body), await freeLearner.watch('last', body)]) {
        expect([refused.statusCode, apiError.strict().parse(refused.json()).code]).toEqual([403, 'entitlement_required'])
      }
    }
    await recordFacts(app.db, freeLearner.id).purchase()
    app.invalidateFacts(freeLearner.id)
    expect((await freeLearner.save('last', { at: at(1) })).statusCode).toBe(200)
  })

  test.each(['none', '__proto__', 'with%20space', '0'.repeat(150)])('LEARN-06 the tutorial or course %s is 404', async (id) => {
    const ada = await newLearner()
    for (const missing of [await ada.save(id, { at: at(1) }), await ada.watch(id, { at: at(1), seconds: 1 }), await ada.read(id)])
      expect([missing.statusCode, missing.json().code]).toEqual([404, 'not_found'])
  })

  test.each([
    ['save', { at: 'yesterday' }, 'at'],
    ['save', {}, 'at'],
    ['save', { at: '0000-01-01T00:00:00Z' }, 'at'],
    ['save', { at: at(1), done: 'yes' }, 'done'],
    ['save', { at: at(1), seconds: 4 }, 'seconds'],
    ['watch', { at: at(1) }, 'seconds'],
    ['watch', { at: at(1), seconds: 0 }, 'seconds'],
    ['watch', { at: at(1), seconds: -1 }, 'seconds'],
    ['watch', { at: at(1), seconds: 1.5 }, 'seconds'],
    ['watch', { at: at(1), seconds: 86_401 }, 'seconds'],
    ['watch', { at: at(1), seconds: 10, done: true }, 'done'],
  ] as const)('LEARN-06 LEARN-05 refuses %s with %j and names the field', async (what, body, field) => {
    const ada = await newLearner()
    const refused = await ada[what]('free', body)
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, [field]])
    expect((await ada.progress()).tutorials).toEqual([])
  })
})

describe('concurrent writes', () => {
  test('performance: LEARN-02 LEARN-40 concurrent writes of many learners share their statements', async () => {
    const { app: traced, signIn: signInTraced, statements } = await buildTestApp({ env: { LOG_LEVEL: 'trace' } })
    const pages = publisher(traced.db)
    await pages.course('master-course')
    await pages.session('one', 'master-course', { position: 1 })
    await pages.tutorial('only', 'one', { position: 1 })
    const learners = await Promise.all(
      Array.from({ length: 40 }, async (_, number) => {
        const id = randomUUID()
        await recordFacts(traced.db, id).purchase()
        await traced.sql`insert into accounts (account_id, email, first_name) values (${id}, ${`${id}@example.test`}, ${`Learner ${number}`})`
        await traced.sql`insert into course_starts (account_id, tutorial_id) values (${id}, 'only')`
        return { id, headers: await signInTraced({ id, email: `${id}@example.test` }) }
      }),
    )
    const markAll = (payload: object) =>
      Promise.all(learners.map(({ headers }) => traced.inject({ method: 'PUT', url: '/api/tutorials/only/progress', headers, payload })))
    const codes = (responses: { statusCode: number }[]) => [...new Set(responses.map(({ statusCode }) => statusCode))]
    // Fills the caches.
    expect(codes(await markAll({ at: at(1) }))).toEqual([200])

    const before = statements().length
    const responses = await markAll({ at: at(2), done: true })
    expect(statements().length - before).toBeLessThan(learners.length / 2)
    expect(responses.map((response) => response.json())).toEqual(
      learners.map(() => ({ tutorial_id: 'only', state: 'done', video_seconds: null, place: null, updated_at: at(2) })),
    )
    expect(await traced.sql`select account_id, name from certificates order by name`).toEqual(
      learners.map(({ id }, number) => ({ account_id: id, name: `Learner ${number}` })).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    )
  })

  test('LEARN-02 a write that the database refuses fails alone', async () => {
    const [ada, bob, eve] = [await newLearner(), await newLearner(), await newLearner()]
    for (const learner of [ada, bob, eve]) await learner.save('second', { at: at(1) })
    await app.sql`insert into erased_accounts (account_id, asked_by) values (${bob.id}, 'account')`
    const responses = await Promise.all([ada, bob, eve].map((learner) => learner.save('second', { at: at(2), done: true })))
    expect(responses.map(({ statusCode }) => statusCode === 200)).toEqual([true, false, true])
    expect(await ada.progress()).toMatchObject({ done: 1 })
    expect(await eve.progress()).toMatchObject({ done: 1 })
  })
})

test('performance: LEARN-04 the progress of a course reads no column that it does not send', async () => {
  const { app: traced, signIn: signInTraced, statements } = await buildTestApp({ env: { LOG_LEVEL: 'trace' } })
  await publisher(traced.db).course('master-course', { name: 'Course' })
  expect((await traced.inject({ url: '/api/courses/master-course/progress', headers: await signInTraced() })).statusCode).toBe(200)
  const read = statements().find((statement) => statement.includes('from "tutorial_progress"'))
  expect(read).toMatch(/^select "tutorial_id", "done", "video_seconds", "step", "step_headings", "step_program", "updated_at" from/)
})
