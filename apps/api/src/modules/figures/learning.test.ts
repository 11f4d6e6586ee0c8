import { randomUUID } from 'node:crypto'
import { FEW, type LearnerCount, type LearningFigures } from '@academy/contract'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { buildAdminApp } from '../../testing/build-admin-app.ts'
import { publisher } from '../../testing/published-pages.ts'
import { loadLearning } from './learning.store.ts'

const { app, get } = await buildAdminApp()
const [NOW, DAY_MS] = [Date.now(), 86_400_000]
const IDS = ['plan', 'build', 'test', 'ship']

beforeEach(async () => {
  await app.sql`delete from missed_searches`
  await app.sql`delete from tutorial_progress`
  await app.sql`delete from check_results`
})

/** The figures without the cache of the endpoint. */
async function figures(): Promise<LearningFigures> {
  const course = (await app.courses.current()).outlineCourses.get('master-course')
  if (course === undefined) throw new Error('the course is not published')
  return await loadLearning(app.db, course, new Date())
}
const tutorialsOf = ({ sessions }: LearningFigures) => sessions.flatMap(({ tutorials }) => tutorials)

type Opening = { tutorial: number; daysAgo: number; activeDays: number; done: boolean }

const open = (account_id: string, { tutorial, daysAgo, activeDays, done }: Opening) => {
  const started = NOW - daysAgo * DAY_MS
  const updated = started + Math.min(activeDays, daysAgo) * DAY_MS
  return app.sql`
    insert into tutorial_progress (account_id, tutorial_id, started_at, updated_at, done)
    values (${account_id}, ${IDS[tutorial] ?? ''}, ${new Date(started).toISOString()}, ${new Date(updated).toISOString()}, ${done}) on conflict do nothing`
}

test('INSIGHT-08 without a published course there are no figures, and afterwards some that are at most 10 minutes old', async () => {
  expect((await get('figures/learning')).statusCode).toBe(404)
  const publish = publisher(app.db)
  const oneCheck = { check: 'file exists', file: 'BRIEF.md', success: 'It is there.', hint: 'Look again.', tutorial: 'plan' } as const
  await publish.course('master-course')
  await publish.session('one', 'master-course', { name: 'One', position: 1, checks: { checks: [oneCheck] } })
  await publish.session('two', 'master-course', { name: 'Two', position: 2 })
  for (const [position, id] of IDS.entries()) await publish.tutorial(id, position < 2 ? 'one' : 'two', { name: id, position })
  await expect.poll(async () => (await app.courses.current()).tutorials.size).toBe(IDS.length)
  const { data } = (await get('figures/learning')).json()
  expect(tutorialsOf(data)).toEqual(IDS.map((id) => ({ id, name: id, opened: FEW, done: FEW, stopped: FEW, days_to_next: null })))
  for (let learners = 0; learners < 5; learners += 1) await open(randomUUID(), { tutorial: 0, daysAgo: 1, activeDays: 0, done: true })
  expect(tutorialsOf(await figures())[0]).toMatchObject({ opened: 5, done: 5 })
  // Cached, because it reads the progress of all accounts.
  expect((await get('figures/learning')).json().data).toEqual(data)
})

/** Computes the figures one learner at a time, without the product. Each learner's openings have different times. */
function expectedFigures(learners: readonly Opening[][]) {
  const median = (numbers: number[]) => {
    const sorted = numbers.toSorted((a, b) => a - b)
    const middle = (sorted.length - 1) / 2
    return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
  }
  const shown = (count: number): LearnerCount => (count < 5 ? FEW : count)
  return IDS.map((id, place) => {
    const openings = learners.flatMap((own) => own.filter(({ tutorial }) => tutorial === place))
    const idleDays = ({ daysAgo, activeDays }: Opening) => daysAgo - Math.min(activeDays, daysAgo)
    const stopped = learners.filter((own) => {
      const [last] = own.toSorted((a, b) => idleDays(a) - idleDays(b) || b.tutorial - a.tutorial)
      return last?.tutorial === place && idleDays(last) > 14 && !(last.done && place === IDS.length - 1)
    })
    const days = learners.flatMap((own) => {
      const [here, next] = [place, place + 1].map((at) => own.find(({ tutorial }) => tutorial === at))
      return here && next && next.daysAgo <= here.daysAgo ? [here.daysAgo - next.daysAgo] : []
    })
    return {
      id,
      name: id,
      opened: shown(openings.length),
      done: shown(openings.filter(({ done }) => done).length),
      stopped: shown(stopped.length),
      days_to_next: days.length < 5 ? null : Math.round(median(days) * 10) / 10,
    }
  })
}

