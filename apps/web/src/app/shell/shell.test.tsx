import { readFileSync } from 'node:fs'
import path from 'node:path'
import { contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type CannedApi, cannedApi } from '../../testing/canned-api.ts'
import { cannedProvider, sampleSession as providerSession } from '../../testing/canned-provider.ts'
import { address, keepSession, navigationState, openApp } from '../../testing/open-app.tsx'
import { sampleContext, sampleCourse, sampleSession } from '../../testing/samples.ts'
import { viewport } from '../../testing/viewport.ts'

const { accounts, courses } = contract
let api: CannedApi
let provider: ReturnType<typeof cannedProvider>

beforeEach(() => {
  api = cannedApi()
  provider = cannedProvider(api)
  api.reply(accounts.context, 200, sampleContext())
  api.reply(courses.course, 200, { success: true, data: sampleCourse() })
  api.reply(courses.sessions, 200, { success: true, data: [sampleSession(1)] })
  api.reply(courses.courseVideo, 200, { success: true, data: { html: '' } })
})
afterEach(() => api.expectNothingElse())

const openShell = async (path = '/settings') => {
  keepSession(providerSession())
  const app = await openApp(path)
  await screen.findByRole('heading', { level: 1 })
  return app
}
const sidebar = () => screen.getByRole('complementary', { name: 'Sidebar' })
const isExpanded = () => sidebar().dataset.state === 'expanded'
const itemsOf = (menu: HTMLElement) =>
  [...within(menu).getByRole('navigation', { name: 'Main' }).querySelectorAll('a, button')].map((item) => [
    item.textContent,
    item.getAttribute('href'),
  ])
const press = (init: KeyboardEventInit) => fireEvent.keyDown(document.body, init)
const openUserMenu = async (within_ = sidebar()) => {
  fireEvent.click(await within(within_).findByRole('button', { name: /ada@example\.com/ }))
  return within_
}

const items = [
  ['Dashboard', '/dashboard'],
  ['Master Course', '/courses/master-course'],
  ['Community (locked)', null],
  ['Prompt Library (locked)', null],
  ['My Prompts (locked)', null],
  ['Premium Slack Support (locked)', null],
  ['Settings', '/settings'],
]

test('SHELL-01 SHELL-03 the sidebar holds what works, in its groups', async () => {
  await openShell()
  expect(itemsOf(sidebar())).toEqual(items)
  expect(within(screen.getByRole('list', { name: 'Courses' })).getByRole('link').textContent).toBe('Master Course')
  const studio = within(screen.getByRole('list', { name: 'Studio resources' })).getAllByRole('button')
  expect(studio.map(({ textContent }) => textContent)).toEqual([
    'Prompt Library (locked)',
    'My Prompts (locked)',
    'Premium Slack Support (locked)',
  ])
})

test('SHELL-03 the item of the page shown is marked, also below it', async () => {
  await openShell('/courses/master-course')
  expect(within(sidebar()).getByRole('link', { current: 'page' }).textContent).toBe('Master Course')
})

const { entitlements: none } = sampleContext().data

test('SHELL-07 SHELL-08 an item whose entitlement is lacking is greyed; a click opens the pricing dialog and goes nowhere', async () => {
  await openShell()
  const item = within(sidebar()).getByRole('button', { name: 'Prompt Library (locked)' })
  expect(item.classList).toContain('text-locked')
  item.focus()
  await waitFor(() => {
    fireEvent.click(item)
    expect(screen.getByRole('dialog', { name: 'Upgrade to Access Resources' })).toBeTruthy()
  })
  expect(address()).toBe('/settings')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect([screen.queryByRole('dialog'), document.activeElement?.textContent]).toEqual([null, 'Prompt Library (locked)'])
})

test('SHELL-07 with the entitlement it leads to its page, and is marked there', async () => {
  api.reply(accounts.context, 200, sampleContext({ entitlements: { ...none, resources: true } }))
  await openShell()
  expect((await within(sidebar()).findByRole('link', { name: 'Prompt Library' })).getAttribute('href')).toBe('/resources')
})

test('D-10 ACCESS-09 while entitlements load the item is greyed, and a click does nothing', async () => {
  api.reply(accounts.context, 200, sampleContext(), { after: new Promise(() => {}) })
  await openShell()
  fireEvent.click(within(sidebar()).getByRole('button', { name: 'Prompt Library (locked)' }))
  expect([screen.queryByRole('dialog'), address()]).toEqual([null, '/settings'])
})

