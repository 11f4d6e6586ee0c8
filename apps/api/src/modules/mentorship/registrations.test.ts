import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { startDrawingAcademy } from '../../testing/drawing-academy.ts'

const academy = await startDrawingAcademy()
const { app, signIn, setTime } = academy
const WEEK = '2026-12-07'
const LAST_MOMENT = '2026-12-06T23:59:59.999Z'

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-02T12:00:00Z') }))
afterAll(() => void vi.useRealTimers())

const put = async (id: string, week = WEEK) =>
  app.inject({ method: 'PUT', url: `/api/mentorship/weeks/${week}`, headers: await signIn({ id }) })
const stored = (id: string) => app.sql`select week::text, code from mentorship_registrations where account_id = ${id}`

test('DRAW-01 while draws are off, no path of theirs exists and nothing is stored', async () => {
  const off = await buildTestApp()
  const headers = await off.signIn()
  const answers = await Promise.all([
    off.app.inject({ url: '/api/mentorship', headers }),
    off.app.inject({ method: 'PUT', url: `/api/mentorship/weeks/${WEEK}`, headers }),
    off.app.inject({ method: 'PUT', url: `/api/mentorship/sessions/${WEEK}/answer`, headers, payload: { answer: 'passed' } }),
    off.app.inject({ method: 'POST', url: '/api/mentorship/calendar', headers }),
    off.app.inject(`/api/draws/${WEEK}`),
    off.app.inject(`/calendar/${'a'.repeat(43)}.ics`),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(404))
  expect(off.app.mentorshipDraws).toBeUndefined()
})

test('DRAW-02 registers an account with the Studio once, also by requests at the same time', async () => {
  const [id = ''] = await academy.subscribers(1)
  const headers = await signIn({ id })
  expect((await app.inject({ url: '/api/mentorship', headers })).json().data).toEqual({
    may_register: true,
    registrations: [],
    sessions: [],
    calendar_url: null,
  })
  const answers = await Promise.all(Array.from({ length: 5 }, () => put(id)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200))
  const registration = { week: WEEK, code: expect.stringMatching(/^[0-9a-f]{32}$/) }
  expect((await app.inject({ url: '/api/mentorship', headers })).json().data.registrations).toEqual([registration])
  expect(await stored(id)).toEqual([registration])
})

test('DRAW-02 each account and week has another code', async () => {
  const ids = await academy.subscribers(2)
  for (const id of ids) for (const week of [WEEK, '2026-11-30']) await academy.register(week, [id])
  const codes = (await Promise.all(ids.map(stored))).flat().map(({ code }) => code)
  expect(new Set(codes).size).toBe(4)
})

test('DRAW-02 refuses accounts without the Studio, and says what they need', async () => {
  const id = randomUUID()
  const refused = await put(id)
  expect([refused.statusCode, refused.json().code, refused.json().message]).toEqual([
    403,
    'entitlement_required',
    'Only subscribers of Vibe Coding Studio are drawn. You get it alone or in the bundle.',
  ])
  expect(await stored(id)).toEqual([])
})

test.each([
  ['2026-12-08', 404],
  ['2026-12-7', 404],
  ['next', 404],
  ['2026-12-14', 400],
  ['2026-11-30', 409],
])('DRAW-02 answers a registration for %s with %i', async (week, status) => {
  const [id = ''] = await academy.subscribers(1)
  expect((await put(id, week)).statusCode).toBe(status)
  expect(await stored(id)).toEqual([])
})

test('DRAW-02 registers until the last moment of Sunday in UTC, and never after the list is published', async () => {
  const [early = '', late = '', skewed = ''] = await academy.subscribers(3)
  setTime(LAST_MOMENT)
  expect((await put(early)).statusCode).toBe(200)
  setTime('2026-12-07T00:00:00.000Z')
  expect((await put(late)).statusCode).toBe(409)
  await app.mentorshipDraws.run()
  // The clock of an instance may be late.
  setTime(LAST_MOMENT)
  const refused = await put(skewed)
  expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('ended with the Sunday before it')])
  expect([...(await stored(late)), ...(await stored(skewed))]).toEqual([])
})
