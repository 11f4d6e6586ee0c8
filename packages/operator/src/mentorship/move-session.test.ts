import { randomUUID } from 'node:crypto'
import { migrate } from '@academy/api/migrate'
import { newTestDatabase } from '@academy/standins/testing/test-database'
import postgres from 'postgres'
import { afterAll, expect, test } from 'vitest'
import { runSessionMove } from './move-session.ts'

const DATABASE_URL = await newTestDatabase('sessions')
await migrate(DATABASE_URL)
const sql = postgres(DATABASE_URL, { max: 1 })
afterAll(() => sql.end())

const WEEK = '2100-01-04'
const AT = ['--at', '2100-01-09T10:00:00+01:00']

async function run(args: string[], env: Record<string, string> = { DATABASE_URL }): Promise<string[]> {
  const output: string[] = []
  await runSessionMove(args, env, (line) => void output.push(line))
  return output
}

test('DRAW-14 session:move moves the session of a winner, and queues the mail with the event', async () => {
  await sql`insert into mentorship_places (week, place, account_id, session, starts_at, answer_by, answer)
    values (${WEEK}, 2, ${randomUUID()}, 2, '2100-01-08 16:30Z', '2100-01-06 01:00Z', 'passed'),
      (${WEEK}, 4, ${randomUUID()}, 2, '2100-01-08 16:30Z', '2100-01-06 01:00Z', 'accepted')`
  expect(await run([WEEK, '2', ...AT])).toEqual([
    `Session 2 of the week of ${WEEK} begins at 2100-01-09T09:00:00.000Z. Its winner gets a mail with the change for the calendar.`,
  ])
  const stored = await sql`select place, starts_at, sequence from mentorship_places order by place`
  expect(stored.map(({ place, starts_at, sequence }) => [place, starts_at.toISOString(), sequence])).toEqual([
    [2, '2100-01-08T16:30:00.000Z', 0],
    [4, '2100-01-09T09:00:00.000Z', 1],
  ])
  expect(await sql`select kind, key, state from mails`).toEqual([{ kind: 'mentorship', key: `${WEEK}.4.1`, state: 'waiting' }])
  await expect(run([WEEK, '1', ...AT])).rejects.toThrow(`Session 1 of the week of ${WEEK} has no winner`)
})

test('DRAW-14 session:move refuses wrong arguments, and explains a database that is down', async () => {
  const wrong = /takes the day of a Monday, and a session from 1 to 3/
  for (const args of [[], [WEEK], ['2100-01-05', '1'], [WEEK, '0'], [WEEK, '4'], [WEEK, '1.5'], [WEEK, '1', '2']])
    await expect(run([...args, ...AT])).rejects.toThrow(wrong)
  await expect(run([WEEK, '1'])).rejects.toThrow('--at takes a time with its zone')
  await expect(run([WEEK, '1', '--at', '2100-01-09T10:00:00'])).rejects.toThrow('--at takes a time with its zone')
  await expect(run([WEEK, '1', '--at', '2020-01-09T10:00:00Z'])).rejects.toThrow('--at must lie in the future')
  await expect(run([WEEK, '1', ...AT], {})).rejects.toThrow('DATABASE_URL is not set')
  await expect(run([WEEK, '1', ...AT], { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/academy' })).rejects.toThrow(
    'No Postgres responds at 127.0.0.1:1.',
  )
})