test('SHELL-02 SHELL-08 in the drawer of a small screen the same, above the drawer', async () => {
  viewport(767)
  await openShell()
  fireEvent.click(screen.getByRole('button', { name: 'Open menu' }))
  const drawer = screen.getByRole('dialog', { name: 'Menu' })
  await waitFor(() => {
    fireEvent.click(within(drawer).getByRole('button', { name: 'Prompt Library (locked)' }))
    expect(screen.getByRole('dialog', { name: 'Upgrade to Access Resources' })).toBeTruthy()
  })
  expect(screen.getByRole('dialog', { name: 'Menu' })).toBe(drawer)
})

test('SHELL-01 SHELL-13 the sidebar collapses to its icons and back: 16rem, 3rem, names kept for screen readers', async () => {
  await openShell()
  expect(sidebar().classList).toContain('w-sidebar')
  fireEvent.click(screen.getByRole('button', { name: 'Collapse sidebar' }))
  expect(sidebar().classList).toContain('w-sidebar-icon')
  expect([isExpanded(), itemsOf(sidebar())]).toEqual([false, items])
  fireEvent.click(screen.getByRole('button', { name: 'Expand sidebar' }))
  expect(isExpanded()).toBe(true)
})

test('SHELL-11 SHELL-13 these widths, and the width at which the drawer takes over, are what the style sheet says', () => {
  const tokens = readFileSync(path.join(import.meta.dirname, '../../styles/tokens.css'), 'utf8')
  expect(tokens).toContain('--spacing-sidebar: 16rem;')
  expect(tokens).toContain('--spacing-sidebar-icon: 3rem;')
  expect(tokens).toContain('--spacing-sidebar-mobile: 18rem;')
  expect(tokens).toContain('--breakpoint-md: 48rem;')
})

test('SHELL-09 D-08 each toggle writes the cookie for 7 days', async () => {
  const written = vi.spyOn(document, 'cookie', 'set')
  await openShell()
  fireEvent.click(screen.getByRole('button', { name: 'Collapse sidebar' }))
  fireEvent.click(screen.getByRole('button', { name: 'Expand sidebar' }))
  expect(written.mock.calls).toEqual([
    ['sidebar:state=false; path=/; max-age=604800; SameSite=Lax'],
    ['sidebar:state=true; path=/; max-age=604800; SameSite=Lax'],
  ])
})

test('SHELL-09 the next visit finds the sidebar as it was left', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the last visit wrote it
  document.cookie = 'sidebar:state=false; path=/'
  await openShell()
  expect(isExpanded()).toBe(false)
})

test('SHELL-10 Ctrl+B and Cmd+B toggle it; other keys do not', async () => {
  await openShell()
  press({ key: 'b', ctrlKey: true })
  expect(isExpanded()).toBe(false)
  press({ key: 'B', metaKey: true })
  expect(isExpanded()).toBe(true)
  press({ key: 'b' })
  press({ key: 'b', ctrlKey: true, shiftKey: true })
  press({ key: 'k', ctrlKey: true })
  expect(isExpanded()).toBe(true)
})

