import { contract } from '@academy/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { MockApi } from '../../testing/mock-api.ts'
import { mockAccount } from '../../testing/mock-services.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { masterCourseContext, sampleContext, sampleCourse, sampleSession, sampleTutorial, sampleVideo } from '../../testing/samples.ts'

const { accounts, courses, learning } = contract
const sessions = [
  sampleSession(1, { free: true, tutorials: [sampleTutorial('brief', { name: 'Write the brief', free: true, has_diagram: true })] }),
  sampleSession(2, {
    tutorials: [
      sampleTutorial('set-up', { name: 'Set up', vip: true }),
      sampleTutorial('screen', { name: 'The screen', has_diagram: true }),
    ],
  }),
]
let api: MockApi

beforeEach(() => {
  ;({ api } = mockAccount())
  api.reply(courses.course, 200, { success: true, data: sampleCourse() })
  api.reply(courses.sessions, 200, { success: true, data: sessions })
  showVideo(sampleVideo)
})

const showVideo = (html: string) => api.reply(courses.courseVideo, 200, { success: true, data: { html } })
const openCourse = (hash = '') => renderSignedIn(`/courses/master-course${hash}`)
const openSession = async (name: string) => fireEvent.click(await screen.findByRole('button', { name, expanded: false }))
const linkTo = async (name: RegExp | string) => (await screen.findByRole('link', { name })).getAttribute('href')

test('COURSE-01 COURSE-02 shows title and description of the course', async () => {
  await openCourse()
  expect(await screen.findByRole('heading', { level: 1, name: 'Vibe Coding' })).toBeTruthy()
  expect(screen.getByText('From idea to product.')).toBeTruthy()
  expect(api.count('GET', '/api/courses/master-course')).toBeGreaterThan(0)
})

test('COURSE-03 shows fallbacks for a missing title and description', async () => {
  api.reply(courses.course, 200, { success: true, data: sampleCourse('', '') })
  await openCourse()
  expect(await screen.findByRole('heading', { level: 1, name: 'Untitled Course' })).toBeTruthy()
  expect(screen.getByText('No description available')).toBeTruthy()
})

test('D-38 reads a course without the properties wrapper', async () => {
  api.replyOutsideTheContract(courses.course, 200, { success: true, data: { id: 'master-course', ...sampleCourse().properties } })
  await openCourse()
  expect(await screen.findByRole('heading', { level: 1, name: 'Vibe Coding' })).toBeTruthy()
  expect(screen.getByText('From idea to product.')).toBeTruthy()
})

test('COURSE-09 COURSE-10 D-36 lists sessions by number, with a card and a button for each tutorial', async () => {
  api.reply(courses.sessions, 200, { success: true, data: sessions.toReversed() })
  await openCourse()
  await openSession('Session 2')
  await screen.findByRole('button', { name: 'Set up (locked)' })
  const cardsOf = (session: HTMLElement) =>
    within(session)
      .getAllByRole('listitem')
      .map((card) => within(card).getByRole(/free/i.test(card.textContent ?? '') ? 'link' : 'button'))
      .map((control) => (control.querySelector('[aria-hidden] + .sr-only') ?? control).textContent)
  const regions = screen.getAllByRole('region', { name: /^Session \d/ })
  expect(regions.map((region) => [within(region).getByRole('heading', { level: 3 }).textContent, cardsOf(region)])).toEqual([
    ['Session 1', ['View for FREE: Write the brief']],
    ['Session 2', ['Set up (locked)', 'The screen (locked)']],
  ])
})

test('COURSE-12 COURSE-13 D-31 without the course, View for FREE opens a free tutorial; every other button opens the pricing dialog', async () => {
  const router = await openCourse()
  expect(await linkTo(/^View for FREE ?: Write the brief$/)).toBe('/courses/master-course/sessions/session-1/tutorials/brief')
  await openSession('Session 2')
  expect(screen.queryByRole('link', { name: /The screen|Set up/ })).toBeNull()
  expect(screen.getAllByRole('button', { name: 'Unlock Master Course' })).toHaveLength(1)
  expect(within(screen.getByRole('region', { name: 'Sessions' })).getAllByRole('button', { name: / \(locked\)$/ })).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: 'The screen (locked)' }))
  const dialog = await screen.findByRole('dialog', { name: 'Unlock Master Course' })
  expect(await within(dialog).findByText('Official Launch Pricing')).toBeTruthy()
  expect(router.path).toBe('/courses/master-course')
})

