import { type CourseProgress, contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { MockApi, MockRequest } from '../../../testing/mock-api.ts'
import { sampleSession as providerSession, sampleUser } from '../../../testing/mock-auth-provider.ts'
import { mockCourse, openBriefTutorial, sampleSessions, tutorialPath } from '../../../testing/mock-course.ts'
import { openApp, resetModules, storeSession } from '../../../testing/open-app.tsx'
import { renderSignedIn } from '../../../testing/render-signed-in.tsx'
import { masterCourseContext, sampleCourse, sampleVideo } from '../../../testing/samples.ts'
import { settled } from '../../../testing/settled.ts'

const { accounts, courses, learning } = contract
const TIME = '2026-11-22T12:00:00.000Z'

const row = (tutorial_id: string, state: 'started' | 'done' = 'done') => ({
  tutorial_id,
  state,
  video_seconds: null,
  place: null,
  updated_at: TIME,
})
const sampleProgress = (changes: Partial<CourseProgress> = {}): CourseProgress => ({
  tutorials: [],
  done: 0,
  total: 3,
  continue_with: 'brief',
  checked_sessions: [],
  sessions_with_checks: [],
  ...changes,
})

let api: MockApi
let show: ReturnType<typeof mockCourse>['show']
beforeEach(() => {
  ;({ api, show } = mockCourse())
  api.reply(courses.course, 200, { success: true, data: sampleCourse() })
  api.reply(courses.courseVideo, 200, { success: true, data: { html: sampleVideo } })
  showProgress({})
})

const showProgress = (changes: Partial<CourseProgress>) => api.reply(learning.progress, 200, sampleProgress(changes))
const saved = (): unknown[] => api.requests.filter(({ method }) => method === 'PUT').map(({ path, body }: MockRequest) => [path, body])
const openingOf = (tutorial: string) => [`/api/tutorials/${tutorial}/progress`, { at: expect.any(String) }]
const markOf = (tutorial: string, done: boolean) => [`/api/tutorials/${tutorial}/progress`, { at: expect.any(String), done }]
const unsent = () => Object.keys(localStorage).filter((key) => key.startsWith('academy.unsent-progress.'))

test('LEARN-01 an opened tutorial is recorded once per visit', async () => {
  const router = await openBriefTutorial()
  await waitFor(() => expect(saved()).toEqual([openingOf('brief')]))
  router.goTo(tutorialPath('cut'))
  await waitFor(() => expect(saved()).toEqual([openingOf('brief'), openingOf('cut')]))
  await waitFor(() => expect(unsent()).toEqual([]))
})

test('D-12 LEARN-05 the position of a video is not saved for another user who signs in in another tab', async () => {
  onTestFinished(resetModules)
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  show({ video: { html: '<div class="video-frame"><video src="/api/files/film" controls></video></div>' } })
  storeSession(providerSession())
  const { authClient } = await openApp(tutorialPath('brief'))
  await screen.findByRole('button', { name: 'Mark as done' })
  await waitFor(() => expect(saved()).toEqual([openingOf('brief')]))
  fireEvent.click(screen.getByRole('button', { name: 'Watch Video' }))
  await screen.findByRole('button', { name: 'Keyboard shortcuts' })
  const video = document.querySelector('video') as HTMLVideoElement
  Object.defineProperty(video, 'currentTime', { value: 7, writable: true })
  fireEvent.timeUpdate(video)

  const session = { ...providerSession('grace'), user: { ...sampleUser, id: '99999999-2222-4333-8444-555555555555' } }
  storeSession(session)
  const notify = Reflect.get(authClient, '_notifyAllSubscribers').bind(authClient)
  await act(() => notify('SIGNED_IN', session))
  await waitFor(() => expect(saved()).toHaveLength(2))
  expect(saved()).toEqual([openingOf('brief'), openingOf('brief')])
  await waitFor(() => expect(unsent()).toEqual([]))
})

test('LEARN-06 a locked tutorial is not recorded, and cannot be marked', async () => {
  api.refuse(courses.tutorialContent, 403, 'entitlement_required', 'This tutorial is part of the Master Course.')
  await openBriefTutorial()
  await waitFor(() => expect(api.count('GET', '/api/tutorials/brief/content')).toBeGreaterThan(0))
  await waitFor(() => expect(api.count('GET', '/api/courses/master-course/progress')).toBeGreaterThan(0))
  await screen.findByRole('navigation', { name: 'Previous and next tutorial' })
  expect(screen.queryByRole('button', { name: 'Mark as done' })).toBeNull()
  expect([saved(), unsent()]).toEqual([[], []])
})

test('LEARN-10 a tutorial is marked as done and as not done; the button keeps the focus', async () => {
  await openBriefTutorial()
  const button = await screen.findByRole('button', { name: 'Mark as done' })
  button.focus()
  showProgress({ tutorials: [row('brief')], done: 1, continue_with: 'cut' })
  fireEvent.click(button)
  expect(await screen.findByRole('button', { name: 'Mark as not done' })).toBe(document.activeElement)
  expect(screen.getByText('1 of 3 done')).toBeTruthy()
  expect(within(screen.getByRole('navigation', { name: 'In this session:' })).getByText('(done)')).toBeTruthy()
  await waitFor(() => expect(saved()).toEqual([openingOf('brief'), markOf('brief', true)]))
  showProgress({ tutorials: [row('brief', 'started')] })
  fireEvent.click(screen.getByRole('button', { name: 'Mark as not done' }))
  await screen.findByRole('button', { name: 'Mark as done' })
  await waitFor(() => expect(saved().at(-1)).toEqual(markOf('brief', false)))
})

test('LEARN-65 a tutorial that is done leads on to the next one, with its minutes or a lock', async () => {
  showProgress({ tutorials: [row('cut')], done: 1, continue_with: 'brief' })
  show({
    next: { before_tutorial: null, next_tutorial: { id: 'cut', name: 'Cut it down', session_id: 'idea', course_id: 'master-course' } },
  })
  const router = await openBriefTutorial()
  const button = await screen.findByRole('button', { name: 'Mark as done' })
  expect(screen.queryByRole('link', { name: /^Continue/ })).toBeNull()
  expect(screen.getByRole('progressbar', { name: 'Progress in the course' }).getAttribute('value')).toBe('1')
  showProgress({ tutorials: [row('brief'), row('cut')], done: 2, continue_with: 'prompt' })
  fireEvent.click(button)
  const link = await screen.findByRole('link', { name: 'Continue with Cut it down' })
  expect(screen.getByRole('progressbar', { name: 'Progress in the course' }).getAttribute('value')).toBe('2')
  show({
    next: {
      before_tutorial: null,
      next_tutorial: { id: 'prompt', name: 'Prompt the screen', session_id: 'screen', course_id: 'master-course' },
    },
  })
  fireEvent.click(link)
  expect(router.path).toBe(tutorialPath('cut'))
  const locked = await screen.findByRole('link', { name: /^Continue with Prompt the screen 12 min +\(locked\)$/ })
  expect(locked.getAttribute('href')).toBe(tutorialPath('prompt', 'screen'))
})

test('LEARN-07 a mark that cannot be sent is shown, kept, and sent once with the next load', async () => {
  await openBriefTutorial()
  await waitFor(() => expect(saved()).toHaveLength(1))
  await screen.findByRole('button', { name: 'Mark as done' })
  api.refuse(learning.saveProgress, 503, 'unavailable', 'Please try again soon.')
  fireEvent.click(screen.getByRole('button', { name: 'Mark as done' }))
  await screen.findByRole('button', { name: 'Mark as not done' })
  await waitFor(() => expect(saved()).toHaveLength(2))
  expect(unsent()).toHaveLength(1)

  api.reply(learning.saveProgress, 200, row('brief'))
  showProgress({ tutorials: [row('brief')], done: 1 })
  const { queryClient } = await import('../../../api/query-client.ts')
  await queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  await waitFor(() => expect(unsent()).toEqual([]))
  const [, first, second, ...more] = saved()
  expect([second, more]).toEqual([first, []])
  expect(screen.getByRole('button', { name: 'Mark as not done' })).toBeTruthy()
})

test('LEARN-07 an activity on an unknown tutorial is removed after the refusal and not sent again', async () => {
  api.refuse(learning.saveProgress, 404, 'not_found', 'Tutorial not found')
  await openBriefTutorial()
  await waitFor(() => expect(saved()).toHaveLength(1))
  await waitFor(() => expect(unsent()).toEqual([]))
})

test('LEARN-07 where storage is blocked, progress is still saved', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Blocked', 'SecurityError')
  })
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation((key) => {
    if (key.startsWith('academy.unsent-progress.')) throw new DOMException('Blocked', 'SecurityError')
    return null
  })
  const { addUnsent, loadUnsent, removeUnsent } = await import('./unsent-activities.ts')
  const activity = { tutorialId: 'brief', at: TIME, done: true }
  addUnsent('ada', activity)
  expect(loadUnsent('ada')).toEqual([activity])
  removeUnsent('ada', activity)
  expect(loadUnsent('ada')).toEqual([])
  vi.restoreAllMocks()
})

