import { contract, type PersonalToken } from '@academy/contract'
import { TOKEN_LIMITS } from '@academy/contract/token-scopes'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { MockApi } from '../../testing/mock-api.ts'
import { sampleSession } from '../../testing/mock-auth-provider.ts'
import { type MockServices, mockAccount } from '../../testing/mock-services.ts'
import { openUserMenu } from '../../testing/open-shell.tsx'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { expectToast } from '../../testing/toasts.ts'

const { tokens } = contract
const TEXT = 'vca_Ab3dAb3dAb3dAb3dAb3dAb3dAb3dAb3dAb3dAb3d'

let api: MockApi
let provider: MockServices['provider']
beforeEach(() => {
  ;({ api, provider } = mockAccount())
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const sampleToken = (change: Partial<PersonalToken> = {}): PersonalToken => ({
  id: '0198b1a2-3c4d-7e5f-8a9b-0c1d2e3f4a5b',
  name: 'Laptop',
  prefix: 'vca_Ab3d',
  program: null,
  scopes: ['content:read', 'prompts:read'],
  created_at: inDays(-10),
  expires_at: inDays(80),
  last_used_at: null,
  ...change,
})

const listIs = (...list: PersonalToken[]) => api.reply(tokens.list, 200, { tokens: list })
const openPage = async (...list: PersonalToken[]) => {
  listIs(...list)
  await renderSignedIn('/settings/tokens')
  await screen.findByText(list.length === 0 ? 'No access tokens yet' : 'Your tokens')
}
test('CONNECT-08 lists connected programs with their host, or as unverified', async () => {
  await openPage(
    sampleToken({ name: 'Claude', prefix: '', program: 'claude.example' }),
    sampleToken({ id: '0198b1a2-3c4d-7e5f-8a9b-0c1d2e3f4a5c', name: 'A tool', prefix: '', program: '' }),
  )
  const [known, unverified] = screen.getAllByRole('listitem').filter((item) => item.querySelector('h3'))
  expect(known?.textContent).toMatch(/Claude.*Program ofclaude\.example.*Connected/)
  expect(unverified?.textContent).toMatch(/A tool.*your own machine, unverified/)
  expect(screen.queryByText('Begins with')).toBeNull()
})

test('DOCS-06 links to the reference of the API', async () => {
  await openPage()
  expect(screen.getByRole('link', { name: 'API reference' }).getAttribute('href')).toBe('/docs/')
})

const row = (name: string) => screen.getByRole('heading', { level: 3, name }).closest('li') as HTMLElement

const openForm = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'New token' }))
  return await screen.findByRole('dialog', { name: 'New access token' })
}
const create = (dialog: HTMLElement) => fireEvent.click(within(dialog).getByRole('button', { name: 'Create token' }))
const fill = (dialog: HTMLElement) => {
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Laptop' } })
  fireEvent.click(within(dialog).getByRole('checkbox', { name: /^prompts:write/ }))
  fireEvent.click(within(dialog).getByRole('checkbox', { name: /^content:read/ }))
  fireEvent.change(within(dialog).getByLabelText('Expires in'), { target: { value: '365' } })
}
const sent = () => api.requests.filter(({ method, path }) => method === 'POST' && path === '/api/tokens')