test('SHELL-02 SHELL-11 SHELL-12 SHELL-13 under 768 pixels the same items are in a drawer, 18rem wide, with a state of its own', async () => {
  viewport(767)
  await openShell()
  expect(sidebar().classList).toContain('max-md:hidden')
  fireEvent.click(screen.getByRole('button', { name: 'Open menu' }))
  const drawer = screen.getByRole('dialog', { name: 'Menu' })
  expect(itemsOf(drawer)).toEqual(items)
  expect(drawer.classList).toContain('w-sidebar-mobile')
  expect([isExpanded(), document.cookie]).toEqual([true, ''])
  press({ key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('SHELL-10 SHELL-12 on a small screen the keys open and close the drawer, and leave the sidebar', async () => {
  viewport(767)
  await openShell()
  press({ key: 'b', ctrlKey: true })
  expect(screen.getByRole('dialog', { name: 'Menu' })).toBeTruthy()
  press({ key: 'b', ctrlKey: true })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect([isExpanded(), document.cookie]).toEqual([true, ''])
})

test('SHELL-11 following an item closes the drawer, and so does a screen that grows', async () => {
  viewport(767)
  await openShell()
  fireEvent.click(screen.getByRole('button', { name: 'Open menu' }))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('link', { name: 'Dashboard' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(address()).toBe('/dashboard'))

  fireEvent.click(screen.getByRole('button', { name: 'Open menu' }))
  act(() => viewport(768))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('SHELL-04 the user menu leads to Settings', async () => {
  await openShell('/dashboard')
  await openUserMenu()
  fireEvent.click(screen.getByRole('menuitem', { name: 'Settings' }))
  await waitFor(() => expect(address()).toBe('/settings'))
})

test('D-13 the user menu names who is signed in, by e-mail as long as the name is not known', async () => {
  await openShell()
  expect((await within(sidebar()).findByText('Ada Lovelace')).textContent).toBe('Ada Lovelace')
  expect(within(sidebar()).getByText('ada@example.com')).toBeTruthy()
})

test('D-13 an account that does not load leaves the e-mail', async () => {
  api.refuse(accounts.context, 500, 'internal', 'Something went wrong.')
  await openShell('/dashboard')
  expect(within(sidebar()).getAllByText('ada@example.com')).toHaveLength(1)
})

test('SHELL-05 AUTH-25 D-12 Sign Out asks the provider, forgets what was loaded, and starts afresh at sign-in', async () => {
  const { queryClient } = await openShell()
  provider.signsOut()
  await openUserMenu()
  fireEvent.click(screen.getByRole('menuitem', { name: 'Sign Out' }))
  await waitFor(() => expect(address()).toBe('/login'))
  expect(navigationState()).toBeNull()
  expect(provider.calls('POST', '/logout')).toHaveLength(1)
  expect(queryClient.getQueryCache().getAll()).toEqual([])
  expect(localStorage.length).toBe(0)
})

test('SHELL-05 ERR-07 D-12 a sign-out that fails says why, and everything stays', async () => {
  await openShell()
  provider.refuses('POST', '/logout', { status: 500, code: 'unexpected_failure', message: 'The service is not available.' })
  await openUserMenu()
  fireEvent.click(screen.getByRole('menuitem', { name: 'Sign Out' }))
  expect(await screen.findByText('Sign out failed')).toBeTruthy()
  expect(screen.getByText('The service is not available.')).toBeTruthy()
  expect(address()).toBe('/settings')
})

test('SHELL-06 the ADMIN badge is for admins', async () => {
  api.reply(accounts.context, 200, sampleContext({ is_admin: true }))
  await openShell()
  expect(await screen.findByText('ADMIN')).toBeTruthy()
})

test('SHELL-06 and for nobody else', async () => {
  await openShell()
  await within(sidebar()).findByText('Ada Lovelace')
  expect(screen.queryByText('ADMIN')).toBeNull()
})

test('the theme is chosen in the user menu, kept, and left to the system again', async () => {
  await openShell()
  await openUserMenu()
  const choice = (name: string) => screen.getByRole('menuitemradio', { name })
  expect(choice('System').getAttribute('aria-checked')).toBe('true')
  fireEvent.click(choice('Dark'))
  expect([document.documentElement.dataset.theme, localStorage.getItem('academy.theme')]).toEqual(['dark', 'dark'])
  expect(choice('Dark').getAttribute('aria-checked')).toBe('true')
  fireEvent.click(choice('System'))
  expect([document.documentElement.dataset.theme, localStorage.getItem('academy.theme')]).toEqual([undefined, null])
})

test('in a browser that denies its storage the chosen theme is shown all the same', async () => {
  await openShell()
  await openUserMenu()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Dark' }))
  expect(document.documentElement.dataset.theme).toBe('dark')
})

test('the theme follows a choice made in another tab', async () => {
  await openShell()
  await openUserMenu()
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'academy.theme', newValue: 'light' }))
  })
  expect(document.documentElement.dataset.theme).toBe('light')
  expect(screen.getByRole('menuitemradio', { name: 'Light' }).getAttribute('aria-checked')).toBe('true')
})

test('CTX-09 D-105 an account that could not be loaded is told in the shell, with a way to try again', async () => {
  api.refuse(accounts.context, 500, 'internal', 'Something went wrong.')
  await openShell('/dashboard')
  const alert = await screen.findByRole('alert')
  api.reply(accounts.context, 200, sampleContext())
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await within(sidebar()).findByText('Ada Lovelace')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
