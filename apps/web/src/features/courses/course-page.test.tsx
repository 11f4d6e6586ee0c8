import { contract } from '@academy/contract'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CannedApi, cannedApi } from '../../testing/canned-api.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { buyerContext, sampleContext, sampleCourse, sampleSession, sampleTutorial } from '../../testing/samples.ts'

const { accounts, courses } = contract
const sessions = [
  sampleSession(1, { free: true, tutorials: [sampleTutorial('brief', { name: 'Write the brief', free: true })] }),
  sampleSession(2, {
    tutorials: [sampleTutorial('set-up', { name: 'Set up', vip: true }), sampleTutorial('screen', { name: 'The screen' })],
  }),
]
let api: CannedApi

beforeEach(() => {
  api = cannedApi()
  api.reply(accounts.context, 200, sampleContext())
  api.reply(courses.course, 200, { success: true, data: sampleCourse() })
  api.reply(courses.sessions, 200, { success: true, data: sessions })
})
afterEach(() => {
  api.expectNothingElse()
})

const openCourse = () => renderSignedIn('/courses/master-course')
const linkTo = async (name: RegExp | string) => (await screen.findByRole('link', { name })).getAttribute('href')

test('COURSE-01 COURSE-02 title and description of the course', async () => {
  await openCourse()
  expect(await screen.findByRole('heading', { level: 1, name: 'Vibe Coding' })).toBeTruthy()
  expect(screen.getByText('From idea to product.')).toBeTruthy()
  expect(api.count('GET', '/api/courses/master-course')).toBeGreaterThan(0)
})

test('COURSE-03 what is missing has words of its own', async () => {
  api.reply(courses.course, 200, { success: true, data: sampleCourse('', '') })
  await openCourse()
  expect(await screen.findByRole('heading', { level: 1, name: 'Untitled Course' })).toBeTruthy()
  expect(screen.getByText('No description available')).toBeTruthy()
})

test('COURSE-09 COURSE-10 D-36 the sessions by number, each with its tutorials', async () => {
  api.reply(courses.sessions, 200, { success: true, data: sessions.toReversed() })
  await openCourse()
  await screen.findByRole('heading', { level: 3, name: 'Session 1' })
  const headings = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(headings).toEqual(['Session 1', 'Session 2'])
  expect(screen.getByText('The screen')).toBeTruthy()
})

test('COURSE-12 without the course a free tutorial opens by View for FREE; the others are locked and say what they are part of', async () => {
  await openCourse()
  expect(await linkTo(/^View for FREE ?: Write the brief$/)).toBe('/courses/master-course/sessions/session-1/tutorials/brief')
  expect(screen.getAllByText('Locked')).toHaveLength(2)
  expect(screen.getByText(/locked ones are part of the Master Course/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: /The screen|Set up/ })).toBeNull()
})

test('COURSE-14 a guest of the Aha sessions opens the VIP tutorials', async () => {
  api.reply(accounts.context, 200, sampleContext({ entitlements: { ...sampleContext().data.entitlements, aha_sessions: true } }))
  await openCourse()
  expect(await linkTo(/^VIP ACCESS ?: Set up$/)).toBe('/courses/master-course/sessions/session-2/tutorials/set-up')
  expect(screen.getAllByText('Locked')).toHaveLength(1)
})

test('D-31 with the course every tutorial has View Tutorial', async () => {
  api.reply(accounts.context, 200, buyerContext())
  await openCourse()
  expect(await linkTo(/^View Tutorial ?: The screen$/)).toBe('/courses/master-course/sessions/session-2/tutorials/screen')
  expect(screen.getAllByRole('link', { name: /^View Tutorial/ })).toHaveLength(3)
  expect(screen.queryByText(/locked/i)).toBeNull()
})

test('CTX-11 D-31 while the account loads the buttons say so and wait', async () => {
  api.reply(accounts.context, 200, sampleContext(), { after: new Promise(() => {}) })
  await openCourse()
  const buttons = await screen.findAllByRole<HTMLButtonElement>('button', { name: 'Loading...' })
  expect(buttons.map(({ disabled }) => disabled)).toEqual([true, true, true])
})

test('ERR-42 ERR-43 D-37 an absent course says so and leads back to the courses', async () => {
  api.refuse(courses.course, 404, 'not_found', 'Course not found')
  await renderSignedIn('/courses/other')
  expect(await screen.findByRole('heading', { level: 1, name: 'Error Loading Course' })).toBeTruthy()
  expect(screen.getByText('Course not found')).toBeTruthy()
  expect(await linkTo('Back to Courses')).toBe('/courses')
})

test('D-37 an id that no course can have is answered alike, and the API is left alone', async () => {
  await renderSignedIn('/courses/..%2Faccounts')
  expect(await screen.findByText('Course not found')).toBeTruthy()
})

test('ERR-41 a blank course id', async () => {
  await renderSignedIn('/courses/%20')
  expect(await screen.findByRole('heading', { level: 1, name: 'Error Loading Course' })).toBeTruthy()
  expect(screen.getByText('Course ID is required')).toBeTruthy()
})

test('ERR-44 when the sessions fail the page says so and another try brings them', async () => {
  api.refuse(courses.sessions, 500, 'internal', 'Something went wrong on our side.')
  await openCourse()
  expect(await screen.findByRole('heading', { name: 'Failed to load sessions' })).toBeTruthy()
  api.reply(courses.sessions, 200, { success: true, data: sessions })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Session 1' })).toBeTruthy()
})
