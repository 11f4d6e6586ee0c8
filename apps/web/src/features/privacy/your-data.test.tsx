import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { captureDownloads } from '../../testing/capture-downloads.ts'
import type { MockApi } from '../../testing/mock-api.ts'
import { sampleSession, sampleUser } from '../../testing/mock-auth-provider.ts'
import { type MockServices, mockAccount } from '../../testing/mock-services.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'

const { privacy } = contract
let api: MockApi
let provider: MockServices['provider']

beforeEach(() => {
  ;({ api, provider } = mockAccount())
})

const exported = {
  exported_at: '2026-11-21T06:30:00.000Z',
  account_id: sampleUser.id,
  sign_in: { email: sampleUser.email },
  records: { prompts: [{ title: 'Mine' }] },
  elsewhere: [],
}

const wrongPassword = { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' }
const unknownUser = { status: 403, code: 'user_not_found', message: 'User from sub claim in JWT does not exist' }

const openDialog = async () => {
  await renderSignedIn('/settings')
  fireEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
  return screen.findByRole('dialog', { name: 'Delete your account?' })
}
const confirm = (dialog: HTMLElement, password = 'Correct-horse-7') => {
  fireEvent.change(within(dialog).getByLabelText('Password'), { target: { value: password } })
  const button = within(dialog).getByRole('button', { name: 'Delete my account' })
  button.focus()
  fireEvent.click(button)
}

test('downloads all data of the account as a file', async () => {
  api.reply(privacy.exportAccount, 200, { success: true, data: exported })
  const saved = captureDownloads()
  await renderSignedIn('/settings')
  fireEvent.click(await screen.findByRole('button', { name: 'Download my data' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.name).toBe('my-data-2026-11-21.json')
  expect(JSON.parse((await saved[0]?.file.text()) ?? '')).toEqual(exported)
})

test('shows an error when the download fails', async () => {
  api.refuse(privacy.exportAccount, 503, 'unavailable', 'Your data cannot be collected at the moment. Please try again soon.')
  await renderSignedIn('/settings')
  fireEvent.click(await screen.findByRole('button', { name: 'Download my data' }))
  expect(await screen.findByText("We couldn't download your data")).toBeTruthy()
})

test('shows a wrong password at its field, which it focuses, and sends no API request', async () => {
  provider.refuses('POST', '/token', wrongPassword)
  provider.knowsUser()
  const dialog = await openDialog()
  expect(dialog.querySelector<HTMLInputElement>('[autocomplete=username]')?.value).toBe(sampleSession().user.email)
  confirm(dialog, 'wrong')
  expect(await within(dialog).findByText("That's not your password.")).toBeTruthy()
  expect(document.activeElement).toBe(within(dialog).getByLabelText('Password'))
  expect(api.count('POST', '/api/accounts/erase')).toBe(0)
})

test('refuses while a subscription renews and says what to do', async () => {
  provider.signsIn(sampleSession('fresh'))
  const message = 'A subscription of this account renews by itself. End it first.'
  api.refuse(privacy.eraseAccount, 409, 'subscription_running', message)
  const dialog = await openDialog()
  confirm(dialog)
  expect((await within(dialog).findByRole('alert')).textContent).toBe(message)
  expect(screen.getByRole('heading', { name: 'Settings', hidden: true })).toBeTruthy()
})

// The last three of this file, because they sign out.
test('says that the session has ended when a new password ended it elsewhere and the old one is typed', async () => {
  provider.refuses('POST', '/token', wrongPassword)
  provider.refuses('GET', '/user', {
    status: 403,
    code: 'session_not_found',
    message: 'Session from session_id claim in JWT does not exist',
  })
  const dialog = await openDialog()
  confirm(dialog)
  expect(await screen.findByText('Your session has ended')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Settings' })).toBeNull())
})

test('signs out and says that the account is deleted when the response of the deletion was lost', async () => {
  provider.signsIn(sampleSession('fresh'))
  api.breakConnection(privacy.eraseAccount)
  const dialog = await openDialog()
  confirm(dialog)
  await within(dialog).findByRole('alert')
  // The provider refuses the password of a deleted user like a wrong one.
  provider.refuses('POST', '/token', wrongPassword)
  provider.refuses('GET', '/user', unknownUser)
  provider.refuses('POST', '/logout', unknownUser)
  confirm(dialog)
  expect(await screen.findByText('Your account has been deleted.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Settings' })).toBeNull())
  expect(screen.queryByText("That's not your password.")).toBeNull()
})

test('deletes the account with a password that only the auth provider receives, then signs out', async () => {
  const dialog = await openDialog()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete my account' }))
  expect(await within(dialog).findByText('Enter your password.')).toBeTruthy()
  provider.signsIn(sampleSession('fresh'))
  provider.signsOut()
  api.reply(privacy.eraseAccount, 200, { success: true, message: 'Your account has been deleted.' })
  confirm(dialog)
  expect(await screen.findByText('Your account has been deleted.')).toBeTruthy()
  const erasure = api.requests.find(({ path }) => path === '/api/accounts/erase')
  expect([erasure?.token, erasure?.body]).toEqual(['Bearer fresh-access-token', { email: 'ada@example.com' }])
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Settings' })).toBeNull())
})