test('COURSE-14 a user with aha_sessions opens the VIP tutorials', async () => {
  api.reply(accounts.context, 200, sampleContext({ entitlements: { ...sampleContext().data.entitlements, aha_sessions: true } }))
  await openCourse()
  await openSession('Session 2')
  expect(await linkTo(/^VIP ACCESS ?: Set up$/)).toBe('/courses/master-course/sessions/session-2/tutorials/set-up')
  expect(within(screen.getByRole('region', { name: 'Sessions' })).getAllByRole('button', { name: / \(locked\)$/ })).toHaveLength(1)
})

const openSessions = () => screen.getAllByRole('button', { name: /^Session \d/, expanded: true }).map(({ textContent }) => textContent)

test.each([
  ['the one with an open tutorial before the course is started', undefined, 'Session 1'],
  ['the one to continue with', 'screen', 'Session 2'],
])('LEARN-68 of all sessions only the current one is open: %s', async (_, continue_with, name) => {
  if (continue_with) {
    api.reply(accounts.context, 200, masterCourseContext())
    api.reply(learning.progress, 200, { tutorials: [], done: 0, total: 3, continue_with, checked_sessions: [], sessions_with_checks: [] })
  }
  await openCourse()
  await screen.findByRole('heading', { name: 'Session 1' })
  expect(openSessions()).toEqual([name])
})

test('LEARN-68 a session opens and closes with one button in its heading, and says how much is in it', async () => {
  await openCourse()
  const session = within(await screen.findByRole('region', { name: 'Session 2' }))
  expect(session.getByText('About session 2').closest('[hidden]')).not.toBeNull()
  expect(session.getByText('2 tutorials · 24 min')).toBeTruthy()
  const button = within(session.getByRole('heading', { level: 3 })).getByRole('button', { name: 'Session 2', expanded: false })
  fireEvent.click(button)
  expect(document.getElementById(button.getAttribute('aria-controls') ?? '')?.hidden).toBe(false)
  expect(session.getAllByRole('listitem')).toHaveLength(2)
  fireEvent.click(button)
  expect(session.queryAllByRole('listitem')).toEqual([])
})

test('LEARN-68 a URL with a session opens it and scrolls to it, also after the user has closed it', async () => {
  const scrolledTo: string[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolledTo.push(this.querySelector('h3')?.id ?? '')
  })
  const router = await openCourse('#session-session-2')
  await screen.findByRole('heading', { name: 'Session 1' })
  expect(openSessions()).toEqual(['Session 1', 'Session 2'])
  expect(new Set(scrolledTo)).toEqual(new Set(['session-session-2']))
  fireEvent.click(screen.getByRole('button', { name: 'Session 2' }))
  expect(openSessions()).toEqual(['Session 1'])
  act(() => router.goTo('/courses/master-course#session-session-2'))
  expect(openSessions()).toEqual(['Session 1', 'Session 2'])
})

test('COURSE-13 without a free tutorial the course is unlocked beside the heading of the sessions', async () => {
  api.reply(courses.sessions, 200, { success: true, data: [sampleSession(1, { tutorials: [sampleTutorial('brief')] })] })
  await openCourse()
  const section = within(await screen.findByRole('region', { name: 'Sessions' }))
  fireEvent.click(await section.findByRole('button', { name: 'Unlock Master Course' }))
  expect(await screen.findByRole('dialog', { name: 'Unlock Master Course' })).toBeTruthy()
})

test('D-31 with the course every tutorial has View Tutorial', async () => {
  api.reply(accounts.context, 200, masterCourseContext())
  await openCourse()
  await openSession('Session 2')
  expect(await linkTo(/^View Tutorial ?: The screen$/)).toBe('/courses/master-course/sessions/session-2/tutorials/screen')
  expect(screen.getAllByRole('link', { name: /^View Tutorial/, hidden: true })).toHaveLength(3)
  expect(screen.queryByText(/unlock/i)).toBeNull()
})

test('CTX-11 D-31 shows disabled loading buttons while the account loads', async () => {
  api.reply(accounts.context, 200, sampleContext(), { after: new Promise(() => {}) })
  await openCourse()
  const buttons = () => screen.getAllByRole<HTMLButtonElement>('button', { name: 'Loading...' })
  await waitFor(() => expect(buttons().map(({ disabled }) => disabled)).toEqual([true, true, true]))
  const help = within(screen.getByRole('region', { name: 'Need Help?' })).getAllByRole('button')
  expect(help.map(({ textContent }) => textContent)).toEqual(['Loading...', 'Loading...'])
})

