import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cannedContent, sampleRun } from '../../testing/canned-content.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleContext } from '../../testing/samples.ts'

const { accounts, content } = contract
let canned: ReturnType<typeof cannedContent>

beforeEach(() => {
  canned = cannedContent()
})
afterEach(() => canned.api.expectNothingElse())

const openContent = async () => {
  const router = await renderSignedIn('/admin/content')
  await screen.findByRole('heading', { level: 1, name: 'Content' })
  return router
}
const region = (name: string | RegExp) => screen.findByRole('region', { name })
const rows = async (name: string | RegExp) => within(await region(name)).getAllByRole('listitem')
const accepted = () => canned.api.reply(content.sync, 202, { success: true, message: 'The sync has begun.' })

test('what is shown to learners, counted', async () => {
  await openContent()
  const terms = within(await region('Shown to learners')).getAllByRole('term')
  expect(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent])).toEqual([
    ['Courses', '1'],
    ['Sessions', '12'],
    ['Tutorials', '204'],
    ['Resources', '2,012'],
    ['Files', '173'],
  ])
  expect(document.title).toBe('Content · Vibe Coding Academy')
})

test('the last runs: when, what kind, who asked, how it ended, how long it took and what it did', async () => {
  const failed = { id: '2', kind: 'full', trigger: 'admin', status: 'failed', error: 'Notion did not answer.' } as const
  canned.show({
    runs: [
      sampleRun({ counts: { seen: 2012, published: 3, unchanged: 2008, refused: 1, requests: 41 } }),
      sampleRun({ ...failed, counts: { seen: 1, requests: 1 } }),
      sampleRun({ id: '3', status: 'interrupted', trigger: 'start', finished_at: null }),
    ],
  })
  await openContent()
  const [first, second, third] = (await rows('Last runs')).map((row) => row.textContent)
  expect(first).toContain('Succeeded')
  expect(first).toContain('Incremental sync, on schedule · 1 min 20 s')
  expect(first).toContain('2,012 pages seen · 3 published · 2,008 unchanged · 1 refused · 41 requests')
  expect(second).toContain('Failed')
  expect(second).toContain('Full sync, by an administrator')
  expect(second).toContain('1 page seen · 1 request')
  expect(second).toContain('Notion did not answer.')
  expect(third).toContain('Interrupted')
  expect(third).toContain('at the start of the API')
})

test('each refused page with its rule, the reason and a link to Notion, and whether its last good version is shown', async () => {
  const page = { database: 'Tutorials', rule: 'slug-taken', reason: 'Give this page another slug.', since: '2026-11-20T07:00:00Z' }
  canned.show({
    refused: [
      { ...page, page_id: 'a', title: 'Cut it down', url: 'https://www.notion.so/a', still_shown: true },
      { ...page, page_id: 'b', title: '', url: 'https://www.notion.so/b', still_shown: false },
    ],
    warnings: [{ page_id: 'c', title: 'Set up', url: 'https://www.notion.so/c', warning: 'A block was reduced to its text.' }],
  })
  await openContent()
  const [first, second] = await rows('2 pages refused')
  if (!first || !second) throw new Error('Two pages were refused.')
  for (const words of ['Tutorials', 'slug-taken', 'Give this page another slug.', 'Last good version shown']) {
    expect(within(first).getByText(words)).toBeTruthy()
  }
  const link = within(first).getByRole('link', { name: /Cut it down/ })
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    'https://www.notion.so/a',
    '_blank',
    'noopener noreferrer',
  ])
  expect(within(second).getByText('Not shown')).toBeTruthy()
  expect(within(second).getByRole('link', { name: /Untitled/ })).toBeTruthy()
  const [warned] = await rows('1 page shown with a warning')
  expect(warned?.textContent).toContain('A block was reduced to its text.')
})

test('nothing to mend is said as well', async () => {
  await openContent()
  expect(within(await region('Pages to mend')).getByText(/Every page of the workspace is shown/)).toBeTruthy()
})

