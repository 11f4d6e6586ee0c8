import { contract } from '@academy/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CannedApi } from '../testing/canned-api.ts'
import { cannedPrompts, keeperContext, samplePrompt } from '../testing/canned-prompts.ts'
import { sampleSession as providerSession, sampleUser } from '../testing/canned-provider.ts'
import { address, keepSession, openApp } from '../testing/open-app.tsx'

const { accounts } = contract
let api: CannedApi
let list: ReturnType<typeof cannedPrompts>['list']

beforeEach(() => {
  ;({ api, list } = cannedPrompts())
  keepSession(providerSession())
})
afterEach(() => api.expectNothingElse())

const { data: ada } = keeperContext()
const grace = { ...ada, account_id: '99999999-2222-4333-8444-555555555555', email: 'grace@example.com', first_name: 'Grace' }

/** Grace signs in in another tab, which the provider's client tells this one. */
async function takeOver({ authClient }: Awaited<ReturnType<typeof openApp>>) {
  api.reply(accounts.context, 200, { ...keeperContext(), data: grace })
  list([samplePrompt('hers', { title: 'Compile it' })])
  const notify = Reflect.get(authClient, '_notifyAllSubscribers').bind(authClient)
  const session = { ...providerSession('grace'), user: { ...sampleUser, id: grace.account_id, email: grace.email } }
  await act(() => notify('SIGNED_IN', session))
}

test('D-12 D-107 when somebody else takes over, the settings show theirs, and nothing of the one before can be saved', async () => {
  const app = await openApp('/settings')
  expect((await screen.findByLabelText<HTMLInputElement>('First name')).value).toBe('Ada')
  await takeOver(app)
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Grace'))
  expect(screen.queryByDisplayValue('ada@example.com')).toBeNull()
  expect(address()).toBe('/settings')
})

test('D-12 D-107 when somebody else takes over, their own prompts take the place of those before', async () => {
  const app = await openApp('/my-prompts')
  await screen.findByText('Name it')
  await takeOver(app)
  expect(await screen.findByText('Compile it')).toBeTruthy()
  expect(screen.queryByText('Name it')).toBeNull()
})

test('a session that is renewed leaves the page and what was typed into it', async () => {
  const { authClient } = await openApp('/settings')
  const name = await screen.findByLabelText<HTMLInputElement>('First name')
  const notify = Reflect.get(authClient, '_notifyAllSubscribers').bind(authClient)
  await act(() => notify('TOKEN_REFRESHED', providerSession('second')))
  expect(screen.getByLabelText('First name')).toBe(name)
})