test('ERR-42 ERR-43 D-37 shows Course not found with a link back', async () => {
  api.refuse(courses.course, 404, 'not_found', 'Course not found')
  await renderSignedIn('/courses/other')
  expect(await screen.findByRole('heading', { level: 1, name: 'Error Loading Course' })).toBeTruthy()
  expect(screen.getByText('Course not found')).toBeTruthy()
  expect(await linkTo('Back to Courses')).toBe('/courses')
})

test('HONEST-05 the course page says that there is no course yet', async () => {
  api.refuse(courses.course, 404, 'not_found', 'Course not found')
  api.reply(courses.sessions, 200, { success: true, data: [] })
  await renderSignedIn('/courses/master-course')
  expect(await screen.findByText('No course yet')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Master Course' })).toBeTruthy()
})

test('D-37 shows Course not found for an invalid id without a request', async () => {
  await renderSignedIn('/courses/..%2Faccounts')
  expect(await screen.findByText('Course not found')).toBeTruthy()
})

test('ERR-41 shows an error for a blank course id', async () => {
  await renderSignedIn('/courses/%20')
  expect(await screen.findByRole('heading', { level: 1, name: 'Error Loading Course' })).toBeTruthy()
  expect(screen.getByText('Course ID is required')).toBeTruthy()
})

test('ERR-44 shows failed sessions with a retry', async () => {
  api.refuse(courses.sessions, 500, 'internal', 'Something went wrong on our side.')
  await openCourse()
  expect(await screen.findByRole('heading', { name: 'Failed to load sessions' })).toBeTruthy()
  api.reply(courses.sessions, 200, { success: true, data: sessions })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Session 1' })).toBeTruthy()
})

test('COURSE-04 COURSE-05 COURSE-06 R-03 the Course Overview shows the counts and collapses', async () => {
  await openCourse()
  await screen.findByRole('heading', { name: 'Session 1' })
  const toggle = screen.getByRole('button', { name: 'Course Overview' })
  const block = toggle.closest('section') as HTMLElement
  expect(
    within(block)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['2 sessions', '3 tutorials', '36 min total', '2 reference diagrams', '1 tutorial available for free'])
  expect(toggle.getAttribute('aria-expanded')).toBe('true')
  fireEvent.click(toggle)
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  expect(within(block).getByText('reference diagrams').closest('[hidden]')).not.toBeNull()
})

test('COURSE-07 D-33 Try Before You Buy counts the free tutorials and links to the first', async () => {
  await openCourse()
  const banner = await screen.findByRole('region', { name: 'Try Before You Buy' })
  expect(within(banner).getByText('Try 1 tutorial for free. The other 2 come with the Master Course.')).toBeTruthy()
  expect(within(banner).getByRole('link', { name: 'Start for free' }).getAttribute('href')).toBe(
    '/courses/master-course/sessions/session-1/tutorials/brief',
  )
  expect(within(banner).getByRole('button', { name: 'Unlock Master Course' })).toBeTruthy()
})

test('COURSE-07 HONEST-03 Try Before You Buy counts the tutorials open to a VIP guest', async () => {
  api.reply(accounts.context, 200, sampleContext({ entitlements: { ...sampleContext().data.entitlements, aha_sessions: true } }))
  await openCourse()
  const banner = await screen.findByRole('region', { name: 'Try Before You Buy' })
  expect(
    within(banner).getByText('2 tutorials are open to you, 1 of them as a VIP guest. The last one comes with the Master Course.'),
  ).toBeTruthy()
})

test.each([
  ['for those who have the course', () => api.reply(accounts.context, 200, masterCourseContext())],
  ['where nothing is free', () => api.reply(courses.sessions, 200, { success: true, data: [sampleSession(1)] })],
])('COURSE-07 D-33 the banner is not there %s', async (_, arrange) => {
  arrange()
  await openCourse()
  await screen.findByRole('heading', { name: 'Session 1' })
  await waitFor(() => expect(screen.queryAllByRole('button', { name: 'Loading...' })).toEqual([]))
  expect(screen.queryByText('Try Before You Buy')).toBeNull()
})

test('COURSE-07 reserves space for the banner while loading, except for last-known owners of the course', async () => {
  api.reply(accounts.context, 200, masterCourseContext(), { after: new Promise(() => {}) })
  const belowTitle = () => screen.getByRole('heading', { level: 1 }).closest('header')?.nextElementSibling
  await openCourse()
  await screen.findByRole('heading', { name: 'Session 1' })
  expect(belowTitle()?.getAttribute('aria-hidden')).toBe('true')
  cleanup()
  api.reply(accounts.context, 200, masterCourseContext())
  await openCourse()
  await screen.findAllByRole('link', { name: /^View Tutorial/ })
  cleanup()
  api.reply(accounts.context, 200, masterCourseContext(), { after: new Promise(() => {}) })
  await openCourse()
  await screen.findByRole('heading', { name: 'Session 1' })
  expect(belowTitle()?.getAttribute('aria-hidden')).toBeNull()
})

test('COURSE-08 COURSE-17 shows a poster with Watch Video, then the embedded video', async () => {
  await openCourse()
  fireEvent.click(await screen.findByRole('button', { name: 'Watch Video' }))
  expect((await screen.findByTitle('Video')).getAttribute('srcdoc')).toBe('video')
  expect(api.count('GET', '/api/courses/master-course/video')).toBeGreaterThan(0)
})

test('COURSE-18 shows that the introduction is loading', async () => {
  api.reply(courses.courseVideo, 200, { success: true, data: { html: '' } }, { after: new Promise(() => {}) })
  await openCourse()
  expect(await screen.findByText('Loading video...')).toBeTruthy()
})

test('ERR-45 COURSE-18 shows a failed introduction with a retry; the rest of the page stays', async () => {
  api.refuse(courses.courseVideo, 500, 'internal', 'Something went wrong on our side.')
  await openCourse()
  const alert = (await screen.findByText('Failed to load video content')).closest('[role=alert]') as HTMLElement
  expect(await screen.findByRole('heading', { name: 'Session 1' })).toBeTruthy()
  showVideo(sampleVideo)
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Watch Video' })).toBeTruthy()
})

test('ERR-45 shows the same error when the player fails', async () => {
  await openCourse()
  fireEvent.click(await screen.findByRole('button', { name: 'Watch Video' }))
  fireEvent.error(await screen.findByTitle('Video'))
  expect(screen.getByText('Failed to load video content')).toBeTruthy()
})

test('ERR-46 COURSE-18 shows an empty state for a course without introduction', async () => {
  showVideo('')
  await openCourse()
  expect(await screen.findByText('No video content available')).toBeTruthy()
})

test('COURSE-15 COURSE-16 D-35 Need Help: community opens the pricing dialog; premium support is disabled with a hint', async () => {
  await openCourse()
  const block = await screen.findByRole('region', { name: 'Need Help?' })
  const support = within(block).getByRole<HTMLButtonElement>('button', { name: 'Premium Slack Support' })
  expect(support.disabled).toBe(true)
  const hint = document.getElementById(support.getAttribute('aria-describedby') ?? '')
  expect(hint?.textContent).toBe('Priority support • Requires Vibe Coding Studio subscription')
  fireEvent.click(within(block).getByRole('button', { name: 'Ask in Community' }))
  expect(await screen.findByRole('dialog', { name: 'Upgrade to Access Community' })).toBeTruthy()
})

test('COURSE-15 D-35 links to the community with slack_standard; premium support stays disabled', async () => {
  api.reply(accounts.context, 200, masterCourseContext())
  await openCourse()
  const block = await screen.findByRole('region', { name: 'Need Help?' })
  expect(within(block).getByRole('link', { name: 'Ask in Community' }).getAttribute('href')).toBe('/community')
  expect(within(block).getByRole<HTMLButtonElement>('button').textContent).toBe('Premium Slack Support')
  expect(within(block).getByRole<HTMLButtonElement>('button').disabled).toBe(true)
})

test('COURSE-15 D-35 links to premium support with the Studio', async () => {
  api.reply(accounts.context, 200, sampleContext({ entitlements: { ...sampleContext().data.entitlements, slack_premium: true } }))
  await openCourse()
  const block = await screen.findByRole('region', { name: 'Need Help?' })
  expect(within(block).getByRole('link', { name: 'Premium Slack Support' }).getAttribute('href')).toBe('/premium-slack')
})
