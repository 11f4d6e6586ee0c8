import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockPrompts, samplePrompt, samplePrompts } from '../../testing/mock-prompts.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleContext } from '../../testing/samples.ts'
import { settled } from '../../testing/settled.ts'
import { expectToast } from '../../testing/toasts.ts'

const { accounts, prompts } = contract
let mock: ReturnType<typeof mockPrompts>
let copied: string[]

beforeEach(() => {
  mock = mockPrompts()
  copied = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
})

const failing = [500, 'internal', 'Something went wrong on our side.'] as const
const openPrompt = async (query = '') => {
  const router = await renderSignedIn(`/my-prompts/name${query}`)
  await screen.findByRole('heading', { level: 1, name: 'Name it' })
  return router
}
const panel = (name: string) => screen.getByRole('tabpanel', { name })

test('PROMPT-18 fetches the prompt by its id and shows its title as the heading', async () => {
  await openPrompt()
  expect([...new Set(mock.sent('GET').map(({ path }) => path))]).toEqual(['/api/prompts/name'])
  await waitFor(() => expect(document.title).toBe('Name it · Vibe Coding Academy'))
  expect([screen.getByText('A name that stays') !== null, screen.getByText('Mar 1, 2026').tagName]).toEqual([true, 'TIME'])
})

test('PROMPT-18 shows the cached prompt from the list at once and refetches it', async () => {
  await renderSignedIn('/my-prompts')
  mock.api.reply(prompts.get, 200, { ...samplePrompt('name'), title: 'Renamed elsewhere' })
  fireEvent.click(await screen.findByRole('link', { name: /View Prompt.*Name it/ }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Renamed elsewhere' })).toBeTruthy()
})

test('PROMPT-18 PROMPT-43 fetches the prompt also when it becomes a favourite before it has loaded', async () => {
  await renderSignedIn('/my-prompts')
  const loading = Promise.withResolvers<void>()
  const renamed = samplePrompt('name', { title: 'Renamed elsewhere', favourite: true })
  mock.api.reply(prompts.get, 200, samplePrompt('name', { title: 'Renamed elsewhere' }), { after: loading.promise })
  mock.api.reply(prompts.favourite, 200, renamed)
  fireEvent.click(await screen.findByRole('link', { name: /View Prompt.*Name it/ }))
  await screen.findByRole('heading', { level: 1, name: 'Name it' })
  await waitFor(() => expect(mock.api.count('GET', '/api/prompts/name')).toBeGreaterThan(0))
  mock.one(renamed)
  fireEvent.click(screen.getByRole('button', { name: 'Favourite: Name it' }))
  await waitFor(() => expect(mock.sent('PUT')).toHaveLength(1))
  loading.resolve()
  expect(await screen.findByRole('heading', { level: 1, name: 'Renamed elsewhere' })).toBeTruthy()
})

test('PROMPT-15 an older response that arrives after a save does not replace what was saved', async () => {
  await renderSignedIn('/my-prompts')
  const old = Promise.withResolvers<void>()
  mock.api.reply(prompts.get, 200, samplePrompt('name', { title: 'Name it' }), { after: old.promise })
  fireEvent.click(await screen.findByRole('link', { name: /View Prompt.*Name it/ }))
  mock.api.reply(prompts.update, 200, samplePrompt('name', { title: 'Name it well', updated_at: '2026-03-05T09:30:00.000Z' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Name it well' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Name it well' })).toBeTruthy()
  old.resolve()
  await settled()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Name it well')
})

test('PROMPT-19 D-67 shows two tabs with plain text and its line breaks, never HTML', async () => {
  const router = await openPrompt()
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['All Prompts', 'All Code Examples'])
  const text = within(panel('All Prompts')).getByText(/Give me/)
  expect([text.textContent, text.classList.contains('whitespace-pre-wrap'), document.querySelector('b')]).toEqual([
    'Give me\nten <b>names</b>.',
    true,
    null,
  ])
  fireEvent.click(screen.getByRole('tab', { name: 'All Code Examples' }))
  expect(within(panel('All Code Examples')).getByText('const a = 1')).toBeTruthy()
  await waitFor(() => expect(router.path).toBe('/my-prompts/name?tab=code'))
})

test('PROMPT-20 TUT-21 both tabs have a copy button that shows Copied!', async () => {
  await openPrompt()
  fireEvent.click(screen.getByRole('button', { name: /^Copy ?: Prompt$/ }))
  expect(await screen.findByRole('button', { name: 'Copied!' })).toBeTruthy()
  fireEvent.click(screen.getByRole('tab', { name: 'All Code Examples' }))
  fireEvent.click(screen.getByRole('button', { name: /^Copy code ?: Code example$/ }))
  expect(await screen.findByRole('button', { name: 'Copied!' })).toBeTruthy()
  expect(copied).toEqual(['Give me\nten <b>names</b>.', 'const a = 1'])
})

test.each([
  ['', /^Copy ?: Prompt$/, 'Could not copy the content to clipboard'],
  ['?tab=code', /^Copy code ?: Code example$/, 'Could not copy the code to clipboard'],
])('ERR-24 ERR-25 when copying fails (%s), a toast says so', async (query, button, description) => {
  vi.mocked(navigator.clipboard.writeText).mockRejectedValue(new DOMException('Denied', 'NotAllowedError'))
  await openPrompt(query)
  fireEvent.click(screen.getByRole('button', { name: button }))
  await expectToast('error', 'Copy failed', description)
})

test('shows an empty state without copy button when there is no code', async () => {
  await renderSignedIn('/my-prompts/cut?tab=code')
  expect(await screen.findByText('No code yet')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Copy/ })).toBeNull()
})

