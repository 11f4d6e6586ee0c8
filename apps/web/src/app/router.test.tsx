import { contract } from '@academy/contract'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { BrowserRouter } from 'react-router'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { consoleOutput, expectConsole } from '../testing/capture-console.ts'
import type { MockApi } from '../testing/mock-api.ts'
import { sampleSession as providerSession } from '../testing/mock-auth-provider.ts'
import { type MockServices, mockAccount } from '../testing/mock-services.ts'
import { currentPath, navigationState, openApp, resetModules, storeSession } from '../testing/open-app.tsx'
import { renderSignedIn } from '../testing/render-signed-in.tsx'
import { sampleContent, sampleContext, sampleCourse, sampleSession, sampleSessionDetail, sampleTutorial } from '../testing/samples.ts'

const { accounts, courses } = contract
let api: MockApi
let provider: MockServices['provider']

beforeEach(() => {
  ;({ api, provider } = mockAccount())
  const tutorials = [sampleTutorial('t1', { free: true }), sampleTutorial('t2', { free: true })]
  api.reply(courses.course, 200, { success: true, data: sampleCourse() })
  api.reply(courses.courseVideo, 200, { success: true, data: { html: '' } })
  api.reply(courses.sessions, 200, { success: true, data: [sampleSession(1, { id: 's1', free: true, tutorials })] })
  api.reply(courses.session, 200, { success: true, data: sampleSessionDetail('s1') })
  api.reply(courses.sessionTutorials, 200, { success: true, data: tutorials })
  api.reply(courses.tutorialContent, 200, { success: true, data: sampleContent() })
})

const signedIn = () => storeSession(providerSession())
const heading = () => screen.findByRole('heading', { level: 1 })

const publicPages = ['/signup', '/login', '/reset-password']
const protectedPages = [
  '/dashboard',
  '/courses/master-course',
  '/courses/master-course/sessions/s1/tutorials/t1',
  '/community',
  '/settings',
]

test('ROUTE-01 redirects / to the dashboard', async () => {
  signedIn()
  await openApp('/')
  await waitFor(() => expect(currentPath()).toBe('/dashboard'))
  await waitFor(async () => expect((await heading()).textContent).toBe('Welcome, Ada!'))
})

test('ROUTE-01 D-06 redirects / to sign-in without a session, then to the dashboard', async () => {
  await openApp('/')
  await waitFor(() => expect(currentPath()).toBe('/login'))
  expect(navigationState()).toEqual({ from: '/dashboard' })
})

for (const path of publicPages) {
  test(`ROUTE-02 ROUTE-03 ROUTE-04 ${path} uses the public layout: a sticky header with a logo that links home`, async () => {
    // The reset page needs a session; the others need none.
    if (path === '/reset-password') signedIn()
    await openApp(path)
    await heading()
    const header = screen.getByRole('banner')
    expect(header.className).toContain('sticky top-0')
    expect(within(header).getByRole('link', { name: 'Vibe Coding Academy, home' }).getAttribute('href')).toBe('/')
    expect(screen.queryByRole('complementary', { name: 'Sidebar' })).toBeNull()
    expect(currentPath()).toBe(path)
  })
}

test('ROUTE-05 the public header has a menu toggle for small screens, and the menu has no items', async () => {
  await openApp('/login')
  await heading()
  fireEvent.click(screen.getByRole('button', { name: 'Open menu' }))
  const toggle = screen.getByRole('button', { name: 'Close menu' })
  expect([toggle.getAttribute('aria-expanded'), toggle.className.includes('md:hidden')]).toEqual(['true', true])
  const menu = screen.getByRole('navigation', { name: 'Menu' })
  expect(menu.querySelectorAll('a, button, li, [role]').length).toBe(0)
  fireEvent.click(toggle)
  expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull()
})

for (const path of [
  ...protectedPages,
  '/resources',
  '/resources/map?tab=code',
  '/admin/content',
  '/courses',
  '/course',
  '/course/s1',
  '/settings?from=mail#profile',
]) {
  test(`ROUTE-06 ROUTE-07 ${path} redirects to sign-in without a session and returns afterwards`, async () => {
    await openApp(path)
    await waitFor(() => expect(currentPath()).toBe('/login'))
    expect(navigationState()).toEqual({ from: path })
    expect((await heading()).textContent).toBe('Sign in')
  })
}

test('ROUTE-07 replaces the history entry when redirecting to sign-in', async () => {
  const before = window.history.length
  await openApp('/settings')
  await heading()
  expect(window.history.length).toBe(before)
})

