import { type CourseId, noEntitlements } from '@academy/catalog'
import { expect, test, vi } from 'vitest'
import { composeWelcome } from '../modules/billing/welcome/compose-welcome.ts'
import type { PlacedTutorial } from '../modules/courses/outline.ts'
import { decideMailing } from '../modules/mailings/decide-mailing.ts'
import { publisher } from '../testing/published-pages.ts'
import { recordFacts } from '../testing/record-facts.ts'
import { startSellingAcademy } from '../testing/selling-academy.ts'

vi.mock('@academy/catalog/courses', async (original) => {
  const { threeCourses } = await import('@academy/catalog/testing/three-courses')
  return threeCourses(await original())
})

const { app, config, buyer } = await startSellingAcademy()
const publish = publisher(app.db)
const DAY_MS = 86_400_000
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
await publish.course('master-course')
await publish.course('second', { product: 'second_course' as CourseId, opens_on: dayIn(14), studio_opens_on: dayIn(-1) })
await publish.session('session', 'second', { free: true })
await publish.tutorial('tutorial', 'session', { vip: true })

const secondCourse = { secondCourse: true }

test('COURSES-09 COURSES-08 sells a course that has not opened to subscribers of the Studio alone', async () => {
  const [ada, eve] = [await buyer(), await buyer()]
  await Promise.all([ada.context(), eve.context()])
  const refused = await ada.checkout(secondCourse)
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { code: 'not_on_offer', error: expect.stringContaining('Nothing was charged') },
  ])
  await recordFacts(app.db, eve.id).subscription()
  const stateOf = async ({ headers }: typeof eve) => (await app.inject({ url: '/api/courses', headers })).json().data[1].state
  expect([await stateOf(ada), await stateOf(eve)]).toEqual(['upcoming', 'locked'])
})

test('COURSES-08 before the day of a course nothing of it is free, and its owner reads it', async () => {
  const [ada, eve] = [await buyer(), await buyer()]
  await Promise.all([ada.context(), eve.context()])
  const read = async ({ headers }: typeof ada) => (await app.inject({ url: '/api/tutorials/tutorial/content', headers })).statusCode
  await recordFacts(app.db, eve.id).purchase({ offer: 'second_course' as CourseId })
  expect(await read(ada)).toBe(403)
  expect((await app.inject('/api/public/tutorials/tutorial/content')).statusCode).toBe(403)
  await expect.poll(() => read(eve)).toBe(200)
  await publish.course('second', { product: 'second_course' as CourseId, opens_on: dayIn(0) })
  await expect.poll(() => read(ada)).toBe(200)
})

test('COURSES-09 sells no further course without a page, and one that is open by its own flag', async () => {
  const ada = await buyer()
  await ada.context()
  expect((await ada.checkout({ thirdCourse: true })).json()).toMatchObject({ code: 'not_on_offer' })
  await publish.course('second', { product: 'second_course' as CourseId })
  await expect.poll(async () => (await ada.checkout(secondCourse)).statusCode).toBe(200)
  await ada.buys(secondCourse)
  expect((await ada.context()).entitlements).toEqual({ ...noEntitlements, second_course: true, slack_standard: true })
})

test('COURSES-10 the mail after a purchase names the course and leads to the list of courses', () => {
  const welcome = {
    currency: 'eur',
    email: 'ada@example.test',
    receiptUrl: null,
    freeUntil: null,
    guarantee: undefined,
    consent: undefined,
  } as const
  const mailAbout = (offer: string) => composeWelcome({ ...welcome, offer: offer as CourseId }, config)
  expect(mailAbout('second_course').subject).toBe('Welcome to Second Steps')
  expect(mailAbout('second_course').html).toContain(`${config.webOrigin}/courses"`)
  expect(mailAbout('master_course').html).toContain(`${config.webOrigin}/courses/master-course"`)
})

test('COURSES-10 a mail about learning is about the course in which the learner stopped', () => {
  const now = new Date('2026-12-03T10:00:00Z')
  const at = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const tutorial = (id: string, product: string) =>
    ({ id, name: id, session_id: product, course_id: product, product, free: false, vip: false }) as PlacedTutorial
  const tutorials = [tutorial('a1', 'master_course'), tutorial('b1', 'second_course'), tutorial('b2', 'second_course')]
  const facts = { stops: [], prompts: [], tutorials, entitlements: { ...noEntitlements, master_course: true, second_course: true } }
  const progress = new Map([
    ['a1', { done: true, updated_at: at(1), done_changed_at: at(1) }],
    ['b1', { done: true, updated_at: at(8), done_changed_at: at(8) }],
  ])
  expect(decideMailing('stopped', { ...facts, progress }, now, null)).toMatchObject({ kind: 'stopped', tutorial: { id: 'b2' } })
  progress.set('b2', { done: true, updated_at: at(8), done_changed_at: at(8) })
  expect(decideMailing('stopped', { ...facts, progress }, now, null), 'both are finished').toBeUndefined()
})
