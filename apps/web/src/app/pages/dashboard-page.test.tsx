import { contract } from '@academy/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { MockApi } from '../../testing/mock-api.ts'
import { sampleResources } from '../../testing/mock-library.ts'
import { samplePrompt } from '../../testing/mock-prompts.ts'
import { mockAccount } from '../../testing/mock-services.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { masterCourseContext, sampleContext, sampleCourse, sampleSession, sampleTutorial, sampleVideo } from '../../testing/samples.ts'

const { accounts, courses, learning, library, prompts, search } = contract
const tutorial = (sessionId: string, tutorialId: string) => `/courses/master-course/sessions/${sessionId}/tutorials/${tutorialId}`
const five = [1, 2, 3, 4, 5].map((number) => sampleSession(number, { free: number === 1 }))
let api: MockApi

beforeEach(() => {
  ;({ api } = mockAccount())
  api.reply(courses.course, 200, { success: true, data: sampleCourse() })
  showSessions(five)
  // The administrator has the Studio.
  api.reply(prompts.list, 200, fourPrompts)
})

const showSessions = (sessions: typeof five) => api.reply(courses.sessions, 200, { success: true, data: sessions })
const showDone = (...ids: string[]) => {
  const tutorials = ids.map((tutorial_id) => ({
    tutorial_id,
    state: 'done' as const,
    video_seconds: null,
    place: null,
    updated_at: '2026-11-22T12:00:00.000Z',
  }))
  api.reply(learning.progress, 200, {
    tutorials,
    done: ids.length,
    total: 5,
    continue_with: 'b',
    checked_sessions: [],
    sessions_with_checks: [],
  })
}
const fourPrompts = [4, 3, 2, 1].map((number) => samplePrompt(`p${number}`, { title: `Prompt ${number}`, content: `Text ${number}` }))
const openStudio = async (own = fourPrompts, resources = sampleResources) => {
  const { entitlements } = sampleContext().data
  api.reply(accounts.context, 200, sampleContext({ entitlements: { ...entitlements, resources: true, my_prompts: true } }))
  api.reply(prompts.list, 200, own)
  api.reply(library.list, 200, { success: true, data: { results: resources, next_cursor: null } })
  return await openDashboard()
}
const openDashboard = async () => {
  const router = await renderSignedIn('/dashboard')
  await screen.findByRole('region', { name: 'Sessions' })
  return router
}
const sessionNames = async () => {
  await screen.findByText('Session 1')
  return within(screen.getByRole('region', { name: 'Sessions' }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent?.replace(' (locked)', ''))
}

/** The user was here before, without the course: the page knows its layout while the account loads. */
const rememberVisit = () => {
  localStorage.setItem('academy.had-course', 'no')
  localStorage.setItem('academy.had-studio', 'no')
}

test('on a first visit, shows no cards until the account has loaded', async () => {
  const { promise: after, resolve: respond } = Promise.withResolvers<void>()
  api.reply(accounts.context, 200, sampleContext(), { after })
  await renderSignedIn('/dashboard')
  await screen.findByText('Loading...')
  expect(screen.queryByRole('region', { name: /Master Course|Sessions/ })).toBeNull()
  respond()
  expect(await screen.findByRole('region', { name: 'Sessions' })).toBeTruthy()
})

test('DASH-01 D-23 welcomes the user by name once it is known', async () => {
  rememberVisit()
  const { promise: after, resolve: respond } = Promise.withResolvers<void>()
  api.reply(accounts.context, 200, sampleContext(), { after })
  await openDashboard()
  expect(screen.getByRole('heading', { level: 1, name: 'Welcome!' })).toBeTruthy()
  respond()
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome, Ada!' })).toBeTruthy()
})

test('DASH-02 the Master Course card shows the counts of the course', async () => {
  await openDashboard()
  const card = await screen.findByRole('region', { name: 'Master Course' })
  expect(await within(card).findByRole('heading', { name: 'Vibe Coding' })).toBeTruthy()
  expect(within(card).getByText('From idea to product.')).toBeTruthy()
  expect((await within(card).findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    '5 sessions',
    '5 tutorials',
    '1 h total',
    '1 free',
  ])
})

test('DASH-04 DASH-05 DASH-06 shows three sessions and a toggle for the others', async () => {
  await openDashboard()
  expect(await sessionNames()).toEqual(['Session 1', 'Session 2', 'Session 3'])
  fireEvent.click(screen.getByRole('button', { name: '+ 2 more sessions' }))
  expect(await sessionNames()).toHaveLength(5)
  fireEvent.click(screen.getByRole('button', { name: 'Hide sessions' }))
  expect(await sessionNames()).toHaveLength(3)
})

test('DASH-05 the toggle moves the focus to the first session that it adds, and keeps it when it hides them', async () => {
  await openDashboard()
  await sessionNames()
  const toggle = screen.getByRole('button', { name: '+ 2 more sessions' })
  toggle.focus()
  fireEvent.click(toggle)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Session 4 (locked)' }))
  toggle.focus()
  fireEvent.click(toggle)
  expect(document.activeElement).toBe(toggle)
})

test('D-28 shows no toggle for three sessions', async () => {
  showSessions(five.slice(0, 3))
  await openDashboard()
  expect(await sessionNames()).toHaveLength(3)
  expect(screen.queryByRole('button', { name: /sessions/ })).toBeNull()
})

test('D-28 shows the toggle for one more session', async () => {
  showSessions(five.slice(0, 4))
  await openDashboard()
  expect(await screen.findByRole('button', { name: '+ 1 more sessions' })).toBeTruthy()
})

test('DASH-07 D-24 a free session links to its first tutorial, or to itself without one; others are not links', async () => {
  const tutorials = [sampleTutorial('a', { free: true }), sampleTutorial('b', { free: true })]
  showSessions([sampleSession(1, { free: true, tutorials }), sampleSession(2, { free: true, tutorials: [] }), sampleSession(3)])
  await openDashboard()
  const links = async (name: RegExp) => (await screen.findAllByRole('link', { name })).map((link) => link.getAttribute('href'))
  expect(await links(/Session 1/)).toEqual([tutorial('session-1', 'a')])
  expect(await links(/Session 2/)).toEqual(['/courses/master-course/sessions/session-2'])
  expect(screen.queryByRole('link', { name: /Session 3/ })).toBeNull()
  expect(screen.getByText('Part of the Master Course')).toBeTruthy()
})

test('A11Y-07 a session row has one control in its heading with locked in its name, and the description outside', async () => {
  showSessions([sampleSession(1, { free: true }), sampleSession(2)])
  await openDashboard()
  const locked = await screen.findByRole('button', { name: 'Session 2 (locked)' })
  const sessions = within(screen.getByRole('region', { name: 'Sessions' }))
  expect(sessions.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Session 1', 'Session 2 (locked)'])
  expect(sessions.getByRole('link', { name: 'Session 1' }).closest('h3')).not.toBeNull()
  expect(sessions.getByText('About session 2').contains(locked) || locked.contains(sessions.getByText('About session 2'))).toBe(false)
})

test('D-25 a locked session opens the pricing dialog and stays on the page', async () => {
  await openDashboard()
  fireEvent.click(await screen.findByRole('button', { name: 'Session 3 (locked)' }))
  expect(await screen.findByRole('dialog', { name: 'Unlock Master Course' })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Welcome, Ada!' })).toBeTruthy()
})

test('DASH-03 Watch Introduction opens the video in a dialog and restores the focus', async () => {
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

test('ANALYTICS-15 D-139 tracks Watched Intro Video once when the dialog opens', async () => {
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

test('DASH-03 shows an empty state for a course without introduction', async () => {
  api.reply(courses.courseVideo, 200, { success: true, data: { html: '' } })
  await openDashboard()
  fireEvent.click(await screen.findByRole('button', { name: 'Watch Introduction' }))
  expect(await screen.findByText('No video content available')).toBeTruthy()
})

test('DASH-08 D-26 without the course Unlock Master Course opens the pricing dialog', async () => {
  await openDashboard()
  fireEvent.click(await screen.findByRole('button', { name: 'Unlock Master Course' }))
  const dialog = await screen.findByRole('dialog', { name: 'Unlock Master Course' })
  expect(await within(dialog).findByText('Official Launch Pricing')).toBeTruthy()
})

test('DASH-10 D-29 the Slack card opens the pricing dialog without slack_standard', async () => {
  await openDashboard()
  const card = await screen.findByRole('region', { name: 'Join the Slack community' })
  fireEvent.click(within(card).getByRole('button', { name: 'Join Community' }))
  expect(await screen.findByRole('dialog', { name: 'Upgrade to Access Community' })).toBeTruthy()
})

test('DASH-10 D-29 the Slack card links to the community with slack_standard', async () => {
  api.reply(accounts.context, 200, masterCourseContext())
  await openDashboard()
  const card = await screen.findByRole('region', { name: 'Join the Slack community' })
  expect(within(card).getByRole('link', { name: 'Join Community' }).getAttribute('href')).toBe('/community')
  expect(within(card).queryByText(/Included with/)).toBeNull()
})

test('DASH-11 DASH-12 D-96 the bundle card opens the pricing dialog', async () => {
  await openDashboard()
  const card = await screen.findByRole('region', { name: 'Bundle Offer' })
  expect(within(card).getByText('Save up to €220')).toBeTruthy()
  fireEvent.click(within(card).getByRole('button', { name: 'View Bundle Offer' }))
  expect(await screen.findByRole('dialog', { name: 'Bundle Offer' })).toBeTruthy()
})

test('DASH-11 HONEST-01 shows the saving in dollars when prices are in dollars', async () => {
  sessionStorage.setItem('academy.currency', 'usd')
  await openDashboard()
  const card = await screen.findByRole('region', { name: 'Bundle Offer' })
  expect(within(card).getByText('Save up to $210')).toBeTruthy()
  expect(card.textContent).not.toContain('€')
})

test.each([
  ['the course', masterCourseContext()],
  ['the deal hidden', sampleContext({ hide_bundle_deal: true })],
  ['a processing payment for the bundle (MONEY-04)', sampleContext({ processing_payments: ['bundle'] })],
  ['a processing payment for the Studio (MONEY-04)', sampleContext({ processing_payments: ['studio'] })],
])('DASH-11 D-27 with %s the bundle is not offered', async (_, context) => {
  api.reply(accounts.context, 200, context)
  await openDashboard()
  await screen.findByRole('heading', { level: 1, name: 'Welcome, Ada!' })
  expect(screen.queryByText('Bundle Offer')).toBeNull()
})

test.each(['master_course', 'bundle'] as const)('MONEY-04 while a payment for the %s is processing, the course says so', async (offer) => {
  api.reply(accounts.context, 200, sampleContext({ processing_payments: [offer] }))
  await openDashboard()
  const [button] = await screen.findAllByRole('button', { name: 'Payment is processing' })
  expect(screen.queryByRole('button', { name: /^Unlock/ })).toBeNull()
  if (button) fireEvent.click(button)
  await within(await screen.findByRole('dialog')).findByText(/Your bank was asked to pay/)
})

test('MONEY-04 a processing payment for the Studio changes nothing about the course', async () => {
  api.reply(accounts.context, 200, sampleContext({ processing_payments: ['studio'] }))
  await openDashboard()
  expect((await screen.findAllByRole('button', { name: /^Unlock Master Course/ })).length).toBeGreaterThan(0)
})

test('DASH-09 D-25 D-26 links an owner to the course, and each session to its first tutorial', async () => {
  api.reply(accounts.context, 200, masterCourseContext())
  await openDashboard()
  expect((await screen.findByRole('link', { name: 'Access Your Course' })).getAttribute('href')).toBe('/courses/master-course')
  expect((await screen.findByRole('link', { name: /Session 3/ })).getAttribute('href')).toBe(tutorial('session-3', 't3'))
  expect(screen.queryByText('Part of the Master Course')).toBeNull()
})

test('ACCESS-04 gives the admin the course', async () => {
  api.reply(accounts.context, 200, sampleContext({ is_admin: true }))
  await openDashboard()
  expect(await screen.findByRole('link', { name: 'Access Your Course' })).toBeTruthy()
})

test('DASH-08 LEARN-69 without the course, a free tutorial with its minutes comes first, then the introduction, then the price', async () => {
  await openDashboard()
  const card = within(await screen.findByRole('region', { name: 'Master Course' }))
  const start = await card.findByRole('link', { name: /^Start ?: Tutorial t1/ })
  expect(start.getAttribute('href')).toBe(tutorial('session-1', 't1'))
  expect(card.getByText('Start with a free tutorial').parentElement?.textContent).toContain('Tutorial t112 min')
  expect([...card.getAllByRole('link'), ...card.getAllByRole('button')].map(({ textContent }) => textContent)).toEqual([
    'StartStart: Tutorial t1',
    'Watch Introduction',
    'Unlock Master Course',
  ])
  expect(screen.getAllByText('From idea to product.')).toHaveLength(1)
  expect(card.getByRole('img', { name: /The finished signal board/ })).toBeTruthy()
})

test('LEARN-69 a learner who has begun continues with the free tutorial that is not done; at the end the course is offered', async () => {
  const free = [1, 2].map((number) => sampleSession(number, { free: true }))
  showSessions([...free, sampleSession(3)])
  showDone('t1')
  await openDashboard()
  const link = await screen.findByRole('link', { name: /^Continue ?: Tutorial t2/ })
  expect([link.getAttribute('href'), screen.queryByText('Continue with a free tutorial') === null]).toEqual([
    tutorial('session-2', 't2'),
    false,
  ])
  cleanup()
  showDone('t1', 't2')
  await openDashboard()
  const unlock = await screen.findByRole('button', { name: 'Unlock Master Course' })
  await waitFor(() => expect(screen.queryByText(/free tutorial/)).toBeNull())
  expect(unlock).toBeTruthy()
})

test('LEARN-70 a subscriber searches the library above the course, and copies the newest of their prompts', async () => {
  const router = await openStudio()
  const card = within(await screen.findByRole('region', { name: 'Your Studio' }))
  const course = screen.getByRole('region', { name: 'Master Course' })
  expect(course.previousElementSibling).toBe(screen.getByRole('region', { name: 'Your Studio' }))
  expect((await card.findByRole('link', { name: 'My Prompts (4)' })).getAttribute('href')).toBe('/my-prompts')
  const names = card.getAllByRole('listitem').map((row) => within(row).getByRole('link').textContent)
  expect(names).toEqual(['Prompt 4', 'Prompt 3', 'Prompt 2'])
  // Recordings of sessions leave out what users write.
  expect(card.getByText('Prompt 4', { selector: 'a' }).closest('[data-private]')).not.toBeNull()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  fireEvent.click(card.getByRole('button', { name: /^Copy ?: Prompt 4/ }))
  await card.findByText('Copied!', { selector: '[role=status]' })
  expect(write.mock.calls).toEqual([['Text 4']])
  api.reply(search.search, 200, { results: [] })
  fireEvent.change(card.getByRole('searchbox', { name: 'Search the Prompt Library' }), { target: { value: 'sql & more' } })
  fireEvent.click(card.getByRole('button', { name: 'Search' }))
  await screen.findByRole('heading', { level: 1, name: 'Prompt Library' })
  expect(router.path).toBe('/resources?search=sql+%26+more')
  expect(await screen.findByDisplayValue('sql & more')).toBeTruthy()
})

test('LEARN-70 a subscriber without own prompts copies from the library, which may be empty', async () => {
  await openStudio([])
  const card = within(await screen.findByRole('region', { name: 'Your Studio' }))
  expect((await card.findByRole('link', { name: 'Question to SQL' })).getAttribute('href')).toBe('/resources/sql')
  expect(card.getByRole('button', { name: /^Copy ?: Question to SQL/ })).toBeTruthy()
  cleanup()
  await openStudio([], [])
  expect(await screen.findByText(/No prompts yet/)).toBeTruthy()
})

test('LEARN-08 an owner sees the minutes of the next tutorial, and those left in its session', async () => {
  const tutorials = ['a', 'b', 'c'].map((id) => sampleTutorial(id))
  showSessions([sampleSession(1, { tutorials }), sampleSession(2)])
  api.reply(accounts.context, 200, masterCourseContext())
  showDone('a')
  await openDashboard()
  expect(await screen.findByText('12 min · 24 min left in session 1')).toBeTruthy()
})

test('CTX-11 D-26 shows disabled loading buttons while the account loads, Slack included', async () => {
  rememberVisit()
  api.reply(accounts.context, 200, sampleContext(), { after: new Promise(() => {}) })
  await openDashboard()
  await screen.findByRole('region', { name: 'Join the Slack community' })
  const buttons = await screen.findAllByRole<HTMLButtonElement>('button', { name: 'Loading...' })
  expect(buttons.map(({ disabled }) => disabled)).toEqual([true, true])
  expect(screen.getByRole('region', { name: 'Join the Slack community' }).contains(buttons[1] as HTMLElement)).toBe(true)
  expect(screen.queryByRole('link', { name: /Access Your Course/ })).toBeNull()
  expect(screen.queryByText(/Bundle Offer/)).toBeNull()
})

test('D-30 shows failed sessions with a retry and keeps the rest of the page', async () => {
  api.refuse(courses.sessions, 500, 'internal', 'Something went wrong on our side.')
  await openDashboard()
  expect(await screen.findByText('Failed to load sessions')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Vibe Coding' })).toBeTruthy()
  showSessions(five)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await sessionNames()).toHaveLength(3)
})

test('shows an empty state for a course without sessions', async () => {
  showSessions([])
  await openDashboard()
  expect(await screen.findByText('No sessions yet')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Unlock Master Course' })).toBeTruthy()
  expect(screen.queryByText(/free tutorial/)).toBeNull()
})

test('HONEST-05 an academy without a course says so, and tells the administrator what to do next', async () => {
  api.refuse(courses.course, 404, 'not_found', 'Course not found')
  showSessions([])
  await openDashboard()
  expect(await screen.findByText('No course yet')).toBeTruthy()
  expect(screen.queryByText('No sessions yet'), 'the same again').toBeNull()
  expect([screen.queryByText('Error Loading Course'), screen.queryByRole('link', { name: 'Open Content' })]).toEqual([null, null])
  cleanup()
  api.reply(accounts.context, 200, sampleContext({ is_admin: true }))
  await openDashboard()
  expect((await screen.findByRole('link', { name: 'Open Content' })).getAttribute('href')).toBe('/admin/content')
  expect(screen.getByText(/content:push/)).toBeTruthy()
})

test('HONEST-05 pricing says that a purchase opens nothing yet while no course is published', async () => {
  api.refuse(courses.course, 404, 'not_found', 'Course not found')
  showSessions([])
  await openDashboard()
  fireEvent.click(await screen.findByRole('button', { name: 'View Bundle Offer' }))
  const dialog = await screen.findByRole('dialog', { name: 'Bundle Offer' })
  expect((await within(dialog).findByRole('alert')).textContent).toContain('it opens when it is published')
})