test('LEARN-08 CHECK-11 TEACH-09 an owner sees on the dashboard how far they are, which sessions are checked, and where a tool stopped', async () => {
  api.reply(accounts.context, 200, masterCourseContext())
  const checked = { checked_sessions: ['idea'], sessions_with_checks: ['idea', 'screen'] }
  const place = { step: 3, headings: ['Build'], program: 'Claude' }
  showProgress({ tutorials: [row('brief'), { ...row('cut', 'started'), place }], done: 1, continue_with: 'cut', ...checked })
  await renderSignedIn('/dashboard')
  const card = within(await screen.findByRole('region', { name: 'Master Course' }))
  expect((await card.findByRole('link', { name: 'Cut it down' })).getAttribute('href')).toBe(tutorialPath('cut'))
  expect(card.getByText('Continue with')).toBeTruthy()
  expect(card.getByRole('progressbar', { name: 'Progress in the course' }).getAttribute('value')).toBe('1')
  expect(card.getByText('1 of 3 done')).toBeTruthy()
  expect(card.getByText('1 of 2 sessions checked')).toBeTruthy()
  expect(card.getByText('You stopped after step 3 in Claude.')).toBeTruthy()
  expect(await screen.findByText(/^\d of \d done, checked$/)).toBeTruthy()
  expect(card.queryByText('From idea to product.')).toBeNull()
  expect(card.getByRole('link', { name: 'Access Your Course' })).toBeTruthy()
})

