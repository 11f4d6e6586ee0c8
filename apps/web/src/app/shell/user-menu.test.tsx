import { contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { sampleSession } from '../../testing/mock-auth-provider.ts'
import { type MockServices, mockServices } from '../../testing/mock-services.ts'
import { currentPath, navigationState, openApp, storeSession } from '../../testing/open-app.tsx'
import { openShell, openUserMenu, sidebar } from '../../testing/open-shell.tsx'
import { sampleContext } from '../../testing/samples.ts'
import { expectToast } from '../../testing/toasts.ts'

const { accounts, courses } = contract
let api: MockServices['api']
let provider: MockServices['provider']

beforeEach(() => {
  ;({ api, provider } = mockServices())
  api.reply(courses.courseVideo, 200, { success: true, data: { html: '' } })
})

/** Opens Settings with modules of its own, because signing out changes the state of modules. */
async function openSettings() {
  storeSession(sampleSession())
  const app = await openApp('/settings')
  await screen.findByRole('heading', { level: 1 })
  await openUserMenu()
  return app
}

test('SHELL-04 the user menu links to Settings', async () => {
  const router = await openShell('/dashboard')
  await openUserMenu()
  fireEvent.click(screen.getByRole('menuitem', { name: 'Settings' }))
  await waitFor(() => expect(router.path).toBe('/settings'))
})

test('D-13 the user menu shows the name, or the email while the name is unknown', async () => {
  await openShell()
  expect((await within(sidebar()).findByText('Ada Lovelace')).textContent).toBe('Ada Lovelace')
  expect(within(sidebar()).getByText('ada@example.com')).toBeTruthy()
})

test('D-13 shows whole characters as initials', async () => {
  api.reply(accounts.context, 200, sampleContext({ first_name: '𠮷野', last_name: '😀 Smith' }))
  await openShell()
  expect(await within(sidebar()).findByText('𠮷😀')).toBeTruthy()
})

test('D-13 shows the email when the account does not load', async () => {
  api.refuse(accounts.context, 500, 'internal', 'Something went wrong.')
  await openShell('/dashboard')
  expect(within(sidebar()).getAllByText('ada@example.com')).toHaveLength(1)
})

test('SHELL-05 AUTH-25 D-12 Sign Out calls the provider, clears the cache and opens sign-in without return path', async () => {
  const { queryClient } = await openSettings()
  provider.signsOut()
  fireEvent.click(screen.getByRole('menuitem', { name: 'Sign Out' }))
  await waitFor(() => expect(currentPath()).toBe('/login'))
  expect(navigationState()).toBeNull()
  expect(provider.calls('POST', '/logout')).toHaveLength(1)
  // A component that renders once more adds an empty query.
  expect(
    queryClient
      .getQueryCache()
      .getAll()
      .flatMap(({ state }) => state.data ?? []),
  ).toEqual([])
  expect(Object.keys(localStorage)).toEqual(['academy.had-session'])
})

test('SHELL-05 ERR-07 D-12 a failed sign-out shows the reason and keeps the session', async () => {
  await openSettings()
  provider.refuses('POST', '/logout', { status: 400, code: 'bad_request', message: 'The session is not known.' })
  fireEvent.click(screen.getByRole('menuitem', { name: 'Sign Out' }))
  await expectToast('error', 'Sign out failed', 'The session is not known.')
  expect(currentPath()).toBe('/settings')
})

test('ERR-07 a failed sign-out shows no words of a provider that fails', async () => {
  await openSettings()
  provider.refuses('POST', '/logout', { status: 500, code: 'unexpected_failure', message: 'Unexpected failure, please check server logs' })
  fireEvent.click(screen.getByRole('menuitem', { name: 'Sign Out' }))
  await expectToast('error', 'Sign out failed', 'Please try again.')
  expect(currentPath()).toBe('/settings')
})

test('SHELL-06 shows the ADMIN badge to admins', async () => {
  api.reply(accounts.context, 200, sampleContext({ is_admin: true }))
  await openShell()
  expect(await screen.findByText('ADMIN')).toBeTruthy()
})

test('SHELL-06 hides the ADMIN badge from other users', async () => {
  await openShell()
  await within(sidebar()).findByText('Ada Lovelace')
  expect(screen.queryByText('ADMIN')).toBeNull()
})

test('stores the theme chosen in the user menu and returns to the system theme', async () => {
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

test('applies the chosen theme when storage is blocked', async () => {
  await openShell()
  await openUserMenu()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Dark' }))
  expect(document.documentElement.dataset.theme).toBe('dark')
})

test('follows the theme chosen in another tab', async () => {
  await openShell()
  await openUserMenu()
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'academy.theme', newValue: 'light' }))
  })
  expect(document.documentElement.dataset.theme).toBe('light')
  expect(screen.getByRole('menuitemradio', { name: 'Light' }).getAttribute('aria-checked')).toBe('true')
})