const opening = fc.record({
  tutorial: fc.nat({ max: IDS.length - 1 }),
  // No day is exactly two weeks ago, because the clock goes on.
  daysAgo: fc.integer({ min: 0, max: 60 }).map((days) => days + 0.25),
  activeDays: fc.nat({ max: 30 }),
  done: fc.boolean(),
})
const learner = fc.uniqueArray(opening, { selector: ({ tutorial }) => tutorial, minLength: 1 })

test('INSIGHT-08 the figures are those of an independent computation', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(learner, { minLength: 1, maxLength: 40 }), async (learners) => {
      await app.sql`delete from tutorial_progress`
      await Promise.all(
        learners.flatMap((own) => {
          const account = randomUUID()
          return own.map((one) => open(account, one))
        }),
      )
      expect(tutorialsOf(await figures())).toEqual(expectedFigures(learners))
    }),
    { numRuns: 20 },
  )
})

test('INSIGHT-09 counts below 5 are not told, nor a median of so few', async () => {
  const here = { tutorial: 0, daysAgo: 30, activeDays: 0, done: true }
  const add = async () => {
    const account = randomUUID()
    await open(account, here)
    await open(account, { ...here, tutorial: 1, daysAgo: 27.5, done: false })
    await app.sql`insert into check_results (account_id, session_id, digest, passed, checked_at, passed_at)
      values (${account}, 'one', 'digest', '[true]', now(), now())`
  }
  for (let learners = 0; learners < 4; learners += 1) await add()
  const few = await figures()
  expect(tutorialsOf(few)[0]).toMatchObject({ opened: FEW, done: FEW, days_to_next: null })
  expect(few.sessions.map(({ checked }) => checked)).toEqual([FEW, null])
  await add()
  const enough = await figures()
  expect(tutorialsOf(enough).slice(0, 2)).toMatchObject([
    { opened: 5, done: 5, stopped: FEW, days_to_next: 2.5 },
    { opened: 5, done: FEW, stopped: 5, days_to_next: null },
  ])
  expect(enough.sessions.map(({ checked }) => checked)).toEqual([5, null])
})

test('INSIGHT-14 shows the pages of which 5 accounts copied a prompt in the last 90 days', async () => {
  await publisher(app.db).resource('contrast', { name: 'Check colors' })
  const copies = async (accounts: number, id: string, at: string, kind = 'library') =>
    await app.sql`insert into copied_prompts (account_id, kind, source_id, copied_at)
      select gen_random_uuid(), ${kind}, ${id}, now() - ${at}::interval from generate_series(1, ${accounts})`
  await copies(6, 'contrast', '89 days')
  await copies(5, 'plan', '0 days', 'tutorial')
  await copies(4, 'build', '0 days', 'tutorial')
  await copies(9, 'build', '91 days', 'tutorial')
  await copies(9, 'unpublished', '0 days')
  expect((await figures()).copied_prompts).toEqual([
    { kind: 'library', id: 'contrast', name: 'Check colors', accounts: 6 },
    { kind: 'tutorial', id: 'plan', name: 'plan', accounts: 5 },
  ])
})

test('INSIGHT-11 shows the words of a search that 5 accounts searched for, and the prompts that 5 accounts saved', async () => {
  const origin = (id: string, name: string) => JSON.stringify({ kind: 'library', id, prompt: '', name, hash: '' })
  for (let accounts = 0; accounts < 6; accounts += 1) {
    const id = randomUUID()
    await app.sql`insert into missed_searches (account_id, words) values (${id}, 'docker')`
    if (accounts < 5) await app.sql`insert into missed_searches (account_id, words) values (${id}, 'kubernetes')`
    if (accounts < 4) await app.sql`insert into missed_searches (account_id, words) values (${id}, 'ada@example.test')`
    for (const name of ['Check colors', 'Check colors', accounts === 0 ? 'Zzz' : 'Check colors'])
      await app.sql`insert into prompts (account_id, title, description, content, origin)
        values (${id}, '', '', '', ${origin('contrast', name)}::text::jsonb)`
    if (accounts < 4)
      await app.sql`insert into prompts (account_id, title, description, content, origin)
        values (${id}, '', '', '', ${origin('few', 'Few')}::text::jsonb)`
  }
  await app.sql`insert into missed_searches (account_id, words, searched_at)
    select gen_random_uuid(), 'long ago', now() - interval '91 days' from generate_series(1, 9)`
  const { missed_searches, saved_prompts } = await figures()
  expect(missed_searches).toEqual([
    { words: 'docker', accounts: 6 },
    { words: 'kubernetes', accounts: 5 },
  ])
  expect(saved_prompts).toEqual([{ kind: 'library', id: 'contrast', name: 'Check colors', accounts: 6 }])
})
