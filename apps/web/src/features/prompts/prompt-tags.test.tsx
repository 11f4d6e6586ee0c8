import { contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockPrompts, samplePrompt } from '../../testing/mock-prompts.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { expectToast } from '../../testing/toasts.ts'

const { prompts } = contract
let mock: ReturnType<typeof mockPrompts>

const owned = [
  samplePrompt('b', { title: 'Beta 10', tags: ['SQL', 'Review'], created_at: '2026-03-03T12:00:00.000Z' }),
  samplePrompt('c', { title: 'Beta 9', tags: ['SQL'], created_at: '2026-03-02T12:00:00.000Z', updated_at: '2026-03-04T12:00:00.000Z' }),
  samplePrompt('a', { title: 'Alpha', favourite: true, created_at: '2026-03-01T12:00:00.000Z' }),
]

beforeEach(() => {
  mock = mockPrompts()
  mock.list(owned)
  for (const prompt of owned) mock.one(prompt)
})

const titles = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const openList = async (query = '') => {
  const router = await renderSignedIn(`/my-prompts${query}`)
  await screen.findByRole('heading', { level: 2, name: 'Alpha' })
  return router
}

test('PROMPT-45 sorts the prompts, and keeps the order in the URL', async () => {
  const router = await openList()
  const select = screen.getByRole('combobox', { name: 'Sort' })
  const sorted = (order: string) => {
    fireEvent.change(select, { target: { value: order } })
    return titles().join()
  }
  expect(titles().join()).toBe('Beta 10,Beta 9,Alpha')
  expect(['oldest', 'title', 'changed', 'favourites'].map(sorted)).toEqual([
    'Alpha,Beta 9,Beta 10',
    'Alpha,Beta 9,Beta 10',
    'Beta 9,Beta 10,Alpha',
    'Alpha,Beta 10,Beta 9',
  ])
  await waitFor(() => expect(router.path).toBe('/my-prompts?sort=favourites'))
})

test('PROMPT-45 A11Y-13 filters by a tag, as a step of the history', async () => {
  const router = await openList('?sort=title')
  fireEvent.click(within(screen.getByRole('group', { name: 'Filter by tag' })).getByRole('button', { name: 'SQL' }))
  expect(titles()).toEqual(['Beta 9', 'Beta 10'])
  expect(screen.getByText('2 of 3 prompts')).toBeTruthy()
  await waitFor(() => expect(router.path).toContain('tag=SQL'))
  act(router.goBack)
  expect([titles().length, router.path]).toEqual([3, '/my-prompts?sort=title'])
})

test('PROMPT-45 PRIVATE-01 names the selected tag when a search finds nothing under it', async () => {
  await openList()
  fireEvent.click(within(screen.getByRole('group', { name: 'Filter by tag' })).getByRole('button', { name: 'SQL' }))
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'alpha' } })
  const words = await screen.findByText('“alpha” under SQL')
  expect([titles(), words.hasAttribute('data-private')]).toEqual([[], true])
})

test('PROMPT-43 marks a favourite at once, and takes it back when the API refuses', async () => {
  const response = Promise.withResolvers<void>()
  mock.api.refuse(prompts.favourite, 500, 'internal', 'Something went wrong on our side.', { after: response.promise })
  await openList()
  const star = () => screen.getByRole('button', { name: 'Favourite: Beta 9' }).getAttribute('aria-pressed')
  expect(star()).toBe('false')
  fireEvent.click(screen.getByRole('button', { name: 'Favourite: Beta 9' }))
  await waitFor(() => expect(star()).toBe('true'))
  response.resolve()
  await expectToast('error', 'Failed to update prompt', 'Something went wrong on our side.')
  expect(star()).toBe('false')
})

test.each([
  { clicks: 3, others: 'saved', pressed: 'false' },
  { clicks: 2, others: 'refused too', pressed: 'true' },
])('PROMPT-43 after $clicks quick clicks, the first refused and the others $others, the list shows what is saved', async (given) => {
  const first = Promise.withResolvers<void>()
  mock.api.refuse(prompts.favourite, 500, 'internal', 'The first.', { after: first.promise })
  await openList()
  const pressed = () => screen.getByRole('button', { name: 'Favourite: Alpha' }).getAttribute('aria-pressed')
  for (let click = 1; click <= given.clicks; click += 1) {
    fireEvent.click(screen.getByRole('button', { name: 'Favourite: Alpha' }))
    await waitFor(() => expect(pressed()).toBe(click % 2 === 1 ? 'false' : 'true'))
  }
  const changes = () => mock.api.requests.filter(({ path }) => path.endsWith('/favourite')).map(({ body }) => body)
  await waitFor(() => expect(changes()).toHaveLength(1))
  if (given.others === 'saved') mock.api.reply(prompts.favourite, 200, samplePrompt('a', { title: 'Alpha', favourite: false }))
  else mock.api.refuse(prompts.favourite, 500, 'internal', 'The second.')
  first.resolve()
  await expectToast('error', 'Failed to update prompt', given.others === 'saved' ? 'The first.' : 'The second.')
  await waitFor(() => expect(changes()).toHaveLength(given.clicks))
  await waitFor(() => expect(pressed()).toBe(given.pressed))
})

