import { contract } from '@academy/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CannedApi, cannedApi } from '../../testing/canned-api.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { buyerContext, sampleContext, sampleCourse, sampleSession, sampleTutorial, sampleVideo } from '../../testing/samples.ts'

const { accounts, courses } = contract
const sessions = [
  sampleSession(1, { free: true, tutorials: [sampleTutorial('brief', { name: 'Write the brief', free: true, has_diagram: true })] }),
  sampleSession(2, {
    tutorials: [
      sampleTutorial('set-up', { name: 'Set up', vip: true }),
      sampleTutorial('screen', { name: 'The screen', has_diagram: true }),
    ],
  }),
]
let api: CannedApi

beforeEach(() => {
  api = cannedApi()
  api.reply(accounts.context, 200, sampleContext())
  api.reply(courses.course, 200, { success: true, data: sampleCourse() })
  api.reply(courses.sessions, 200, { success: true, data: sessions })
  showVideo(sampleVideo)
})
afterEach(() => {
  api.expectNothingElse()
})

const showVideo = (html: string) => api.reply(courses.courseVideo, 200, { success: true, data: { html } })
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

test('D-38 a course whose properties are not wrapped is read alike', async () => {
  api.replyOutsideTheContract(courses.course, 200, { success: true, data: { id: 'master-course', ...sampleCourse().properties } })
  await openCourse()
  expect(await screen.findByRole('heading', { level: 1, name: 'Vibe Coding' })).toBeTruthy()
  expect(screen.getByText('From idea to product.')).toBeTruthy()
})

test('COURSE-09 COURSE-10 D-36 the sessions by number, each with its tutorials', async () => {
  api.reply(courses.sessions, 200, { success: true, data: sessions.toReversed() })
  await openCourse()
  await screen.findByRole('heading', { level: 3, name: 'Session 1' })
  const headings = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(headings).toEqual(['Session 1', 'Session 2'])
  expect(screen.getByText('The screen')).toBeTruthy()
})

test('COURSE-12 COURSE-13 D-31 without the course a free tutorial opens by View for FREE; every other button opens the prices and stays', async () => {
  const router = await openCourse()
  expect(await linkTo(/^View for FREE ?: Write the brief$/)).toBe('/courses/master-course/sessions/session-1/tutorials/brief')
  expect(screen.queryByRole('link', { name: /The screen|Set up/ })).toBeNull()
  expect(screen.getAllByRole('button', { name: /^Unlock Master Course ?: / })).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: /^Unlock Master Course ?: The screen$/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Unlock Master Course' })
  expect(await within(dialog).findByText('Official Launch Pricing')).toBeTruthy()
  expect(router.path).toBe('/courses/master-course')
})

test('COURSE-14 a guest of the Aha sessions opens the VIP tutorials', async () => {
  api.reply(accounts.context, 200, sampleContext({ entitlements: { ...sampleContext().data.entitlements, aha_sessions: true } }))
  await openCourse()
  expect(await linkTo(/^VIP ACCESS ?: Set up$/)).toBe('/courses/master-course/sessions/session-2/tutorials/set-up')
  expect(screen.getAllByRole('button', { name: /^Unlock Master Course ?: / })).toHaveLength(1)
})

test('D-31 with the course every tutorial has View Tutorial', async () => {
  api.reply(accounts.context, 200, buyerContext())
  await openCourse()
  expect(await linkTo(/^View Tutorial ?: The screen$/)).toBe('/courses/master-course/sessions/session-2/tutorials/screen')
  expect(screen.getAllByRole('link', { name: /^View Tutorial/ })).toHaveLength(3)
  expect(screen.queryByText(/unlock/i)).toBeNull()
})