test('LEARN-08 the dashboard leads an owner to the first tutorial, and at the end says that the course is finished', async () => {
  api.reply(accounts.context, 200, masterCourseContext())
  await renderSignedIn('/dashboard')
  expect(await screen.findByText('Start with')).toBeTruthy()
  const { queryClient } = await import('../../../api/query-client.ts')
  showProgress({ tutorials: [row('brief'), row('cut'), row('prompt')], done: 3, continue_with: null })
  await queryClient.invalidateQueries()
  expect(await screen.findByText('You finished the course.')).toBeTruthy()
  expect(screen.queryByText('Start with')).toBeNull()
})

test.each([
  ['dashboard', '/dashboard', 'Master Course'],
  ['course page', '/courses/master-course', 'Your progress'],
])('LEARN-08 LEARN-19 the %s keeps showing the progress when it cannot be loaded again', async (_name, path, region) => {
  api.reply(accounts.context, 200, masterCourseContext())
  showProgress({ tutorials: [row('brief')], done: 1, continue_with: 'cut' })
  await renderSignedIn(path)
  await screen.findByText('Continue with')
  api.refuse(learning.progress, 503, 'unavailable', 'Please try again soon.')
  const { queryClient } = await import('../../../api/query-client.ts')
  await queryClient.invalidateQueries({ queryKey: ['courses', 'master-course', 'progress'] })
  await settled()
  expect(within(screen.getByRole('region', { name: region })).getByText('Continue with')).toBeTruthy()
})

test('LEARN-08 without the course, or when progress cannot be loaded, the card says what the course is', async () => {
  await renderSignedIn('/dashboard')
  expect(await screen.findByText('From idea to product.')).toBeTruthy()
  expect(screen.queryByRole('progressbar', { name: 'Progress in the course' })).toBeNull()

  const { queryClient } = await import('../../../api/query-client.ts')
  api.reply(accounts.context, 200, masterCourseContext())
  api.refuse(learning.progress, 503, 'unavailable', 'Please try again soon.')
  queryClient.clear()
  await queryClient.resetQueries()
  expect(await screen.findByText('From idea to product.')).toBeTruthy()
})