test('TOKEN-12 Settings and the user menu lead to the page', async () => {
  listIs()
  await renderSignedIn('/settings')
  fireEvent.click(await screen.findByRole('link', { name: 'Manage access tokens' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Access tokens' })).toBeTruthy()
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/settings')
  await openUserMenu()
  expect((await screen.findByRole('menuitem', { name: 'Access tokens' })).getAttribute('href')).toBe('/settings/tokens')
})

test('TOKEN-12 lists tokens with name, scopes and dates, and marks expired ones', async () => {
  await openPage(
    sampleToken({ last_used_at: '2025-03-01T12:00:00.000Z' }),
    sampleToken({ id: 'old', name: 'Old script', expires_at: inDays(-1) }),
  )
  expect(row('Laptop').textContent).toMatch(/content:readprompts:readBegins withvca_Ab3dCreated.*Expires.*Last usedMar 1, 2025/)
  expect(row('Old script Expired').textContent).toMatch(/Expired.*Last usedNever/)
})

test('TOKEN-12 revokes a token after a confirmation, and moves the focus to the list', async () => {
  await openPage(sampleToken(), sampleToken({ id: 'other', name: 'Server' }))
  fireEvent.click(screen.getByRole('button', { name: 'Revoke Laptop' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Revoke “Laptop”?' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(api.requests.filter(({ method }) => method === 'DELETE')).toEqual([])

  api.on('DELETE', `/api/tokens/${sampleToken().id}`, () => new Response(null, { status: 204 }))
  fireEvent.click(screen.getByRole('button', { name: 'Revoke Laptop' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke token' }))
  await expectToast('success', 'Token revoked')
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Laptop' })).toBeNull())
  expect(row('Server')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Your tokens')
})

test('TOKEN-12 a token that is revoked while the list is fetched again does not keep the old list', async () => {
  await openPage(sampleToken())
  const fetching = Promise.withResolvers<void>()
  const fetches = api.count('GET', '/api/tokens')
  api.reply(tokens.list, 200, { tokens: [sampleToken()] }, { after: fetching.promise })
  const { queryClient } = await import('../../api/query-client.ts')
  act(() => void queryClient.invalidateQueries({ queryKey: ['tokens'] }))
  await waitFor(() => expect(api.count('GET', '/api/tokens')).toBe(fetches + 1))
  listIs(sampleToken({ id: 'other', name: 'Server' }))
  api.on('DELETE', `/api/tokens/${sampleToken().id}`, () => new Response(null, { status: 204 }))
  fireEvent.click(screen.getByRole('button', { name: 'Revoke Laptop' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke token' }))
  await expectToast('success', 'Token revoked')
  fetching.resolve()
  expect(await screen.findByRole('heading', { level: 3, name: 'Server' })).toBeTruthy()
})

test('TOKEN-12 an expired token is removed without a question; one that is gone already counts as revoked', async () => {
  await openPage(sampleToken({ expires_at: inDays(-1) }))
  api.refuse(tokens.revoke, 404, 'not_found', 'Token not found')
  fireEvent.click(screen.getByRole('button', { name: 'Remove Laptop' }))
  expect(await screen.findByText('No access tokens yet')).toBeTruthy()
})

test('TOKEN-12 keeps the token and says why when it cannot be revoked', async () => {
  await openPage(sampleToken())
  api.refuse(tokens.revoke, 503, 'unavailable', 'The academy is not available at the moment.')
  fireEvent.click(screen.getByRole('button', { name: 'Revoke Laptop' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke token' }))
  await expectToast('error', "We couldn't revoke the token", 'The academy is not available at the moment.')
  expect(row('Laptop')).toBeTruthy()
})

test('TOKEN-12 shows an error with a retry when the list does not load', async () => {
  api.refuse(tokens.list, 500, 'internal', 'Something went wrong on our side.')
  await renderSignedIn('/settings/tokens')
  expect(await screen.findByText("We couldn't load your access tokens")).toBeTruthy()
  listIs(sampleToken())
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 3, name: 'Laptop' })).toBeTruthy()
})

test('TOKEN-12 offers no further token with 20 active ones; expired ones do not count', async () => {
  const many = Array.from({ length: TOKEN_LIMITS.active }, (_, index) => sampleToken({ id: `t${index}`, name: `Token ${index}` }))
  await openPage(...many)
  expect(screen.getByText('You have 20 active tokens')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'New token' }).disabled).toBe(true)
})

test('TOKEN-13 creates a token and shows it once, with a copy button that says what happened', async () => {
  await openPage()
  const dialog = await openForm()
  fill(dialog)
  const made = sampleToken({ scopes: ['content:read', 'prompts:write'] })
  api.reply(tokens.create, 201, { ...made, token: TEXT })
  listIs(made)
  create(dialog)
  const shown = await screen.findByRole('dialog', { name: '“Laptop” is ready' })
  expect(sent().map(({ body }) => body)).toEqual([{ name: 'Laptop', scopes: ['content:read', 'prompts:write'], expires_in_days: 365 }])
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  fireEvent.click(within(shown).getByRole('button', { name: 'Copy' }))
  expect(await within(shown).findByRole('button', { name: 'Copied!' })).toBeTruthy()
  expect(write).toHaveBeenCalledWith(TEXT)
  expect(within(shown).getByRole('alert').textContent).toMatch(/won't see this token again/)
  expect(within(shown).queryByRole('button', { name: 'Close' })).toBeNull()

  fireEvent.click(within(shown).getByRole('button', { name: 'Done' }))
  expect(await screen.findByRole('heading', { level: 3, name: 'Laptop' })).toBeTruthy()
  expect(document.body.textContent).not.toContain(TEXT)
})

test('TOKEN-14 recordings hold no part of the page', async () => {
  await openPage(sampleToken())
  const dialog = await openForm()
  expect(dialog.closest('[data-private]')).toBeTruthy()
  expect(row('Laptop').closest('[data-private]')).toBeTruthy()
})

test('TOKEN-13 says at each field what is missing or refused', async () => {
  await openPage()
  const dialog = await openForm()
  create(dialog)
  const name = within(dialog).getByLabelText('Name')
  await waitFor(() => expect(document.activeElement).toBe(name))
  expect(name.getAttribute('aria-invalid')).toBe('true')
  const scopes = within(dialog).getByRole('group', { name: 'What may it do?' })
  expect(scopes.getAttribute('aria-describedby')).toBe(within(dialog).getByText('Choose at least one.').parentElement?.id)
  expect(sent()).toEqual([])

  fill(dialog)
  const reason = 'Name contains characters that cannot be stored.'
  api.refuse(tokens.create, 400, 'invalid_request', reason, { fields: { name: reason } })
  create(dialog)
  expect(await within(dialog).findByText(reason)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(name))
  expect(within(dialog).queryByRole('alert')).toBeNull()

  api.refuse(tokens.create, 409, 'conflict', 'An account has at most 20 access tokens.')
  create(dialog)
  expect((await within(dialog).findByRole('alert')).textContent).toBe('An account has at most 20 access tokens.')
})

test('TOKEN-14 asks for the password after a long session, and sends it to the auth provider alone', async () => {
  await openPage()
  const dialog = await openForm()
  fill(dialog)
  expect(within(dialog).queryByLabelText('Password')).toBeNull()
  api.refuse(tokens.create, 403, 'fresh_sign_in_required', 'Sign in again, then create the token within ten minutes.')
  create(dialog)
  const password = await within(dialog).findByLabelText('Password')
  await waitFor(() => expect(document.activeElement).toBe(password))
  expect(dialog.querySelector<HTMLInputElement>('[autocomplete=username]')?.value).toBe(sampleSession().user.email)
  expect(within(dialog).queryByRole('alert')).toBeNull()

  provider.refuses('POST', '/token', { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' })
  provider.knowsUser()
  fireEvent.change(password, { target: { value: 'wrong' } })
  create(dialog)
  expect(await within(dialog).findByText("That's not your password.")).toBeTruthy()
  expect(sent()).toHaveLength(1)

  provider.signsIn(sampleSession('fresh'))
  api.reply(tokens.create, 201, { ...sampleToken(), token: TEXT })
  fireEvent.change(password, { target: { value: 'Correct-horse-7' } })
  await act(async () => create(dialog))
  expect(await screen.findByRole('dialog', { name: '“Laptop” is ready' })).toBeTruthy()
  expect(
    sent()
      .map(({ token }) => token)
      .at(-1),
  ).toBe('Bearer fresh-access-token')
  expect(JSON.stringify(sent())).not.toContain('Correct-horse-7')
})
