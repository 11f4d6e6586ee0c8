import { contract, type SearchResult } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { MockApi } from '../../testing/mock-api.ts'
import { mockAuthProvider } from '../../testing/mock-auth-provider.ts'
import { mockAccount } from '../../testing/mock-services.ts'
import { openUserMenu } from '../../testing/open-shell.tsx'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleCourse, sampleSession } from '../../testing/samples.ts'
import { settled } from '../../testing/settled.ts'
import { matchingPages } from './page-options.ts'

const { courses, search } = contract
let api: MockApi

beforeEach(() => {
  ;({ api } = mockAccount())
  api.reply(courses.course, 200, { success: true, data: sampleCourse() })
  api.reply(courses.sessions, 200, { success: true, data: [sampleSession(1)] })
  api.reply(courses.courseVideo, 200, { success: true, data: { html: '' } })
  // The page that a chosen result leads to may ask before the test ends.
  api.reply(courses.session, 404, { success: false, error: 'x', message: 'x', code: 'not_found' })
  api.reply(courses.sessionTutorials, 404, { success: false, error: 'x', message: 'x', code: 'not_found' })
})

const result = (changes: Partial<SearchResult> = {}): SearchResult => ({
  kind: 'tutorial',
  id: 'brief',
  session_id: 'first',
  course_id: 'master-course',
  title: [
    { text: 'Write a ', hit: false },
    { text: 'brief', hit: true },
  ],
  place: '1 Start from the problem',
  snippet: [
    { text: 'A gap is ', hit: false },
    { text: '<b>filled</b>', hit: true },
  ],
  seconds: null,
  locked: false,
  ...changes,
})
const reply = (...results: SearchResult[]) => api.reply(search.search, 200, { results })

const press = (key: string, init: KeyboardEventInit = {}) => fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init })
const field = () => screen.getByRole('combobox', { name: 'Search everything' })
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const activeOption = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent

/** Imported in each test, because the test may have reset the modules. */
const recent = () => import('./recent-searches.ts')

async function openPalette() {
  const router = await renderSignedIn('/settings')
  await screen.findByRole('heading', { level: 1 })
  press('k', { ctrlKey: true })
  await screen.findByRole('combobox', { name: 'Search everything' })
  return router
}

