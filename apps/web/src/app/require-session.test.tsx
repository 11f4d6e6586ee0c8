import { contract } from '@academy/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { MockApi } from '../testing/mock-api.ts'
import { sampleSession as providerSession, sampleUser } from '../testing/mock-auth-provider.ts'
import { mockPrompts, myPromptsContext, samplePrompt } from '../testing/mock-prompts.ts'
import { currentPath, openApp, storeSession } from '../testing/open-app.tsx'

const { accounts } = contract
let api: MockApi
let list: ReturnType<typeof mockPrompts>['list']

beforeEach(() => {
  ;({ api, list } = mockPrompts())
  storeSession(providerSession())
})

const { data: ada } = myPromptsContext()
const grace = { ...ada, account_id: '99999999-2222-4333-8444-555555555555', email: 'grace@example.com', first_name: 'Grace' }

/** Grace signs in in another tab, and the auth client syncs this tab. */
async function takeOver({ authClient }: Awaited<ReturnType<typeof openApp>>) {
  api.reply(accounts.context, 200, { ...myPromptsContext(), data: grace })
  list([samplePrompt('hers', { title: 'Compile it' })])
  const notify = Reflect.get(authClient, '_notifyAllSubscribers').bind(authClient)
  const session = { ...providerSession('grace'), user: { ...sampleUser, id: grace.account_id, email: grace.email } }
  storeSession(session)
  await act(() => notify('SIGNED_IN', session))
}

test('D-12 D-107 shows the settings of another user who signs in, without unsaved input of the first', async () => {
  const app = await openApp('/settings')
  expect((await screen.findByLabelText<HTMLInputElement>('First name')).value).toBe('Ada')
  await takeOver(app)
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Grace'))
  expect(screen.queryByDisplayValue('ada@example.com')).toBeNull()
  expect(currentPath()).toBe('/settings')
})

test('D-12 D-107 shows the prompts of another user who signs in', async () => {
  const app = await openApp('/my-prompts')
  await screen.findByText('Name it')
  await takeOver(app)
  expect(await screen.findByText('Compile it')).toBeTruthy()
  expect(screen.queryByText('Name it')).toBeNull()
})

test('keeps the page and its input when the session is refreshed', async () => {
  const { authClient } = await openApp('/settings')
  const name = await screen.findByLabelText<HTMLInputElement>('First name')
  const notify = Reflect.get(authClient, '_notifyAllSubscribers').bind(authClient)
  await act(() => notify('TOKEN_REFRESHED', providerSession('second')))
  expect(screen.getByLabelText('First name')).toBe(name)
})
