import { contract } from '@academy/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cannedLibrary, sampleResource } from '../../testing/canned-library.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleContext } from '../../testing/samples.ts'

const { accounts, courses, library } = contract
let canned: ReturnType<typeof cannedLibrary>

beforeEach(() => {
  canned = cannedLibrary()
})
afterEach(() => canned.api.expectNothingElse())

const openLibrary = async (query = '') => {
  const router = await renderSignedIn(`/resources${query}`)
  await screen.findByRole('searchbox')
  return router
}
const titles = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const type = (words: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: words } })
const tag = (name: string) => screen.getByRole('button', { name })

test('LIB-01 LIB-06 LIB-09 D-51 /resources shows every item of the list as a card with title, description and tags', async () => {
  await openLibrary()
  expect(screen.getByRole('heading', { level: 1, name: 'Prompt Library' })).toBeTruthy()
  expect(document.title).toBe('Prompt Library · Vibe Coding Academy')
  expect(titles()).toEqual(['Map a codebase', 'Question to SQL', 'Bare'])
  const card = screen.getByRole('heading', { name: 'Map a codebase' }).closest('li')
  if (!card) throw new Error('The card is no list item.')
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
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['View Resource: Map a codebase', '/resources/map'],
    ['View Resource: Question to SQL', '/resources/sql'],
    ['View Resource: Bare', '/resources/bare'],
  ])
})

test('LIB-12 LIB-13 an item without tags is Uncategorized; Premium is said and locks nothing', async () => {
  await openLibrary()
  expect(screen.getByText('Uncategorized').closest('li[class*="group"]')?.textContent).toContain('Bare')
  expect(screen.getByText('Premium').closest('li[class*="group"]')?.textContent).toContain('View Resource: Question to SQL')
})