test('LEARN-39 Ctrl+K, Cmd+K and the button of the sidebar open the palette; Escape closes it and restores the focus', async () => {
  await renderSignedIn('/settings')
  await screen.findByRole('heading', { level: 1 })
  const button = within(screen.getByRole('complementary', { name: 'Sidebar' })).getByRole('button', { name: 'Search' })
  button.focus()
  fireEvent.click(button)
  expect(await screen.findByRole('dialog', { name: 'Search' })).toBeTruthy()
  expect(document.activeElement).toBe(field())
  fireEvent(screen.getByRole('dialog', { name: 'Search' }), new Event('cancel', { cancelable: true }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(button)
  press('k', { metaKey: true })
  expect(await screen.findByRole('dialog', { name: 'Search' })).toBeTruthy()
})

test('LEARN-39 a click outside closes the palette; selecting text in the field with a drag that ends outside does not', async () => {
  await openPalette()
  const dialog = screen.getByRole('dialog', { name: 'Search' })
  fireEvent.pointerDown(field())
  fireEvent.click(dialog)
  expect(screen.getByRole('dialog', { name: 'Search' })).toBeTruthy()
  fireEvent.pointerDown(dialog)
  fireEvent.click(dialog)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('LEARN-39 signing out removes the earlier searches from the browser', async () => {
  mockAuthProvider(api).signsOut()
  await renderSignedIn('/settings')
  ;(await recent()).addRecentSearch('invoice')
  await openUserMenu()
  fireEvent.click(screen.getByRole('menuitem', { name: 'Sign Out' }))
  await screen.findByRole('heading', { level: 1, name: 'Sign in' })
  expect(Object.values(sessionStorage).join()).not.toContain('invoice')
})

test('LEARN-39 shows recent searches and pages while the field is empty, without calling the API', async () => {
  await renderSignedIn('/settings')
  ;(await recent()).addRecentSearch('invoice')
  press('k', { ctrlKey: true })
  await screen.findByRole('combobox', { name: 'Search everything' })
  expect(options()[0]).toContain('invoice')
  expect(options().join()).toContain('Master Course')
  expect(api.count('GET', '/api/search')).toBe(0)
  fireEvent.click(screen.getAllByRole('option')[0] as HTMLElement)
  reply(result())
  expect((field() as HTMLInputElement).value).toBe('invoice')
  expect(await screen.findByText('brief')).toBeTruthy()
})

test('LEARN-32 LEARN-39 shows results as text with marks, counts them for screen readers, and opens one by keyboard', async () => {
  reply(result(), result({ kind: 'transcript', id: 'tools', seconds: 72, place: '2 Another session' }))
  const router = await openPalette()
  type('brief')
  expect(await screen.findAllByText('brief', { selector: 'mark' })).toHaveLength(2)
  expect(screen.getAllByText('<b>filled</b>', { selector: 'mark' })).toHaveLength(2)
  await waitFor(() => expect(screen.getByRole('dialog').querySelector('[role=status]')?.textContent).toBe('2 results'))
  expect(field().getAttribute('aria-expanded')).toBe('true')
  expect(activeOption()).toContain('Tutorial · 1 Start from the problem')
  press('ArrowDown')
  expect(activeOption()).toContain('Video · at 1:12 · 2 Another session')
  press('ArrowDown')
  expect(activeOption()).toContain('Tutorial ·')
  press('ArrowUp')
  expect(document.activeElement).toBe(field())
  press('Enter')
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(router.path).toBe('/courses/master-course/sessions/first/tutorials/tools?t=72'))
  expect((await recent()).recentSearches()).toEqual(['brief'])
})

test('LEARN-34 LEARN-39 a locked result has a lock and leads to the pricing dialog', async () => {
  reply(result({ kind: 'resource', id: 'map', session_id: null, place: 'Prompt Library', snippet: null, locked: true }))
  const router = await openPalette()
  type('brief')
  expect(await screen.findByText('Locked')).toBeTruthy()
  press('Enter')
  expect(await screen.findByRole('dialog', { name: 'Upgrade to Access Resources' })).toBeTruthy()
  expect(router.path).toBe('/settings')
})

test('LEARN-39 waits for a pause in typing, and shows only the results for the last text', async () => {
  const { promise: slow, resolve } = Promise.withResolvers<void>()
  await openPalette()
  for (const text of ['b', 'br', 'bri']) type(text)
  api.reply(search.search, 200, { results: [result({ place: 'The first answer' })] }, { after: slow })
  await waitFor(() => expect(api.count('GET', '/api/search')).toBe(1))
  reply(result({ place: 'The second answer' }))
  type('brief')
  await screen.findByText(/The second answer/)
  resolve()
  await settled()
  expect(screen.queryByText(/The first answer/)).toBeNull()
  expect(api.requests.filter(({ path }) => path === '/api/search').map(({ search }) => search.get('q'))).toEqual(['bri', 'brief'])
})

test('LEARN-39 Enter waits for the results of the typed text; typing more cancels it', async () => {
  reply(result())
  const router = await openPalette()
  type('brief')
  await screen.findByText('brief', { selector: 'mark' })
  const response = Promise.withResolvers<void>()
  const ship = result({ kind: 'resource', id: 'ship', session_id: null, title: [{ text: 'Ship it', hit: true }], locked: false })
  api.reply(search.search, 200, { results: [ship] }, { after: response.promise })
  type('ship')
  press('Enter')
  type('shipp')
  await waitFor(() => expect(api.count('GET', '/api/search')).toBe(2))
  response.resolve()
  await screen.findByText('Ship it', { selector: 'mark' })
  expect(router.path).toBe('/settings')

  type('brief')
  await screen.findByText('brief', { selector: 'mark' })
  type('ship')
  press('Enter')
  await waitFor(() => expect(router.path).not.toBe('/settings'))
  expect(router.path).toBe('/resources/ship')
  expect((await recent()).recentSearches()).toEqual(['ship'])
})

test('LEARN-39 Enter opens the line that the user has moved to, although newer results are on their way', async () => {
  reply(...['one', 'two'].map((id) => result({ id, title: [{ text: `Brief ${id}`, hit: false }] })))
  const router = await openPalette()
  type('brief')
  await screen.findByText('Brief two')
  const response = Promise.withResolvers<void>()
  api.reply(search.search, 200, { results: [] }, { after: response.promise })
  type('brief s')
  press('ArrowDown')
  press('Enter')
  expect(router.path).toBe('/courses/master-course/sessions/first/tutorials/two')
  response.resolve()
})

test.each([{ isComposing: true }, { keyCode: 229 }])('LEARN-39 Enter that accepts a composed word opens nothing: %o', async (marks) => {
  reply()
  const router = await openPalette()
  type('notes')
  fireEvent.keyDown(field(), { key: 'Enter', ...marks })
  expect(router.path).toBe('/settings')
  expect(screen.queryByRole('dialog')).not.toBeNull()
})

test('LEARN-39 Enter chooses a page at once', async () => {
  const response = Promise.withResolvers<void>()
  api.reply(search.search, 200, { results: [] }, { after: response.promise })
  const router = await openPalette()
  type('notes')
  press('Enter')
  expect(router.path).toBe('/notes')
  response.resolve()
})

test('LEARN-39 says when nothing is found, and offers another try after an error', async () => {
  reply()
  await openPalette()
  type('zebra')
  expect(await screen.findByText(/Nothing found for “zebra”/)).toBeTruthy()
  api.refuse(search.search, 400, 'invalid_request', 'Something is wrong.')
  type('zebras')
  const retry = await screen.findByRole('button', { name: 'Try again' })
  reply(result())
  fireEvent.click(retry)
  expect(await screen.findByText('brief', { selector: 'mark' })).toBeTruthy()
})

test('LEARN-39 finds what the user wrote after an earlier search of the same text', async () => {
  reply()
  await openPalette()
  type('standup')
  await screen.findByText(/^Nothing found/)
  type('')
  reply(result({ kind: 'own_prompt', title: [{ text: 'Standup', hit: true }] }))
  type('standup')
  expect(await screen.findByRole('option', { name: /Standup/ })).toBeTruthy()
})

test('LEARN-39 results of an earlier search stay usable when their update fails', async () => {
  reply(result({ kind: 'resource', id: 'map', session_id: null, locked: true }))
  await openPalette()
  type('brief')
  await screen.findByText('brief', { selector: 'mark' })
  type('')
  api.refuse(search.search, 400, 'invalid_request', 'Something is wrong.')
  type('brief')
  await waitFor(() => expect(api.count('GET', '/api/search')).toBe(2))
  await waitFor(() => expect(screen.getByRole('dialog').querySelector('[role=status]')?.textContent).toBe('1 result'))
  expect(screen.queryByText("We couldn't search")).toBeNull()
  press('Enter')
  expect(await screen.findByRole('dialog', { name: 'Upgrade to Access Resources' })).toBeTruthy()
})

test('LEARN-39 moving to another line cancels an Enter that waits for results', async () => {
  reply(...['one', 'two'].map((id) => result({ id, title: [{ text: `Brief ${id}`, hit: false }] })))
  const router = await openPalette()
  type('brief')
  await screen.findByText('Brief two')
  const response = Promise.withResolvers<void>()
  api.reply(
    search.search,
    200,
    { results: ['three', 'four'].map((id) => result({ id, title: [{ text: id, hit: false }] })) },
    { after: response.promise },
  )
  type('brief s')
  press('Enter')
  press('ArrowDown')
  response.resolve()
  await screen.findByText('four')
  await settled()
  expect(router.path).toBe('/settings')
})

test('LEARN-39 finds pages by the beginning of a word of their name', () => {
  expect(matchingPages('pro').map(({ name }) => name)).toEqual(['Prompt Library', 'My Prompts'])
  expect(matchingPages('SETT').map(({ to }) => to)).toEqual(['/settings'])
  expect(matchingPages('oard')).toEqual([])
  expect(matchingPages('sEtt\u00adİng\u0301').map(({ to }) => to)).toEqual(['/settings'])
})

test('LEARN-71 a word of the glossary that is typed whole comes before the results, one that is begun after them', async () => {
  reply(result())
  const router = await openPalette()
  const kinds = () =>
    within(screen.getByRole('listbox'))
      .queryAllByRole('option')
      .map(({ textContent }) => textContent?.includes('Glossary'))
  type('webhook')
  await waitFor(() => expect(kinds()).toEqual([true, false]))
  expect(activeOption()).toContain('A request that a service sends')
  type('webh')
  await waitFor(() => expect(kinds()).toEqual([false, true]))
  type('Webhook')
  await waitFor(() => expect(activeOption()).toContain('Glossary'))
  fireEvent.click(screen.getAllByRole('option')[0] as HTMLElement)
  await waitFor(() => expect(router.path).toBe('/glossary?search=webhook'))
})

test('LEARN-71 the beginning of many words of the glossary shows three of them', async () => {
  reply()
  await openPalette()
  type('co')
  await waitFor(() => expect(options().filter((text) => text?.includes('Glossary'))).toHaveLength(3))
})
