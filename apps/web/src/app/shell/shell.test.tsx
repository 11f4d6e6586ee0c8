import { readFileSync } from 'node:fs'
import path from 'node:path'
import { contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { type MockServices, mockServices } from '../../testing/mock-services.ts'
import { openShell, sidebar } from '../../testing/open-shell.tsx'
import { sampleContext } from '../../testing/samples.ts'
import { setViewportWidth } from '../../testing/set-viewport-width.ts'

const { accounts, courses } = contract
let api: MockServices['api']

beforeEach(() => {
  api = mockServices().api
  api.reply(courses.courseVideo, 200, { success: true, data: { html: '' } })
})

const isExpanded = () => sidebar().dataset.state === 'expanded'
const itemsOf = (menu: HTMLElement) =>
  [...within(menu).getByRole('navigation', { name: 'Main' }).querySelectorAll('a, button')].map((item) => [
    item.textContent,
    item.getAttribute('href'),
  ])
const press = (init: KeyboardEventInit) => fireEvent.keyDown(document.body, init)

const items = [
  ['Dashboard', '/dashboard'],
  ['Master Course', '/courses/master-course'],
  ['Community (locked)', null],
  ['Prompt Library (locked)', null],
  ['My Prompts (locked)', null],
  ['Premium Slack Support (locked)', null],
  ['Settings', '/settings'],
]

test('SHELL-01 SHELL-03 shows the items of the sidebar in groups', async () => {
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

test('SHELL-03 marks the item of the current page and of pages under it', async () => {
  await openShell('/courses/master-course')
  expect(within(sidebar()).getByRole('link', { current: 'page' }).textContent).toBe('Master Course')
})

const { entitlements: none } = sampleContext().data

const lockable = [
  { item: 'Community', entitlement: 'slack_standard', path: '/community', dialog: 'Upgrade to Access Community' },
  { item: 'Prompt Library', entitlement: 'resources', path: '/resources', dialog: 'Upgrade to Access Resources' },
  { item: 'My Prompts', entitlement: 'my_prompts', path: '/my-prompts', dialog: 'Upgrade to Access My Prompts' },
  {
    item: 'Premium Slack Support',
    entitlement: 'slack_premium',
    path: '/premium-slack',
    dialog: 'Upgrade to Access Premium Slack Support',
  },
] as const

test.each(lockable)('SHELL-07 SHELL-08 D-09 without $entitlement, only $item is locked and opens the pricing dialog', async (lock) => {
  const everythingElse = Object.fromEntries(Object.keys(none).map((name) => [name, name !== lock.entitlement])) as typeof none
  api.reply(accounts.context, 200, sampleContext({ entitlements: everythingElse }))
  const router = await openShell()
  const unlocked = lockable.filter((other) => other !== lock).map(({ item, path }) => [item, path])
  await waitFor(() => expect(itemsOf(sidebar())).toEqual(expect.arrayContaining(unlocked)))
  const locked = within(sidebar()).getAllByRole('button', { name: /\(locked\)$/ })
  expect(locked.map(({ textContent }) => textContent)).toEqual([`${lock.item} (locked)`])
  fireEvent.click(locked[0] as HTMLElement)
  expect(await screen.findByRole('dialog', { name: lock.dialog })).toBeTruthy()
  expect(router.path).toBe('/settings')
})

test('SHELL-08 closing the pricing dialog restores the focus to the locked item', async () => {
  const router = await openShell()
  const item = within(sidebar()).getByRole('button', { name: 'Prompt Library (locked)' })
  item.focus()
  await waitFor(() => {
    fireEvent.click(item)
    expect(screen.getByRole('dialog', { name: 'Upgrade to Access Resources' })).toBeTruthy()
  })
  expect(router.path).toBe('/settings')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect([screen.queryByRole('dialog'), document.activeElement?.textContent]).toEqual([null, 'Prompt Library (locked)'])
})

test('D-10 ACCESS-09 items are grayed and do nothing while entitlements load', async () => {
  api.reply(accounts.context, 200, sampleContext(), { after: new Promise(() => {}) })
  const router = await openShell()
  fireEvent.click(within(sidebar()).getByRole('button', { name: 'Prompt Library (locked)' }))
  expect([screen.queryByRole('dialog'), router.path]).toEqual([null, '/settings'])
})

test('SHELL-07 shows the padlock of locked items in the collapsed sidebar too', async () => {
  api.reply(accounts.context, 200, sampleContext({ entitlements: { ...none, resources: true } }))
  await openShell()
  await within(sidebar()).findByRole('link', { name: 'Prompt Library' })
  fireEvent.click(screen.getByRole('button', { name: 'Collapse sidebar' }))
  const padlocks = () => [...sidebar().querySelectorAll('nav .lucide-lock')].map((icon) => icon.closest('li')?.textContent)
  expect(padlocks()).toEqual(
    ['Community', 'My Prompts', 'Premium Slack Support'].map((name) => expect.stringContaining(`${name} (locked)`)),
  )
})

test('SHELL-02 SHELL-08 a locked item closes the drawer and opens the pricing dialog; closing it focuses the menu button', async () => {
  setViewportWidth(767)
  await openShell()
  await screen.findByText('Ada Lovelace')
  const opener = screen.getByRole('button', { name: 'Open menu' })
  opener.focus()
  fireEvent.click(opener)
  fireEvent.click(within(screen.getByRole('dialog', { name: 'Menu' })).getByRole('button', { name: 'Prompt Library (locked)' }))
  const prices = screen.getByRole('dialog', { name: 'Upgrade to Access Resources' })
  expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull()
  fireEvent.click(within(prices).getByRole('button', { name: 'Close' }))
  expect([screen.queryByRole('dialog'), document.activeElement]).toEqual([null, opener])
})

test('D-10 a locked item keeps the drawer open while the account loads', async () => {
  setViewportWidth(767)
  api.reply(accounts.context, 200, sampleContext(), { after: new Promise(() => {}) })
  await openShell()
  fireEvent.click(screen.getByRole('button', { name: 'Open menu' }))
  const drawer = screen.getByRole('dialog', { name: 'Menu' })
  fireEvent.click(within(drawer).getByRole('button', { name: 'Prompt Library (locked)' }))
  expect(screen.getAllByRole('dialog')).toEqual([drawer])
})

test('SHELL-01 SHELL-13 collapses from 16rem to 3rem and keeps names for screen readers', async () => {
  await openShell()
  expect(sidebar().classList).toContain('w-sidebar')
  fireEvent.click(screen.getByRole('button', { name: 'Collapse sidebar' }))
  expect(sidebar().classList).toContain('w-sidebar-icon')
  expect([isExpanded(), itemsOf(sidebar())]).toEqual([false, items])
  fireEvent.click(screen.getByRole('button', { name: 'Expand sidebar' }))
  expect(isExpanded()).toBe(true)
})

test('SHELL-11 SHELL-13 the style sheet has these widths and the breakpoint of the drawer', () => {
  const tokens = readFileSync(path.join(import.meta.dirname, '../../styles/tokens.css'), 'utf8')
  expect(tokens).toContain('--spacing-sidebar: 16rem;')
  expect(tokens).toContain('--spacing-sidebar-icon: 3rem;')
  expect(tokens).toContain('--spacing-sidebar-mobile: 18rem;')
  expect(tokens).toContain('--breakpoint-md: 48rem;')
})

test('SHELL-09 D-08 stores each toggle in a cookie for 7 days', async () => {
  const written = vi.spyOn(document, 'cookie', 'set')
  await openShell()
  fireEvent.click(screen.getByRole('button', { name: 'Collapse sidebar' }))
  fireEvent.click(screen.getByRole('button', { name: 'Expand sidebar' }))
  expect(written.mock.calls).toEqual([
    ['sidebar:state=false; path=/; max-age=604800; SameSite=Lax'],
    ['sidebar:state=true; path=/; max-age=604800; SameSite=Lax'],
  ])
})

test('SHELL-09 restores the state from the cookie', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: simulates the last visit
  document.cookie = 'sidebar:state=false; path=/'
  await openShell()
  expect(isExpanded()).toBe(false)
})

test('A11Y-14 is collapsed by default from 768 to 1023 px, until the user expands it', async () => {
  setViewportWidth(1023)
  await openShell()
  expect([isExpanded(), document.cookie]).toEqual([false, ''])
  act(() => setViewportWidth(1024))
  expect(isExpanded()).toBe(true)
  act(() => setViewportWidth(768))
  expect(isExpanded()).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Expand sidebar' }))
  expect([isExpanded(), document.cookie]).toEqual([true, 'sidebar:state=true'])
})

test('SHELL-10 Ctrl+B and Cmd+B toggle the sidebar; other keys do not', async () => {
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

test('SHELL-02 SHELL-11 SHELL-12 SHELL-13 below 768 px shows the items in an 18rem drawer with its own state', async () => {
  setViewportWidth(767)
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

test('SHELL-10 SHELL-12 on small screens the keys toggle the drawer and not the sidebar', async () => {
  setViewportWidth(767)
  await openShell()
  press({ key: 'b', ctrlKey: true })
  expect(screen.getByRole('dialog', { name: 'Menu' })).toBeTruthy()
  press({ key: 'b', ctrlKey: true })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect([isExpanded(), document.cookie]).toEqual([true, ''])
})

test('SHELL-11 following a link or widening the screen closes the drawer', async () => {
  setViewportWidth(767)
  const router = await openShell()
  fireEvent.click(screen.getByRole('button', { name: 'Open menu' }))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('link', { name: 'Dashboard' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(router.path).toBe('/dashboard'))

  fireEvent.click(screen.getByRole('button', { name: 'Open menu' }))
  act(() => setViewportWidth(768))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('CTX-09 SIGNIN-13 D-105 shows a failed account load in the shell with a retry, and locks nothing in the sidebar', async () => {
  api.refuse(accounts.context, 500, 'internal', 'Something went wrong.')
  await openShell('/dashboard')
  const alert = await screen.findByRole('alert')
  expect(within(sidebar()).getByRole('link', { name: 'Prompt Library' })).toBeTruthy()
  api.reply(accounts.context, 200, sampleContext())
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await within(sidebar()).findByText('Ada Lovelace')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