test('LIB-02 LIB-03 the search box finds by title or description, whatever the case', async () => {
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

test('LIB-05 D-59 the tags are All and every tag found; one holds at a time, All resets', async () => {
  await openLibrary()
  const pressed = () => screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)
  const group = screen.getByRole('group', { name: 'Filter by tag' })
  expect(
    within(group)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['All', 'Data', 'Planning', 'Reading code'])
  expect(pressed()).toEqual(['All'])
  fireEvent.click(tag('Data'))
  expect([pressed(), titles()]).toEqual([['Data'], ['Question to SQL']])
  fireEvent.click(tag('Planning'))
  expect([pressed(), titles()]).toEqual([['Planning'], ['Map a codebase']])
  fireEvent.click(tag('All'))
  expect([pressed(), titles().length]).toEqual([['All'], 3])
})

test('LIB-04 ERR-59 search and tag both have to fit; when nothing does, the page says so and shows everything again on request', async () => {
  await openLibrary()
  fireEvent.click(tag('Data'))
  type('map')
  expect(screen.getByText('No resources found')).toBeTruthy()
  expect(titles()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Show all resources' }))
  expect(titles()).toHaveLength(3)
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
})

test('search and tag stand in the address: it opens the same list, and follows what is typed', async () => {
  const router = await openLibrary('?search=sql&tag=Data')
  expect(titles()).toEqual(['Question to SQL'])
  expect(tag('Data').getAttribute('aria-pressed')).toBe('true')
  type('quest')
  expect(titles()).toEqual(['Question to SQL'])
  await waitFor(() => expect(router.path).toBe('/resources?search=quest&tag=Data'))
  fireEvent.click(tag('All'))
  await waitFor(() => expect(router.path).toBe('/resources?search=quest'))
  // Whoever leaves the field may leave the page with the next click: the address is right before that.
  type('map')
  fireEvent.blur(screen.getByRole('searchbox'))
  expect(router.path).toBe('/resources?search=map')
})

test('LIB-08 while the list loads the page has its shape', async () => {
  canned.api.reply(library.list, 200, { success: true, data: { results: [], next_cursor: null } }, { after: new Promise(() => {}) })
  await renderSignedIn('/resources')
  expect(await screen.findByText('Loading resources...')).toBeTruthy()
})

test('LIB-08 ERR-58 when the list fails the page says so, and another try brings it', async () => {
  canned.api.refuse(library.list, 500, 'internal', 'Something went wrong on our side.')
  await renderSignedIn('/resources')
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByRole('heading', { name: 'Error loading resources' })).toBeTruthy()
  expect(within(alert).getByText('Please try again later')).toBeTruthy()
  canned.list([sampleResource({ id: 'map', title: 'Map a codebase' })])
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Map a codebase' })).toBeTruthy()
})

test('LIB-08 ERR-59 an empty library', async () => {
  canned.list([])
  await renderSignedIn('/resources')
  expect(await screen.findByText('No resources found')).toBeTruthy()
  expect(screen.queryByRole('searchbox')).toBeNull()
})

const withoutStudio = () => {
  canned.api.reply(accounts.context, 200, sampleContext())
  canned.api.reply(courses.sessions, 200, { success: true, data: [] })
  canned.api.refuse(courses.course, 404, 'not_found', 'Course not found')
}

test.each(['/resources', '/resources/map'])(
  'LIB-22 LIB-23 PRICE-19 D-52 without the entitlement %s leads to the dashboard, with one dialog, and nothing is asked for',
  async (path) => {
    withoutStudio()
    const router = await renderSignedIn(path)
    expect(await screen.findByRole('dialog', { name: 'Upgrade to Access Resources' })).toBeTruthy()
    await waitFor(() => expect(router.path).toBe('/dashboard'))
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    expect(canned.api.requests.filter((request) => request.path.startsWith('/api/library'))).toEqual([])
  },
)

test('ACCESS-09 while the account loads there is no dialog, and the page stays', async () => {
  canned.api.reply(accounts.context, 200, sampleContext(), { after: new Promise(() => {}) })
  const router = await renderSignedIn('/resources')
  expect(await screen.findByText('Loading resources...')).toBeTruthy()
  expect([router.path, screen.queryByRole('dialog')]).toEqual(['/resources', null])
})

test('D-133 a subscription that ended meanwhile: the first call that is refused finds out, and the prices open', async () => {
  const router = await openLibrary()
  withoutStudio()
  canned.api.refuse(library.prompt, 403, 'entitlement_required', 'The Prompt Library is part of the Studio.')
  fireEvent.click(screen.getByRole('link', { name: /Question to SQL/ }))
  expect(await screen.findByRole('dialog', { name: 'Upgrade to Access Resources' })).toBeTruthy()
  await waitFor(() => expect(router.path).toBe('/dashboard'))
})

test('D-133 a refusal that the account does not explain stays an error, with another try', async () => {
  canned.api.refuse(library.list, 403, 'entitlement_required', 'The Prompt Library is part of the Studio.')
  const router = await renderSignedIn('/resources')
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Error loading resources')).toBeTruthy()
  expect([router.path, screen.queryByRole('dialog')]).toEqual(['/resources', null])
})

test('what somebody points at is fetched before it is opened', async () => {
  await openLibrary()
  const asked = () => canned.api.requests.map(({ path }) => path).filter((path) => path.startsWith('/api/library/'))
  expect(asked()).toEqual([])
  fireEvent.focus(screen.getByRole('link', { name: /Question to SQL/ }))
  await waitFor(() =>
    expect(asked().toSorted()).toEqual(['/api/library/sql/prerequisite', '/api/library/sql/prompt', '/api/library/sql/related-resources']),
  )
})

test('of two thousand resources a part is drawn at first, more on request or when it comes near; a new search begins anew', async () => {
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
  canned.list(Array.from({ length: 2000 }, (_, index) => sampleResource({ id: `r${index}`, title: `Resource ${index}` })))
  await openLibrary()
  expect(screen.getByText('2,000 resources')).toBeTruthy()
  expect(titles()).toHaveLength(24)
  fireEvent.click(screen.getByRole('button', { name: 'Show more (1,976 resources left)' }))
  expect(titles()).toHaveLength(48)
  near.at(-1)?.()
  await waitFor(() => expect(titles()).toHaveLength(72))
  type('resource 19')
  expect(titles()).toHaveLength(24)
  expect(screen.getByText('111 of 2,000 resources')).toBeTruthy()
  cleanup()
})
