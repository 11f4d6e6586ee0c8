import { contract } from '@academy/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type CannedApi, cannedApi } from '../../testing/canned-api.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { buyerContext, sampleContext, sampleCourse, sampleSession, sampleTutorial, sampleVideo } from '../../testing/samples.ts'

const { accounts, courses } = contract
const tutorial = (sessionId: string, tutorialId: string) => `/courses/master-course/sessions/${sessionId}/tutorials/${tutorialId}`
const five = [1, 2, 3, 4, 5].map((number) => sampleSession(number, { free: number === 1 }))
let api: CannedApi

beforeEach(() => {
  api = cannedApi()
  api.reply(accounts.context, 200, sampleContext())
  api.reply(courses.course, 200, { success: true, data: sampleCourse() })
  showSessions(five)
})
afterEach(() => {
  api.expectNothingElse()
})

const showSessions = (sessions: typeof five) => api.reply(courses.sessions, 200, { success: true, data: sessions })
const openDashboard = async () => {
  await renderSignedIn('/dashboard')
  await screen.findByRole('region', { name: 'Sessions' })
}
const sessionNames = async () => {
  await screen.findByText('Session 1')
  return within(screen.getByRole('region', { name: 'Sessions' }))
    .getAllByText(/^Session \d$/)
    .map(({ textContent }) => textContent)
}

test('DASH-01 D-23 the welcome goes by name, as soon as there is one', async () => {
  let answer = () => {}
  const after = new Promise<void>((resolve) => {
    answer = resolve
  })
  api.reply(accounts.context, 200, sampleContext(), { after })
  await openDashboard()
  expect(screen.getByRole('heading', { level: 1, name: 'Welcome!' })).toBeTruthy()
  answer()
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome, Ada!' })).toBeTruthy()
})

test('DASH-02 the Master Course card says what is in the course, counted', async () => {
  await openDashboard()
  const card = await screen.findByRole('region', { name: 'Master Course' })
  expect(await within(card).findByRole('heading', { name: 'Vibe Coding' })).toBeTruthy()
  expect(within(card).getByText('From idea to product.')).toBeTruthy()
  expect((await within(card).findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    '5 sessions',
    '5 tutorials',
    '1 h in all',
    '1 free',
  ])
})

test('DASH-04 DASH-05 DASH-06 the first three sessions, and a toggle for the others', async () => {
  await openDashboard()
  expect(await sessionNames()).toEqual(['Session 1', 'Session 2', 'Session 3'])
  fireEvent.click(screen.getByRole('button', { name: '+ 2 more sessions' }))
  expect(await sessionNames()).toHaveLength(5)
  fireEvent.click(screen.getByRole('button', { name: 'Hide sessions' }))
  expect(await sessionNames()).toHaveLength(3)
})

test('D-28 with three sessions there is no toggle; with four it still says sessions', async () => {
  showSessions(five.slice(0, 3))
  await openDashboard()
  expect(await sessionNames()).toHaveLength(3)
  expect(screen.queryByRole('button', { name: /sessions/ })).toBeNull()
})

test('D-28 the toggle for one more session', async () => {
  showSessions(five.slice(0, 4))
  await openDashboard()
  expect(await screen.findByRole('button', { name: '+ 1 more sessions' })).toBeTruthy()
})

test('DASH-07 D-24 a free session leads to its first tutorial, or to itself while it has none; others are no links', async () => {
  const tutorials = [sampleTutorial('a', { free: true }), sampleTutorial('b', { free: true })]
  showSessions([sampleSession(1, { free: true, tutorials }), sampleSession(2, { free: true, tutorials: [] }), sampleSession(3)])
  await openDashboard()
  const links = async (name: RegExp) => (await screen.findAllByRole('link', { name })).map((link) => link.getAttribute('href'))
  expect(await links(/Session 1/)).toEqual([tutorial('session-1', 'a')])
  expect(await links(/Session 2/)).toEqual(['/courses/master-course/sessions/session-2'])
  expect(screen.queryByRole('link', { name: /Session 3/ })).toBeNull()
  expect(screen.getByText('Part of the Master Course')).toBeTruthy()
})

