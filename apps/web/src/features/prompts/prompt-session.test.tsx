import { contract } from '@academy/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mockAuthProvider, sampleSession } from '../../testing/mock-auth-provider.ts'
import { mockPrompts } from '../../testing/mock-prompts.ts'
import { address, navigationState, openApp, storeSession } from '../../testing/open-app.tsx'

const { prompts } = contract
let mock: ReturnType<typeof mockPrompts>
let provider: ReturnType<typeof mockAuthProvider>

beforeEach(() => {
  mock = mockPrompts()
  provider = mockAuthProvider(mock.api)
  provider.signsOut()
})
afterEach(() => mock.api.expectNothingElse())

const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

const openAndWrite = async () => {
  storeSession(sampleSession())
  await openApp('/my-prompts')
  await screen.findByRole('searchbox')
  fireEvent.click(screen.getByRole('button', { name: 'New Prompt' }))
  write('Title', 'Half done')
  write('Description', 'For later')
  write('Prompt Content', 'Do half of it.')
}

test('ERR-08 D-19 restores a draft after the session expired and the user signed in again', async () => {
  await openAndWrite()
  mock.api.refuse(prompts.create, 401, 'unauthenticated', 'Sign in to continue.')
  provider.refuses('POST', '/token', { status: 400, code: 'refresh_token_not_found', message: 'Invalid Refresh Token' })
  fireEvent.click(screen.getByRole('button', { name: 'Create Prompt' }))
  expect(await screen.findByText('Please sign in to continue.')).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/login'))
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
  await waitFor(() => expect(address()).toBe('/login'))
  expect(sessionStorage.getItem('academy.draft.prompt')).toBeNull()
})