test('PROMPT-43 after two quick clicks that are both refused, the page of the prompt shows what is saved', async () => {
  const first = Promise.withResolvers<void>()
  mock.api.refuse(prompts.favourite, 500, 'internal', 'The first.', { after: first.promise })
  await renderSignedIn('/my-prompts/a')
  const star = await screen.findByRole('button', { name: 'Favourite: Alpha' })
  const isPressed = (value: string) => waitFor(() => expect(star.getAttribute('aria-pressed')).toBe(value))
  fireEvent.click(star)
  await isPressed('false')
  fireEvent.click(star)
  await isPressed('true')
  await waitFor(() => expect(mock.sent('PUT')).toHaveLength(1))
  const loads = mock.api.count('GET', '/api/prompts/a')
  mock.api.refuse(prompts.favourite, 500, 'internal', 'The second.')
  first.resolve()
  await expectToast('error', 'Failed to update prompt', 'The second.')
  await waitFor(() => expect(mock.api.count('GET', '/api/prompts/a')).toBe(loads + 1))
  await isPressed('true')
})

test('PROMPT-43 a favourite that is marked while the list is fetched again does not keep the old list', async () => {
  await openList()
  const fetching = Promise.withResolvers<void>()
  const fetches = mock.api.count('GET', '/api/prompts')
  mock.api.reply(prompts.list, 200, owned, { after: fetching.promise })
  const { queryClient } = await import('../../api/query-client.ts')
  act(() => void queryClient.invalidateQueries({ queryKey: ['prompts'] }))
  await waitFor(() => expect(mock.api.count('GET', '/api/prompts')).toBe(fetches + 1))
  const marked = samplePrompt('c', { title: 'Beta 9', favourite: true })
  mock.list([samplePrompt('d', { title: 'Saved elsewhere' }), marked])
  mock.api.reply(prompts.favourite, 200, marked)
  fireEvent.click(screen.getByRole('button', { name: 'Favourite: Beta 9' }))
  await waitFor(() => expect(mock.sent('PUT')).toHaveLength(1))
  fetching.resolve()
  await waitFor(() => expect(titles()).toEqual(['Saved elsewhere', 'Beta 9']))
})

test('PROMPT-43 PROMPT-46 the page edits a prompt; tags are sent when they were changed', async () => {
  const changed = samplePrompt('b', { title: 'Beta 10', tags: ['SQL', 'New'], updated_at: '2026-03-05T12:00:00.000Z' })
  mock.api.reply(prompts.update, 200, changed)
  await renderSignedIn('/my-prompts/b')
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Tags/ })
  expect(field().value).toBe('SQL, Review')
  fireEvent.change(field(), { target: { value: `SQL, ${'x'.repeat(31)}` } })
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(screen.getByText(/^A tag has at most 30 characters/)).toBeTruthy()
  fireEvent.change(field(), { target: { value: ' SQL,New , SQL,' } })
  mock.one(changed)
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await expectToast('success', 'Prompt updated successfully!')
  expect(mock.sent('PUT').map(({ body }) => (body as { tags?: string[] }).tags)).toEqual([['SQL', 'New']])
  expect(await screen.findByText('New')).toBeTruthy()
})

test('PROMPT-43 a tag with a comma stays one tag when another tag is added', async () => {
  const stored = samplePrompt('d', { title: 'Delta', tags: ['Plan, then build', 'SQL'] })
  mock.one(stored)
  mock.api.reply(prompts.update, 200, stored)
  await renderSignedIn('/my-prompts/d')
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /Tags/ })
  expect(field.value).toBe('"Plan, then build", SQL')
  fireEvent.change(field, { target: { value: '"Plan, then build, SQL' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(screen.getByText('Quotation marks enclose a whole tag: “"Plan”. Close them, or leave them out.')).toBeTruthy()
  fireEvent.change(field, { target: { value: '"Plan, then build", SQL, “Review, twice”' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await expectToast('success', 'Prompt updated successfully!')
  expect(mock.sent('PUT').map(({ body }) => (body as { tags?: string[] }).tags)).toEqual([['Plan, then build', 'SQL', 'Review, twice']])
})

test('PROMPT-46 the page deletes a prompt and shows the list', async () => {
  mock.deletes()
  const router = await renderSignedIn('/my-prompts/b')
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await expectToast('success', 'Prompt deleted successfully!')
  await waitFor(() => expect([router.path, titles()]).toEqual(['/my-prompts', ['Beta 9', 'Alpha']]))
})
