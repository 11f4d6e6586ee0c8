import { contract, type TextSegment } from '@academy/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { codeBlock, mockLibrary, sampleResource } from '../../testing/mock-library.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { expectToast } from '../../testing/toasts.ts'

const { library } = contract
let mock: ReturnType<typeof mockLibrary>

beforeEach(() => {
  mock = mockLibrary()
})

const openLibrary = async (query = '') => {
  const router = await renderSignedIn(`/resources${query}`)
  await screen.findByRole('searchbox')
  return router
}
const titles = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const spokenLabel = (link: HTMLElement) => link.querySelector('.sr-only')?.textContent
/** The titles of the cards in the grid. */
const cardTitles = () =>
  screen.queryAllByRole('link', { name: /^View Resource/ }).map((link) => spokenLabel(link)?.replace('View Resource: ', ''))
const type = (words: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: words } })
const tag = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name} \\d+$`) })

test('LIB-01 LIB-06 LIB-09 D-51 /resources shows each item as a card with title, description and tags', async () => {
  await openLibrary()
  expect(screen.getByRole('heading', { level: 1, name: 'Prompt Library' })).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('Prompt Library · Vibe Coding Academy'))
  expect(titles()).toEqual(['Map a codebase', 'Question to SQL', 'Bare'])
  const card = screen.getByRole('heading', { name: 'Map a codebase' }).closest('li')
  if (!card) throw new Error('The card is not a list item.')
  expect(within(card).getByText('Know where to look.')).toBeTruthy()
  expect(
    within(within(card).getByRole('list', { name: 'Tags' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Reading code', 'Planning'])
})

test('LIB-07 each card links to its resource', async () => {
  await openLibrary()
  const links = screen.getAllByRole('link', { name: /^View Resource/ })
  expect(links.map((link) => [spokenLabel(link), link.getAttribute('href')])).toEqual([
    ['View Resource: Map a codebase', '/resources/map'],
    ['View Resource: Question to SQL', '/resources/sql'],
    ['View Resource: Bare', '/resources/bare'],
  ])
})

test('LIB-12 LIB-13 PROMPT-51 shows Uncategorized without tags, and a Premium badge that locks nothing', async () => {
  await openLibrary()
  expect(screen.getByText('Uncategorized').closest('li[class*="group"]')?.textContent).toContain('Bare')
  const badges = screen.getAllByText('Premium').map((badge) => badge.closest('li[class*="group"]')?.textContent)
  expect(badges).toEqual([expect.stringContaining('View Resource: Question to SQL')])
  expect(screen.queryByText(/only a label/)).toBeNull()
})

test('MCP-12 CONNECT-13 "Use in your tool" begins with what needs no token, for the URL of this academy, and leads to the access tokens', async () => {
  await openLibrary()
  fireEvent.click(screen.getByRole('button', { name: 'Use in your tool' }))
  const dialog = await screen.findByRole('dialog', { name: 'Use in your tool' })
  const url = `${window.location.origin}/mcp`
  const href = (name: string) => within(dialog).getByRole('link', { name }).getAttribute('href') ?? ''
  expect(href('Add to Cursor')).toContain(btoa(JSON.stringify({ url })).slice(0, 20))
  expect(decodeURIComponent(href('Add to VS Code'))).toContain(`"url":"${url}"`)
  for (const tool of ['Claude Code', 'Codex', 'Claude, Claude Desktop and ChatGPT']) {
    expect(within(dialog).getByRole('region', { name: `Set-up for ${tool}` }).textContent).toContain(url)
    expect(within(dialog).getByRole('button', { name: new RegExp(`^Copy.*: ${tool}$`) })).toBeTruthy()
  }
  expect(dialog.textContent).not.toContain('vca_')
  fireEvent.click(within(dialog).getByRole('button', { name: 'With an access token instead' }))
  expect(within(dialog).getByRole('link', { name: 'Access tokens' }).getAttribute('href')).toBe('/settings/tokens')
  expect(within(dialog).getByRole('link', { name: 'API reference' }).getAttribute('href')).toBe('/docs/')
  for (const tool of ['Claude Code', 'Cursor', 'VS Code', 'Codex']) {
    fireEvent.click(within(dialog).getByRole('tab', { name: tool }))
    const panel = within(within(dialog).getByRole('tabpanel'))
    expect(panel.getByRole('region', { name: `Set-up for ${tool}` }).textContent).toContain(url)
  }
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

/** Writes, as browsers do, once the text has arrived. */
const mockWrite = () =>
  vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => void (await item?.getType('text/plain')))

test('PROMPT-50 a card shows how the prompt begins, though not to screen readers, and copies the whole of the first one', async () => {
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  const write = mockWrite()
  await openLibrary()
  expect(screen.getAllByText('Draw me a map.').every((line) => line.closest('[aria-hidden="true"]'))).toBe(true)
  const copy = screen.getByRole('button', { name: /^Copy.*Map a codebase$/ })
  fireEvent.click(copy)
  await waitFor(() => expect(copy.textContent).toContain('Copied!'))
  expect([write.mock.calls.length, copied]).toEqual([1, []])
  // Once it was fetched it is copied at once.
  fireEvent.click(copy)
  await waitFor(() => expect(copied).toEqual(['Draw me\na map.']))
  // For the figures of the owner, INSIGHT-14.
  await waitFor(() => expect(mock.api.count('PUT', '/api/copied-prompts/library/map')).toBe(2))
})

test.each([
  ['without fields', 'Keep \\{{name}}.', 'Keep {{name}}.', 'Keep {{name}}.'],
  ['with a field', 'Keep \\{{name}} in {{file}}.', 'Keep {{name}} in {{file}}.', 'Keep \\{{name}} in {{file}}.'],
])('PROMPT-41 PROMPT-50 a card shows and copies a prompt %s as its page does', async (_, prompt, shown, expected) => {
  const copied: (string | undefined)[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  mockWrite()
  const resource = sampleResource({ id: 'map', title: 'Map a codebase' })
  mock.list([{ ...resource, properties: { ...resource.properties, Content: { rich_text: [{ plain_text: prompt }] } } }])
  mock.part(library.prompt, codeBlock(prompt))
  await openLibrary()
  expect(screen.getByText(shown)).toBeTruthy()
  const copy = screen.getByRole('button', { name: /^Copy.*Map a codebase$/ })
  fireEvent.click(copy)
  await waitFor(() => expect(copy.textContent).toContain('Copied!'))
  // Once it was fetched it is copied at once.
  fireEvent.click(copy)
  await waitFor(() => expect(copied).toEqual([expected]))
})

test('PROMPT-50 a card whose prompt cannot be copied says so, and does not offer its first lines instead', async () => {
  vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  getSelection()?.removeAllRanges()
  await openLibrary()
  fireEvent.click(screen.getByRole('button', { name: /^Copy.*Map a codebase$/ }))
  await expectToast('error', 'Copy failed', 'Could not copy the content to clipboard')
  expect(screen.queryByRole('button', { name: /^Press/ })).toBeNull()
  expect(getSelection()?.rangeCount).toBe(0)
})

const foundInBody = (id: string, snippet: TextSegment[] | null = [{ text: 'a map', hit: true }]) => ({
  kind: 'resource' as const,
  id,
  session_id: null,
  course_id: null,
  title: [{ text: id, hit: false }],
  place: 'Prompt Library',
  snippet,
  seconds: null,
  locked: false,
})
const bodyMatches = () => within(screen.getByRole('region', { name: 'Also found in the text of' })).getAllByRole('listitem')

test('LIB-03 LIB-04 LEARN-38 lists and counts matches in titles and descriptions; those in bodies alone stand below, under the selected tag', async () => {
  mock.api.reply(contract.search.search, 200, { results: [foundInBody('sql'), foundInBody('map'), foundInBody('bare', null)] })
  await openLibrary()
  type('map a')
  expect(cardTitles()).toEqual(['Map a codebase'])
  await screen.findByRole('region', { name: 'Also found in the text of' })
  expect(cardTitles()).toEqual(['Map a codebase'])
  expect(screen.getByText('1 of 3 resources')).toBeTruthy()
  expect(bodyMatches().map(({ textContent }) => textContent)).toEqual(['Question to SQLa map'])
  expect(screen.getByRole('link', { name: 'Question to SQL' }).getAttribute('href')).toBe('/resources/sql')
  expect(screen.getByText('a map').tagName).toBe('MARK')
  const asked = mock.api.requests.filter(({ path }) => path === '/api/search')
  expect(asked.map(({ search }) => [search.get('q'), search.get('kind')])).toEqual([['map a', 'resource']])
  fireEvent.click(tag('Planning'))
  expect(screen.queryByText('Also found in the text of')).toBeNull()
  fireEvent.click(tag('Data'))
  expect([cardTitles(), bodyMatches().length]).toEqual([[], 1])
  expect(screen.getByText('0 of 3 resources')).toBeTruthy()
  expect(screen.queryByText('No resources found')).toBeNull()
})

test('LEARN-38 shows the ten best of the resources of which only the bodies match', async () => {
  const ids = Array.from({ length: 12 }, (_, index) => `r${index}`)
  mock.list(ids.map((id) => sampleResource({ id, title: id.toUpperCase() })))
  mock.api.reply(contract.search.search, 200, { results: ids.toReversed().map((id) => foundInBody(id)) })
  await openLibrary()
  type('map')
  await screen.findByRole('region', { name: 'Also found in the text of' })
  expect(bodyMatches().map(({ textContent }) => textContent)).toEqual(
    ids
      .toReversed()
      .slice(0, 10)
      .map((id) => `${id.toUpperCase()}a map`),
  )
})

test('LEARN-38 searches titles and descriptions alone while the search fails', async () => {
  mock.api.refuse(contract.search.search, 503, 'unavailable', 'Try again later.')
  await openLibrary()
  type('codebase')
  await waitFor(() => expect(mock.api.count('GET', '/api/search')).toBeGreaterThan(0))
  expect(titles()).toEqual(['Map a codebase'])
})

test('LEARN-38 ERR-59 shows that nothing was found only after the bodies were searched', async () => {
  mock.api.reply(contract.search.search, 200, { results: [] })
  await openLibrary()
  type('xyzzy')
  expect(screen.getByText('Searching...')).toBeTruthy()
  expect(screen.queryByText('No resources found')).toBeNull()
  expect(await screen.findByText('No resources found')).toBeTruthy()
  expect(screen.getByText('0 of 3 resources')).toBeTruthy()
})

test('LIB-02 LIB-03 searches title and description case-insensitively', async () => {
  await openLibrary()
  expect(screen.getByPlaceholderText('Search resources...')).toBe(screen.getByRole('searchbox', { name: 'Search resources' }))
  type('CODEBASE')
  expect(titles()).toEqual(['Map a codebase'])
  expect(screen.getByText('1 of 3 resources')).toBeTruthy()
  type('no tag')
  expect(titles()).toEqual(['Bare'])
  type('')
  expect(titles()).toHaveLength(3)
})

test('LIB-05 D-59 PROMPT-67 offers All and every tag with its number of resources, selects one at a time and resets with All', async () => {
  await openLibrary()
  const pressed = () => screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)
  const group = screen.getByRole('group', { name: 'Filter by tag' })
  expect(
    within(group)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['All 3', 'Data 1', 'Planning 1', 'Reading code 1'])
  expect(pressed()).toEqual(['All 3'])
  fireEvent.click(tag('Data'))
  expect([pressed(), titles()]).toEqual([['Data 1'], ['Question to SQL']])
  fireEvent.click(tag('Planning'))
  expect([pressed(), titles()]).toEqual([['Planning 1'], ['Map a codebase']])
  fireEvent.click(tag('All'))
  expect([pressed(), titles().length]).toEqual([['All 3'], 3])
})

test('LIB-04 ERR-59 combines search and tag, and offers a reset when nothing matches', async () => {
  mock.api.reply(contract.search.search, 200, { results: [] })
  await openLibrary()
  fireEvent.click(tag('Data'))
  type('map')
  expect(await screen.findByText('No resources found')).toBeTruthy()
  expect(titles()).toEqual([])
  const showAll = screen.getByRole('button', { name: 'Show all resources' })
  showAll.focus()
  fireEvent.click(showAll)
  expect([titles().length, document.activeElement?.getAttribute('type')]).toEqual([3, 'search'])
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
})

test('keeps search and tag in the URL and restores the list from it', async () => {
  const router = await openLibrary('?search=sql&tag=Data')
  expect(titles()).toEqual(['Question to SQL'])
  expect(tag('Data').getAttribute('aria-pressed')).toBe('true')
  type('quest')
  expect(titles()).toEqual(['Question to SQL'])
  await waitFor(() => expect(router.path).toBe('/resources?search=quest&tag=Data'))
  fireEvent.click(tag('All'))
  await waitFor(() => expect(router.path).toBe('/resources?search=quest'))
  // Blur updates the URL at once, before a click that leaves the page.
  type('map')
  fireEvent.blur(screen.getByRole('searchbox'))
  expect(router.path).toBe('/resources?search=map')
})

test('LIB-08 shows a skeleton while the list loads', async () => {
  mock.api.reply(library.list, 200, { success: true, data: { results: [], next_cursor: null } }, { after: new Promise(() => {}) })
  await renderSignedIn('/resources')
  expect(await screen.findByText('Loading resources...')).toBeTruthy()
})

test('LIB-08 ERR-58 shows a failed list with a retry', async () => {
  mock.api.refuse(library.list, 500, 'internal', 'Something went wrong on our side.')
  await renderSignedIn('/resources')
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByRole('heading', { name: 'Error loading resources' })).toBeTruthy()
  expect(within(alert).getByText('Please try again later')).toBeTruthy()
  mock.list([sampleResource({ id: 'map', title: 'Map a codebase' })])
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Map a codebase' })).toBeTruthy()
})

test('LIB-08 ERR-59 shows an empty state for an empty library', async () => {
  mock.list([])
  await renderSignedIn('/resources')
  expect(await screen.findByText('No resources found')).toBeTruthy()
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('prefetches a resource on hover and focus', async () => {
  await openLibrary()
  const asked = () => mock.api.requests.map(({ path }) => path).filter((path) => path.startsWith('/api/library/'))
  expect(asked()).toEqual([])
  fireEvent.focus(screen.getByRole('link', { name: /Question to SQL/ }))
  await waitFor(() =>
    expect(asked().toSorted()).toEqual(['/api/library/sql/prerequisite', '/api/library/sql/prompt', '/api/library/sql/related-resources']),
  )
})

test('renders many resources in batches, on click or while scrolling; a new search starts over', async () => {
  const near: (() => void)[] = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      private readonly report: (entries: { isIntersecting: boolean }[]) => void
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        this.report = report
      }
      observe() {
        near.push(() => this.report([{ isIntersecting: true }]))
      }
      disconnect() {}
    },
  )
  mock.list(Array.from({ length: 240 }, (_, index) => sampleResource({ id: `r${index}`, title: `Resource ${index}` })))
  await openLibrary()
  expect(screen.getByText('240 resources')).toBeTruthy()
  expect(titles()).toHaveLength(24)
  fireEvent.click(screen.getByRole('button', { name: 'Show more (216 resources left)' }))
  expect(titles()).toHaveLength(48)
  near.at(-1)?.()
  await waitFor(() => expect(titles()).toHaveLength(72))
  type('resource 1')
  expect(titles()).toHaveLength(24)
  expect(screen.getByText('111 of 240 resources')).toBeTruthy()
  cleanup()
})