test.each(['name', 'a%20b', '..'])(
  'PROMPT-21 ERR-30 redirects to the list with a toast when the prompt (%s) does not exist',
  async (id) => {
    mock.api.refuse(prompts.get, 404, 'not_found', 'Prompt not found')
    const router = await renderSignedIn(`/my-prompts/${id}`)
    await waitFor(() => expect(router.path).toBe('/my-prompts'))
    if (id !== '..') await expectToast('error', 'Prompt not found')
    await screen.findByRole('searchbox')
  },
)

test('PROMPT-21 shows the list without an id', async () => {
  await renderSignedIn('/my-prompts/')
  expect(await screen.findByRole('heading', { level: 1, name: 'My Prompts' })).toBeTruthy()
  await screen.findByRole('searchbox')
})

test('ERR-31 shows other failures on the page with a retry', async () => {
  mock.api.refuse(prompts.get, ...failing)
  const router = await renderSignedIn('/my-prompts/name')
  await expectToast('error', 'Failed to load prompt details', 'Something went wrong on our side.')
  expect([router.path, screen.getByRole('link', { name: 'Back to My Prompts' }).getAttribute('href')]).toEqual([
    '/my-prompts/name',
    '/my-prompts',
  ])
  for (const prompt of samplePrompts) mock.one(prompt)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Name it' })).toBeTruthy()
})

test('Back restores the list for users who came from it', async () => {
  const router = await renderSignedIn('/my-prompts?search=name')
  fireEvent.click(await screen.findByRole('link', { name: /View Prompt.*Name it/ }))
  await screen.findByRole('heading', { level: 1, name: 'Name it' })
  fireEvent.click(screen.getByRole('link', { name: 'Back to My Prompts' }))
  await waitFor(() => expect(router.path).toBe('/my-prompts?search=name'))
})

test('PROMPT-10 D-68 without My Prompts redirects to the list with one dialog and sends no request', async () => {
  mock.api.reply(accounts.context, 200, sampleContext())
  const router = await renderSignedIn('/my-prompts/name')
  expect(await screen.findByRole('dialog', { name: 'Upgrade to Access My Prompts' })).toBeTruthy()
  await waitFor(() => expect(router.path).toBe('/my-prompts'))
  expect([screen.getAllByRole('dialog').length, mock.sent('GET')]).toEqual([1, []])
})