test('D-25 the row of a locked session opens the prices, and stays', async () => {
  await openDashboard()
  fireEvent.click(await screen.findByRole('button', { name: /Session 3/ }))
  expect(await screen.findByRole('dialog', { name: 'Unlock Master Course' })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Welcome, Ada!' })).toBeTruthy()
})

test('DASH-03 Watch Introduction opens the course’s video in a dialog, and gives the focus back', async () => {
  api.reply(courses.courseVideo, 200, { success: true, data: { html: sampleVideo } })
  await openDashboard()
  const button = await screen.findByRole('button', { name: 'Watch Introduction' })
  button.focus()
  fireEvent.click(button)
  const dialog = await screen.findByRole('dialog', { name: 'Introduction' })
  expect((await within(dialog).findByTitle('Video')).getAttribute('srcdoc')).toBe('video')
  expect(api.count('GET', '/api/courses/master-course/video')).toBeGreaterThan(0)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect([screen.queryByRole('dialog'), document.activeElement]).toEqual([null, button])
})

test('ANALYTICS-15 D-139 watching the introduction is told once it opens, and not before', async () => {
  api.reply(courses.courseVideo, 200, { success: true, data: { html: sampleVideo } })
  await openDashboard()
  const { analytics } = await import('../../analytics/analytics.ts')
  const track = vi.spyOn(analytics, 'track')
  const button = await screen.findByRole('button', { name: 'Watch Introduction' })
  expect(track).not.toHaveBeenCalled()
  fireEvent.click(button)
  await within(await screen.findByRole('dialog', { name: 'Introduction' })).findByTitle('Video')
  expect(track.mock.calls).toEqual([['Watched Intro Video', { course_id: 'master-course' }]])
})

test('DASH-03 a course without an introduction says so there', async () => {
  api.reply(courses.courseVideo, 200, { success: true, data: { html: '' } })
  await openDashboard()
  fireEvent.click(await screen.findByRole('button', { name: 'Watch Introduction' }))
  expect(await screen.findByText('No video content available')).toBeTruthy()
})

test('DASH-08 D-26 without the course the main button is Unlock Master Course, and opens the prices', async () => {
  await openDashboard()
  fireEvent.click(await screen.findByRole('button', { name: 'Unlock Master Course' }))
  const dialog = await screen.findByRole('dialog', { name: 'Unlock Master Course' })
  expect(await within(dialog).findByText('Official Launch Pricing')).toBeTruthy()
})

test('DASH-10 D-29 the Slack card asks for what opens the community', async () => {
  await openDashboard()
  const card = await screen.findByRole('region', { name: 'Join the Slack community' })
  fireEvent.click(within(card).getByRole('button', { name: 'Join Community' }))
  expect(await screen.findByRole('dialog', { name: 'Upgrade to Access Community' })).toBeTruthy()
})

test('DASH-10 D-29 with the community the Slack card leads there', async () => {
  api.reply(accounts.context, 200, buyerContext())
  await openDashboard()
  const card = await screen.findByRole('region', { name: 'Join the Slack community' })
  expect(within(card).getByRole('link', { name: 'Join Community' }).getAttribute('href')).toBe('/community')
  expect(within(card).queryByText(/comes with/)).toBeNull()
})

test('DASH-11 DASH-12 D-96 the bundle is offered, and opens its prices', async () => {
  await openDashboard()
  const card = await screen.findByRole('region', { name: 'Bundle Offer' })
  expect(within(card).getByText('Save up to €220')).toBeTruthy()
  fireEvent.click(within(card).getByRole('button', { name: 'View Bundle Offer' }))
  expect(await screen.findByRole('dialog', { name: 'Bundle Offer' })).toBeTruthy()
})

test.each([
  ['the course', buyerContext()],
  ['the deal hidden', sampleContext({ hide_bundle_deal: true })],
])('DASH-11 D-27 with %s the bundle is not offered', async (_, context) => {
  api.reply(accounts.context, 200, context)
  await openDashboard()
  await screen.findByRole('heading', { level: 1, name: 'Welcome, Ada!' })
  expect(screen.queryByText('Bundle Offer')).toBeNull()
})

test('DASH-09 D-25 D-26 with the course the button leads to it, and every session to its first tutorial', async () => {
  api.reply(accounts.context, 200, buyerContext())
  await openDashboard()
  expect((await screen.findByRole('link', { name: 'Access Your Course' })).getAttribute('href')).toBe('/courses/master-course')
  expect((await screen.findByRole('link', { name: /Session 3/ })).getAttribute('href')).toBe(tutorial('session-3', 't3'))
  expect(screen.queryByText('Part of the Master Course')).toBeNull()
})

test('ACCESS-04 the admin has the course', async () => {
  api.reply(accounts.context, 200, sampleContext({ is_admin: true }))
  await openDashboard()
  expect(await screen.findByRole('link', { name: 'Access Your Course' })).toBeTruthy()
})

test('DASH-08 without the course there is a free tutorial to begin with', async () => {
  await openDashboard()
  const link = await screen.findByRole('link', { name: 'Start with a free tutorial' })
  expect(link.getAttribute('href')).toBe(tutorial('session-1', 't1'))
})

test('CTX-11 D-26 while the account loads the buttons say so and wait, the one of Slack in its place', async () => {
  api.reply(accounts.context, 200, sampleContext(), { after: new Promise(() => {}) })
  await openDashboard()
  const buttons = await screen.findAllByRole<HTMLButtonElement>('button', { name: 'Loading...' })
  expect(buttons.map(({ disabled }) => disabled)).toEqual([true, true])
  expect(screen.getByRole('region', { name: 'Join the Slack community' }).contains(buttons[1] as HTMLElement)).toBe(true)
  expect(screen.queryByRole('link', { name: /Access Your Course|free tutorial/ })).toBeNull()
  expect(screen.queryByText(/Bundle Offer/)).toBeNull()
})

test('D-30 when the sessions fail the rest of the page stays, and another try brings them', async () => {
  api.refuse(courses.sessions, 500, 'internal', 'Something went wrong on our side.')
  await openDashboard()
  expect(await screen.findByText('Failed to load sessions')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Vibe Coding' })).toBeTruthy()
  showSessions(five)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await sessionNames()).toHaveLength(3)
})

test('a course that has no sessions yet says what will be here', async () => {
  showSessions([])
  await openDashboard()
  expect(await screen.findByText('No sessions yet')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Unlock Master Course' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Start with a free tutorial' })).toBeNull()
})