test('LEARN-08 the card shows the diagram of the tutorial to continue with, and the rows of the sessions say how much is done', async () => {
  api.reply(accounts.context, 200, masterCourseContext())
  const [idea, ...others] = sampleSessions
  const drawn = { ...idea, tutorials: idea.tutorials.map((tutorial) => ({ ...tutorial, has_diagram: true })) }
  api.reply(courses.sessions, 200, { success: true, data: [drawn, ...others] })
  show({ diagram_url: '/files/diagram.svg' })
  showProgress({ tutorials: [row('brief')], done: 1, continue_with: 'cut' })
  await renderSignedIn('/dashboard')
  const card = await screen.findByRole('region', { name: 'Master Course' })
  await waitFor(() => expect(card.querySelector('img')?.getAttribute('src')).toBe('/files/diagram.svg'))
  expect(api.count('GET', '/api/tutorials/cut/content')).toBeGreaterThan(0)
  expect(await screen.findByText('1 of 2 done')).toBeTruthy()
  expect(screen.getByText('1 tutorial')).toBeTruthy()
})

test('LEARN-09 the course page marks what is done and where to continue, and collapses a finished session', async () => {
  api.reply(accounts.context, 200, masterCourseContext())
  api.reply(courses.sessions, 200, { success: true, data: sampleSessions })
  showProgress({ tutorials: [row('brief'), row('cut')], done: 2, continue_with: 'prompt' })
  await renderSignedIn('/courses/master-course')
  const session = (name: string) => within(screen.getByRole('region', { name }))
  expect(await screen.findByText(/^2 of 2 done/)).toBeTruthy()
  expect(session('Session 1').queryAllByRole('listitem')).toEqual([])
  fireEvent.click(session('Session 1').getByRole('button', { name: 'Session 1', expanded: false }))
  expect(session('Session 1').getAllByRole('img', { name: 'Done' })).toHaveLength(2)
  expect(session('Session 2').getByText('Continue here')).toBeTruthy()
  expect(screen.getAllByText('Continue here')).toHaveLength(1)
})

/** The parts of the course page in order: its headings, and the regions without one. */
const partsOfPage = () =>
  [...screen.getByRole('main').querySelectorAll('h1, h2, section[aria-label]')].map(
    (part) => part.getAttribute('aria-label') ?? part.textContent,
  )

test('LEARN-19 the course page of owners begins with their progress and leads on; the introduction follows the sessions', async () => {
  api.reply(accounts.context, 200, masterCourseContext())
  showProgress({ tutorials: [row('brief')], done: 1, continue_with: 'cut' })
  await renderSignedIn('/courses/master-course')
  const own = within(await screen.findByRole('region', { name: 'Your progress' }))
  expect((await own.findByRole('link', { name: 'Cut it down' })).getAttribute('href')).toBe(tutorialPath('cut'))
  expect(own.getByText('1 of 3 done')).toBeTruthy()
  await screen.findByRole('button', { name: 'Watch Video' })
  expect(partsOfPage()).toEqual(['Vibe Coding', 'Your progress', 'Sessions', 'Course Overview', 'Need Help?'])
})

test('LEARN-19 without the course, the course page shows the free tutorials first and the introduction before the sessions', async () => {
  api.reply(courses.sessions, 200, { success: true, data: [{ ...sampleSessions[0], free: true }] })
  await renderSignedIn('/courses/master-course')
  await screen.findByRole('link', { name: 'Start for free' })
  expect(partsOfPage()).toEqual(['Vibe Coding', 'Try Before You Buy', 'Course Overview', 'Sessions', 'Need Help?'])
})

test('LEARN-19 when progress cannot be loaded, the course page of owners begins with the sessions', async () => {
  api.reply(accounts.context, 200, masterCourseContext())
  api.refuse(learning.progress, 503, 'unavailable', 'Please try again soon.')
  await renderSignedIn('/courses/master-course')
  await screen.findByRole('heading', { name: 'Session 1' })
  await waitFor(() => expect(partsOfPage()).toEqual(['Vibe Coding', 'Sessions', 'Course Overview', 'Need Help?']))
})

test('TEACH-09 a tutorial that a coding tool teaches says after which step it stopped, until it is done', async () => {
  const place = { step: 3, headings: ['Build'], program: 'Claude' }
  showProgress({ tutorials: [{ ...row('brief', 'started'), place }] })
  await openBriefTutorial()
  expect(await screen.findByText('You stopped after step 3 in Claude.')).toBeTruthy()
  showProgress({ tutorials: [{ ...row('brief'), place }], done: 1 })
  fireEvent.click(screen.getByRole('button', { name: 'Mark as done' }))
  await screen.findByText('Marked as done.')
  expect(screen.queryByText(/You stopped/)).toBeNull()
})
