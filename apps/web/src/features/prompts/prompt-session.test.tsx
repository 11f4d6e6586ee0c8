import { contract } from '@academy/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockAuthProvider, sampleSession, sampleUser } from '../../testing/mock-auth-provider.ts'
import { mockPrompts, myPromptsContext, samplePrompt } from '../../testing/mock-prompts.ts'
import { currentPath, navigationState, openApp, storeSession } from '../../testing/open-app.tsx'
import { promptTitles } from '../../testing/prompt-form.tsx'
import { settled } from '../../testing/settled.ts'

const { accounts, prompts } = contract
let mock: ReturnType<typeof mockPrompts>
let provider: ReturnType<typeof mockAuthProvider>

beforeEach(() => {
  mock = mockPrompts()
  provider = mockAuthProvider(mock.api)
  provider.signsOut()
})

const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

const openPrompts = async () => {
  storeSession(sampleSession())
  const app = await openApp('/my-prompts')
  await screen.findByRole('searchbox')
  const { promise: after, resolve: respond } = Promise.withResolvers<void>()
  return { ...app, after, respond: () => act(async () => respond()) }
}
const openAndWrite = async () => {
  const app = await openPrompts()
  fireEvent.click(screen.getByRole('button', { name: 'New Prompt' }))
  write('Title', 'Half done')
  write('Description', 'For later')
  write('Prompt Content', 'Do half of it.')
  return app
}
const choose = (action: string) => {
  fireEvent.click(screen.getByRole('button', { name: 'Actions for Cut it down' }))
  fireEvent.click(within(screen.getByRole('menu', { name: 'Actions for Cut it down' })).getByRole('menuitem', { name: action }))
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

/** Signs in another user with one prompt, as another tab does. */
const switchUser = async (authClient: object) => {
  const account_id = '99999999-2222-4333-8444-555555555555'
  mock.api.reply(accounts.context, 200, { ...myPromptsContext(), data: { ...myPromptsContext().data, account_id } })
  mock.list([samplePrompt('theirs', { title: 'Theirs' })])
  const session = { ...sampleSession('other'), user: { ...sampleUser, id: account_id } }
  storeSession(session)
  await act(() => Reflect.get(authClient, '_notifyAllSubscribers').call(authClient, 'SIGNED_IN', session))
  await screen.findByRole('heading', { name: 'Theirs' })
}

test('ERR-08 D-19 restores a draft after the session expired and the user signed in again', async () => {
  await openAndWrite()
  mock.api.refuse(prompts.create, 401, 'unauthenticated', 'Sign in to continue.')
  provider.refuses('POST', '/token', { status: 400, code: 'refresh_token_not_found', message: 'Invalid Refresh Token' })
  fireEvent.click(screen.getByRole('button', { name: 'Create Prompt' }))
  expect(await screen.findByText('Please sign in to continue.')).toBeTruthy()
  await waitFor(() => expect(currentPath()).toBe('/login'))
  expect([navigationState(), screen.queryByText('Failed to create prompt')]).toEqual([{ from: '/my-prompts' }, null])

  cleanup()
  storeSession(sampleSession('second'))
  await openApp('/my-prompts')
  const dialog = await screen.findByRole('dialog', { name: 'New Prompt' })
  const texts = ['Title', 'Description', 'Prompt Content'].map((label) => within(dialog).getByLabelText<HTMLInputElement>(label).value)
  expect(texts).toEqual(['Half done', 'For later', 'Do half of it.'])
})

test('D-12 removes drafts on sign-out', async () => {
  await openAndWrite()
  expect(sessionStorage.getItem('academy.draft.prompt')).toContain('Half done')
  const sidebar = screen.getByRole('complementary', { name: 'Sidebar' })
  fireEvent.click(within(sidebar).getByRole('button', { name: /Ada Lovelace/ }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Sign Out' }))
  await waitFor(() => expect(currentPath()).toBe('/login'))
  expect(sessionStorage.getItem('academy.draft.prompt')).toBeNull()
})

test('D-12 a prompt that is saved after the sign-out stays out of the cache', async () => {
  const { after, respond, session, queryClient } = await openPrompts()
  mock.api.reply(prompts.update, 200, samplePrompt('cut', { title: 'Mine' }), { after })
  choose('Edit')
  write('Title', 'Mine')
  press('Save changes')
  await waitFor(() => expect(mock.sent('PUT')).toHaveLength(1))
  await act(() => session.signOut())
  await waitFor(() => expect(currentPath()).toBe('/login'))
  await respond()
  await settled()
  expect(
    queryClient
      .getQueryCache()
      .findAll({ queryKey: ['prompts'] })
      .map(({ queryKey }) => queryKey),
  ).toEqual([])
  expect(screen.queryByText('Prompt updated successfully!')).toBeNull()
})

test('D-12 a prompt that is created after another user has signed in changes neither the list nor the draft of that user', async () => {
  const { authClient, after, respond } = await openAndWrite()
  mock.api.reply(prompts.create, 201, samplePrompt('new', { title: 'Half done' }), { after })
  press('Create Prompt')
  await waitFor(() => expect(mock.sent('POST')).toHaveLength(1))
  await switchUser(authClient)
  press('New Prompt')
  write('Title', 'A draft of theirs')
  await respond()
  await settled()
  expect(screen.getAllByRole('heading', { level: 2, hidden: true }).map(({ textContent }) => textContent)).toEqual(['Theirs', 'New Prompt'])
  expect(sessionStorage.getItem('academy.draft.prompt')).toContain('A draft of theirs')
  expect([screen.queryByText('Prompt created successfully!'), currentPath()]).toEqual([null, '/my-prompts'])
})

test('D-12 a deletion that is refused after another user has signed in restores nothing in the list of that user', async () => {
  const { authClient, after, respond } = await openPrompts()
  mock.api.refuse(prompts.remove, 500, 'internal', 'Something went wrong on our side.', { after })
  choose('Delete')
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(mock.sent('DELETE')).toHaveLength(1))
  await switchUser(authClient)
  await respond()
  await settled()
  expect([promptTitles(), screen.queryByText('Failed to delete prompt'), currentPath()]).toEqual([['Theirs'], null, '/my-prompts'])
})
