import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startDrawingAcademy } from '../../testing/drawing-academy.ts'
import { findCalendarOwner, findCalendarSecret, renewCalendarSecret } from './calendars.store.ts'
import { composeSessionMail } from './compose-session-mail.ts'
import { answerOffer, findPlace, moveSession } from './draws.store.ts'

const academy = await startDrawingAcademy({ MENTORSHIP_MEETING_URL: 'https://meet.example.com/room' })
const { app, config, signIn, register, subscribers, afterRound, places } = academy
const WEEK = '2026-12-07'

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-02T12:00:00Z') }))
afterAll(() => void vi.useRealTimers())

/** Returns the lines of a calendar that say which event it is, in which version, when and whether. */
const linesOf = (calendar: string): string[] =>
  calendar.split('\r\n').filter((line) => /^(METHOD|UID|SEQUENCE|DTSTART|DTEND|STATUS|LOCATION)[:;]/.test(line))

const uid = `UID:mentorship-${WEEK}-1@localhost`

async function mailOf(place: number) {
  const found = await findPlace(app.db, { week: WEEK, place })
  if (!found?.starts_at || !found.answer_by) throw new Error('nothing was offered')
  const { starts_at, answer_by } = found
  return composeSessionMail({ ...found, starts_at, answer_by }, 'ada@example.test', 'hello@academy.test', config)
}

test('DRAW-07 DRAW-10 mails and the calendar have the same event in each of its versions, and a renewed address replaces the one before', async () => {
  await register(WEEK, await subscribers(3))
  afterRound(WEEK)
  await app.mentorshipDraws.run()
  const [{ account_id } = { account_id: '' }] = await places(WEEK)
  const headers = await signIn({ id: account_id })
  const renew = async (): Promise<string> => {
    expect((await app.inject({ method: 'POST', url: '/api/mentorship/calendar', headers })).statusCode).toBe(200)
    return new URL((await app.inject({ url: '/api/mentorship', headers })).json().data.calendar_url).pathname
  }
  const first = await renew()
  expect(first).toMatch(/^\/calendar\/[\w-]{43}\.ics$/)
  const feed = async (path: string) => app.inject(path)
  expect((await feed(first)).headers['content-type']).toBe('text/calendar; charset=utf-8')

  const offered = await mailOf(1)
  expect([offered.subject, offered.event?.method]).toEqual(['You won a mentoring session', 'request'])
  expect(offered.text).toContain('Please answer by December 9, 2026 at 01:00 UTC.')
  const time = ['DTSTART:20261211T160000Z', 'DTEND:20261211T163000Z']
  const place = 'LOCATION:https://meet.example.com/room'
  expect(linesOf(offered.event?.content ?? '')).toEqual(['METHOD:REQUEST', uid, 'SEQUENCE:0', ...time, place, 'STATUS:TENTATIVE'])
  expect(linesOf((await feed(first)).body)).toEqual(['METHOD:PUBLISH', uid, 'SEQUENCE:0', ...time, place, 'STATUS:TENTATIVE'])

  await answerOffer(app.db, { account_id, week: WEEK }, 'accepted')
  await moveSession(app.db, { week: WEEK, session: 1 }, new Date('2026-12-12T09:00:00Z'))
  const moved = await mailOf(1)
  const later = ['DTSTART:20261212T090000Z', 'DTEND:20261212T093000Z']
  expect(moved.subject).toBe('Your mentoring session has moved')
  expect(linesOf(moved.event?.content ?? '')).toEqual(['METHOD:REQUEST', uid, 'SEQUENCE:1', ...later, place, 'STATUS:CONFIRMED'])

  await answerOffer(app.db, { account_id, week: WEEK }, 'passed')
  const cancelled = await mailOf(1)
  expect([cancelled.subject, cancelled.event?.method]).toEqual(['Your mentoring session is cancelled', 'cancel'])
  const gone = [uid, 'SEQUENCE:2', ...later, place, 'STATUS:CANCELLED']
  expect(linesOf(cancelled.event?.content ?? '')).toEqual(['METHOD:CANCEL', ...gone])
  expect(linesOf((await feed(first)).body)).toEqual(['METHOD:PUBLISH', ...gone])

  const second = await renew()
  expect([(await feed(first)).statusCode, (await feed(second)).statusCode]).toEqual([404, 200])
  expect((await feed(second.replace('.ics', ''))).statusCode).toBe(404)
})

test('DRAW-10 renewals of new calendars at the same time succeed, and leave one address', async () => {
  for (let accounts = 0; accounts < 100; accounts += 1) {
    const id = randomUUID()
    await Promise.all(Array.from({ length: 8 }, () => renewCalendarSecret(app.db, config.fileSigningKey, id)))
    const secret = await findCalendarSecret(app.db, config.fileSigningKey, id)
    expect(await findCalendarOwner(app.db, secret ?? '')).toBe(id)
  }
})