test.each([
  ['Sync now', 'incremental'],
  ['Full sync', 'full'],
] as const)('"%s" begins a sync, which is followed until it ends', async (button, kind) => {
  accepted()
  await openContent()
  const box = await region('Sync')
  const run = { id: '9', kind, trigger: 'admin', status: 'running', finished_at: null } as const
  canned.show({ runs: [sampleRun({ ...run, counts: { seen: 12, published: 3, requests: 7 } })] })
  fireEvent.click(within(box).getByRole('button', { name: button }))
  expect(await within(box).findByText('12 pages seen · 3 published · 7 requests')).toBeTruthy()
  expect(within(box).getByRole('status').textContent).toContain(kind === 'full' ? 'Full sync is running.' : 'Incremental sync is running.')
  const buttons = within(box).getAllByRole<HTMLButtonElement>('button')
  expect(buttons.map(({ textContent, disabled }) => [textContent, disabled])).toEqual([
    ['Syncing...', true],
    ['Full sync', true],
  ])
  expect(canned.api.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ kind }])

  canned.show({ runs: [sampleRun({ ...run, status: 'succeeded', finished_at: '2026-11-20T08:00:09Z' })] })
  await waitFor(() => expect(within(box).getByRole('status').textContent).toContain('The last run took 9 s.'), { timeout: 4000 })
  expect(within(box).getByRole<HTMLButtonElement>('button', { name: 'Sync now' }).disabled).toBe(false)
})

test('a sync that runs already is no failure: a message says so, and its progress is shown', async () => {
  canned.api.refuse(content.sync, 409, 'invalid_request', 'A sync is running.')
  await openContent()
  const button = await screen.findByRole('button', { name: 'Sync now' })
  canned.show({ runs: [sampleRun({ status: 'running', finished_at: null })] })
  fireEvent.click(button)
  expect(await screen.findByText('A sync is already running')).toBeTruthy()
  expect((await screen.findByText('Incremental sync is running.')).parentElement?.textContent).toMatch(/It began at .+\.$/)
})

test('a sync that cannot begin says why', async () => {
  canned.api.refuse(content.sync, 503, 'unavailable', 'No Notion workspace is configured.')
  await openContent()
  fireEvent.click(await screen.findByRole('button', { name: 'Full sync' }))
  expect(await screen.findByText('The sync did not start')).toBeTruthy()
  expect(screen.getByText('No Notion workspace is configured.')).toBeTruthy()
})

test('without a workspace the page says what to set, and offers no sync', async () => {
  canned.show({ configured: false, runs: [], last_success_at: null })
  await openContent()
  const box = await region('Sync')
  expect(within(box).getByText('No Notion workspace is configured')).toBeTruthy()
  expect(within(box).getByText('NOTION_TOKEN')).toBeTruthy()
  expect(within(box).getByText('No sync has succeeded yet.')).toBeTruthy()
  expect(within(box).queryByRole('button')).toBeNull()
  expect(screen.queryByText('Pages to mend')).toBeNull()
  expect(within(await region('Last runs')).getByText('No runs yet')).toBeTruthy()
})

test('a failed run is said above the buttons, with what learners still read', async () => {
  canned.show({ runs: [sampleRun({ status: 'failed', error: 'Notion is down.' })] })
  await openContent()
  expect(within(await region('Sync')).getByRole('status').textContent).toMatch(/The last run did not finish. The copy is as of /)
})

test('when the state cannot be loaded the page says why, and another try brings it', async () => {
  canned.api.refuse(content.state, 500, 'internal', 'Something went wrong on our side.')
  await openContent()
  expect(await screen.findByRole('heading', { name: 'The state of the content could not be loaded' })).toBeTruthy()
  canned.show()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await region('Shown to learners')).toBeTruthy()
})

test('whoever is not the administrator is told so, and nothing is asked for', async () => {
  canned.api.reply(accounts.context, 200, sampleContext())
  await openContent()
  expect(await screen.findByText("This page is for the academy's administrator.")).toBeTruthy()
  expect(canned.api.count('GET', '/api/admin/content')).toBe(0)
})

test('the server decides: its refusal closes the page, whatever the account says', async () => {
  canned.api.refuse(content.state, 403, 'forbidden', 'This is for the administrator.')
  await openContent()
  expect(await screen.findByText("This page is for the academy's administrator.")).toBeTruthy()
})

test('the user menu leads there, for the administrator only', async () => {
  const router = await renderSignedIn('/settings')
  const open = async () => fireEvent.click(await screen.findByRole('button', { name: /ada@example\.com/ }))
  await open()
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Content' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Content' })).toBeTruthy()
  expect(router.path).toBe('/admin/content')
})

test('the user menu of others has no such entry', async () => {
  canned.api.reply(accounts.context, 200, sampleContext())
  await renderSignedIn('/settings')
  await screen.findByRole('button', { name: /Ada Lovelace/ })
  expect(screen.queryByRole('menuitem', { name: 'Content' })).toBeNull()
})