test('CTX-11 D-31 while the account loads the buttons say so and wait', async () => {
  api.reply(accounts.context, 200, sampleContext(), { after: new Promise(() => {}) })
  await openCourse()
  const buttons = () => screen.getAllByRole<HTMLButtonElement>('button', { name: 'Loading...' })
  await waitFor(() => expect(buttons().map(({ disabled }) => disabled)).toEqual([true, true, true, true, true]))
  const help = within(screen.getByRole('region', { name: 'Need Help?' })).getAllByRole('button')
  expect(help.map(({ textContent }) => textContent)).toEqual(['Loading...', 'Loading...'])
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

test('COURSE-04 COURSE-05 COURSE-06 R-03 the Course Overview counts what the course holds, and closes', async () => {
  await openCourse()
  await screen.findByRole('heading', { name: 'Session 1' })
  const toggle = screen.getByRole('button', { name: 'Course Overview' })
  const block = toggle.closest('section') as HTMLElement
  expect(
    within(block)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['2 sessions', '3 tutorials', '36 min in all', '2 reference diagrams', '1 tutorial available for free'])
  expect(toggle.getAttribute('aria-expanded')).toBe('true')
  fireEvent.click(toggle)
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  expect(within(block).getByText('reference diagrams').closest('[hidden]')).not.toBeNull()
})

test('COURSE-07 D-33 Try Before You Buy counts what is free and leads to the first of it', async () => {
  await openCourse()
  const banner = await screen.findByRole('region', { name: 'Try Before You Buy' })
  expect(within(banner).getByText(/^One tutorial is open to you in full/)).toBeTruthy()
  expect(within(banner).getByRole('link', { name: 'Start for free' }).getAttribute('href')).toBe(
    '/courses/master-course/sessions/session-1/tutorials/brief',
  )
  expect(within(banner).getByRole('button', { name: 'Unlock Master Course' })).toBeTruthy()
})

test.each([
  ['for those who have the course', () => api.reply(accounts.context, 200, buyerContext())],
  ['where nothing is free', () => api.reply(courses.sessions, 200, { success: true, data: [sampleSession(1)] })],
])('COURSE-07 D-33 the banner is not there %s', async (_, arrange) => {
  arrange()
  await openCourse()
  await screen.findByRole('heading', { name: 'Session 1' })
  await waitFor(() => expect(screen.queryAllByRole('button', { name: 'Loading...' })).toEqual([]))
  expect(screen.queryByText('Try Before You Buy')).toBeNull()
})

test('COURSE-07 the banner’s place is kept until it is known, except for somebody who had the course last time', async () => {
  api.reply(accounts.context, 200, buyerContext(), { after: new Promise(() => {}) })
  const places = () => screen.getByRole('heading', { name: 'Sessions' }).closest('section')?.previousElementSibling
  await openCourse()
  await screen.findByRole('heading', { name: 'Session 1' })
  expect(places()?.getAttribute('aria-hidden')).toBe('true')
  cleanup()
  api.reply(accounts.context, 200, buyerContext())
  await openCourse()
  await screen.findAllByRole('link', { name: /^View Tutorial/ })
  cleanup()
  api.reply(accounts.context, 200, buyerContext(), { after: new Promise(() => {}) })
  await openCourse()
  await screen.findByRole('heading', { name: 'Session 1' })
  expect(places()?.getAttribute('aria-hidden')).toBeNull()
})

test('COURSE-08 COURSE-17 the introduction is a still picture with Watch Video, then the embedded video', async () => {
  await openCourse()
  fireEvent.click(await screen.findByRole('button', { name: 'Watch Video' }))
  expect(screen.getByTitle('Video').getAttribute('srcdoc')).toBe('video')
  expect(api.count('GET', '/api/courses/master-course/video')).toBeGreaterThan(0)
})

test('COURSE-18 while the introduction loads the page says so', async () => {
  api.reply(courses.courseVideo, 200, { success: true, data: { html: '' } }, { after: new Promise(() => {}) })
  await openCourse()
  expect(await screen.findByText('Loading video...')).toBeTruthy()
})

test('ERR-45 COURSE-18 a failed introduction says so, and another try brings it; the rest of the page stays', async () => {
  api.refuse(courses.courseVideo, 500, 'internal', 'Something went wrong on our side.')
  await openCourse()
  const alert = (await screen.findByText('Failed to load video content')).closest('[role=alert]') as HTMLElement
  expect(await screen.findByRole('heading', { name: 'Session 1' })).toBeTruthy()
  showVideo(sampleVideo)
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Watch Video' })).toBeTruthy()
})

test('ERR-45 an introduction whose player fails says the same', async () => {
  await openCourse()
  fireEvent.click(await screen.findByRole('button', { name: 'Watch Video' }))
  fireEvent.error(screen.getByTitle('Video'))
  expect(screen.getByText('Failed to load video content')).toBeTruthy()
})

test('ERR-46 COURSE-18 a course without an introduction says so', async () => {
  showVideo('')
  await openCourse()
  expect(await screen.findByText('No video content available')).toBeTruthy()
})

test('COURSE-15 COURSE-16 D-35 Need Help: the community asks for what opens it; premium support is disabled and says why', async () => {
  await openCourse()
  const block = await screen.findByRole('region', { name: 'Need Help?' })
  const support = within(block).getByRole<HTMLButtonElement>('button', { name: 'Premium Slack Support' })
  expect(support.disabled).toBe(true)
  const hint = document.getElementById(support.getAttribute('aria-describedby') ?? '')
  expect(hint?.textContent).toBe('Priority support • Requires Vibe Coding Studio subscription')
  fireEvent.click(within(block).getByRole('button', { name: 'Ask in Community' }))
  expect(await screen.findByRole('dialog', { name: 'Upgrade to Access Community' })).toBeTruthy()
})

test('COURSE-15 D-35 with the community the question goes there; support, still lacking, stays disabled', async () => {
  api.reply(accounts.context, 200, buyerContext())
  await openCourse()
  const block = await screen.findByRole('region', { name: 'Need Help?' })
  expect(within(block).getByRole('link', { name: 'Ask in Community' }).getAttribute('href')).toBe('/community')
  expect(within(block).getByRole<HTMLButtonElement>('button').textContent).toBe('Premium Slack Support')
  expect(within(block).getByRole<HTMLButtonElement>('button').disabled).toBe(true)
})

test('COURSE-15 D-35 with the Studio support has a page to go to', async () => {
  api.reply(accounts.context, 200, sampleContext({ entitlements: { ...sampleContext().data.entitlements, slack_premium: true } }))
  await openCourse()
  const block = await screen.findByRole('region', { name: 'Need Help?' })
  expect(within(block).getByRole('link', { name: 'Premium Slack Support' }).getAttribute('href')).toBe('/premium-slack')
})