test('ROUTE-08 shows a spinner while the session is checked', async () => {
  storeSession(providerSession('old', -60))
  const { promise: checked, resolve: release } = Promise.withResolvers<void>()
  provider.repliesAfter(checked, 'POST', '/token', providerSession('new'))
  await openApp('/settings')
  expect(screen.getByRole('status').textContent).toBe('Loading...')
  expect(screen.queryByRole('heading')).toBeNull()
  expect(currentPath()).toBe('/settings')
  await act(async () => release())
  expect((await heading()).textContent).toBe('Settings')
})

test.each([
  ['/settings', true, 'Settings'],
  ['/', true, 'Welcome!'],
  ['/signup', false, 'Create your account'],
])('shows %s without a spinner once the code of the first page is loaded', async (path, hasSession, title) => {
  if (hasSession) signedIn()
  resetModules()
  window.history.replaceState(null, '', path)
  const [{ App }, { loadFirstPage }, { authClient }] = await Promise.all([
    import('./app.tsx'),
    import('./router.tsx'),
    import('../session/auth-client.ts'),
  ])
  onTestFinished(() => authClient.dispose())
  await loadFirstPage(path)
  render(
    <BrowserRouter>
      <App />
    </BrowserRouter>,
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain(title)
})

test('ROUTE-11 uses the same screen with and without a tutorial id', async () => {
  await renderSignedIn('/courses/master-course/sessions/s1/tutorials/t2')
  expect(await screen.findByText('In this session:')).toBeTruthy()
})

test('ROUTE-11 replaces the URL by that of the first tutorial', async () => {
  const router = await renderSignedIn('/courses/master-course/sessions/s1')
  expect(await screen.findByText('In this session:')).toBeTruthy()
  await waitFor(() => expect(router.path).toBe('/courses/master-course/sessions/s1/tutorials/t1'))
})

for (const [from, to] of [
  ['/course', '/courses/master-course'],
  ['/courses', '/courses/master-course'],
  ['/course/s1/t2', '/courses/master-course/sessions/s1/tutorials/t2'],
] as const) {
  test(`ROUTE-12 ROUTE-14 ROUTE-15 D-03 redirects ${from} to ${to}`, async () => {
    const router = await renderSignedIn(from)
    await waitFor(() => expect(router.path).toBe(to))
  })
}

test('ERR-43 Back to Courses on the error of the fixed course opens the dashboard', async () => {
  api.refuse(contract.courses.course, 404, 'not_found', 'Course not found')
  const router = await renderSignedIn('/courses/master-course')
  const back = await screen.findByRole('link', { name: 'Back to Courses' })
  expect(back.getAttribute('href')).toBe('/courses')
  fireEvent.click(back)
  await waitFor(() => expect(router.path).toBe('/dashboard'))
})

test('ERR-43 Back to Courses on the error of another course opens the fixed course', async () => {
  api.refuse(contract.courses.course, 404, 'not_found', 'Course not found', { params: { courseId: 'other' } })
  const router = await renderSignedIn('/courses/other')
  fireEvent.click(await screen.findByRole('link', { name: 'Back to Courses' }))
  await waitFor(() => expect(router.path).toBe('/courses/master-course'))
})

test('ROUTE-13 ROUTE-15 redirects /course/{sessionId} to that session of the fixed course', async () => {
  const router = await renderSignedIn('/course/s1')
  await waitFor(() => expect(router.path).toMatch(/^\/courses\/master-course\/sessions\/s1/))
})

test('ROUTE-13 preserves ids with special characters', async () => {
  api.refuse(courses.session, 404, 'not_found', 'Session not found')
  api.refuse(courses.sessionTutorials, 404, 'not_found', 'Session not found')
  const router = await renderSignedIn('/course/a%20b%2Fc')
  await waitFor(() => expect(router.path).toBe('/courses/master-course/sessions/a%20b%2Fc'))
})

test.each([
  ['/Dashboard', '/dashboard'],
  ['/SETTINGS/?x=1', '/settings'],
  ['/Courses/master-course/sessions/s1/Tutorials/t2', '/courses/master-course/sessions/s1/tutorials/t2'],
  ['/courses/anything/sessions/s1/tutorials/t2', '/courses/master-course/sessions/s1/tutorials/t2'],
  ['/courses/anything/sessions/s1', '/courses/master-course/sessions/s1/tutorials/t1'],
])('LEARN-64 %s leads to %s', async (from, to) => {
  const router = await renderSignedIn(from)
  await waitFor(() => expect(router.path.replace(/\?.*/, '')).toBe(to))
  expect(router.path.includes('?')).toBe(from.includes('?'))
})

for (const path of ['/no/such/page', '/admin/nothing', '/community/slack', '/api', '/login/extra']) {
  test(`ROUTE-16 ROUTE-17 ROUTE-18 ROUTE-19 D-04 ${path} shows the 404 page without a session`, async () => {
    expectConsole('warn', /^No page found at /)
    await openApp(path)
    expect(await screen.findByRole('heading', { level: 1, name: '404' })).toBeTruthy()
    expect(screen.getByText('Oops! Page not found')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/')
    expect(consoleOutput('warn').some((line) => line.includes(path))).toBe(true)
    await waitFor(() => expect(document.title).toBe('Page not found · Vibe Coding Academy'))
  })
}

test('ROUTE-16 the 404 page of signed-in users keeps the sidebar and opens the search', async () => {
  expectConsole('warn', /^No page found at /)
  signedIn()
  await openApp('/no/such/page')
  expect(await screen.findByRole('heading', { level: 1, name: '404' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Dashboard' })).toBeTruthy()
  expect(screen.getAllByRole('main')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Search the academy' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('SELLER-27 the 404 page links to withdrawal and cancellation', async () => {
  expectConsole('warn', /^No page found at /)
  await openApp('/no/such/page')
  const links = within(await screen.findByRole('navigation', { name: 'Legal' })).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/withdraw', '/withdraw#cancel'])
})

for (const path of ['/login', '/signup']) {
  test(`D-05 ${path} redirects to the start with a session`, async () => {
    signedIn()
    await openApp(path)
    await waitFor(() => expect(currentPath()).toBe('/dashboard'))
  })
}

test('D-01 redirects to sign-in and back when the session ends elsewhere', async () => {
  signedIn()
  const { authClient } = await openApp('/settings')
  await heading()
  provider.signsOut()
  await act(async () => {
    await authClient.signOut()
  })
  await waitFor(() => expect(currentPath()).toBe('/login'))
  expect(navigationState()).toEqual({ from: '/settings' })
})

for (const [path, name] of [
  ['/dashboard', 'Dashboard'],
  ['/courses/master-course', 'Vibe Coding'],
  ['/courses/master-course/sessions/s1/tutorials/t2', 'Tutorial t2'],
  ['/resources', 'Prompt Library'],
  ['/my-prompts', 'My Prompts'],
  ['/notes', 'Notes'],
  ['/community', 'Builder Community'],
  ['/premium-slack', 'Premium Slack Support'],
  ['/coder-boards', 'Vibe Coder Boards'],
  ['/mentorship', 'Weekly Mentorship Program'],
  ['/settings', 'Settings'],
  ['/settings/tokens', 'Access tokens'],
] as const) {
  test(`CONST-02 ROUTE-09 ROUTE-10 ${path} renders in the shell, and its title names the page and the academy`, async () => {
    api.reply(accounts.context, 200, sampleContext({ entitlements: { ...sampleContext().data.entitlements, resources: true } }))
    api.reply(contract.library.list, 200, { success: true, data: { results: [], next_cursor: null } })
    const router = await renderSignedIn(path)
    await heading()
    await waitFor(() => expect(document.title).toBe(`${name} · Vibe Coding Academy`))
    expect(screen.getByRole('complementary', { name: 'Sidebar' })).toBeTruthy()
    expect(router.path).toBe(path)
  })
}

test('CONST-04 the dashboard shows the introduction of the fixed course', async () => {
  await renderSignedIn('/dashboard')
  fireEvent.click(await screen.findByRole('button', { name: 'Watch Introduction' }))
  await screen.findByText('No video content available')
  expect(new Set(api.requests.flatMap(({ path }) => (path.endsWith('/video') ? [path] : [])))).toEqual(
    new Set(['/api/courses/master-course/video']),
  )
})

test('changes the title and focuses the heading on navigation, but not on the first page', async () => {
  await openApp('/login')
  const first = await heading()
  await waitFor(() => expect(document.title).toBe('Sign in · Vibe Coding Academy'))
  expect(document.activeElement).not.toBe(first)
  fireEvent.click(screen.getByRole('link', { name: 'Create an account' }))
  const second = await screen.findByRole('heading', { level: 1, name: 'Create your account' })
  await waitFor(() => expect(document.activeElement).toBe(second))
  await waitFor(() => expect(document.title).toBe('Create your account · Vibe Coding Academy'))
})

test('the skip link focuses the content and keeps the URL', async () => {
  await openApp('/login')
  await heading()
  fireEvent.click(screen.getByRole('link', { name: 'Skip to content' }))
  expect(document.activeElement).toBe(screen.getByRole('main'))
  expect(currentPath()).toBe('/login')
})
