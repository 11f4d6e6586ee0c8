import { contract } from '@academy/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockContentAdmin, sampleRun } from '../../testing/mock-content-admin.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleContext } from '../../testing/samples.ts'

const { accounts, content } = contract
let mock: ReturnType<typeof mockContentAdmin>

beforeEach(() => {
  mock = mockContentAdmin()
})

const openContent = async () => {
  const router = await renderSignedIn('/admin/content')
  await screen.findByRole('heading', { level: 1, name: 'Content' })
  return router
}
const region = (name: string | RegExp) => screen.findByRole('region', { name })
const rows = async (name: string | RegExp) => within(await region(name)).getAllByRole('listitem')
const accepted = () => mock.api.reply(content.sync, 202, { success: true, message: 'The sync has begun.' })

test('shows the counts of published content', async () => {
  await openContent()
  const terms = within(await region('Shown to learners')).getAllByRole('term')
  expect(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent])).toEqual([
    ['Courses', '1'],
    ['Sessions', '12'],
    ['Tutorials', '204'],
    ['Resources', '2,012'],
    ['Files', '173'],
  ])
  await waitFor(() => expect(document.title).toBe('Content · Vibe Coding Academy'))
})

test('lists the last syncs with time, kind, trigger, status, duration and counts', async () => {
  const failed = { id: '2', kind: 'full', trigger: 'admin', status: 'failed', error: 'Notion did not answer.' } as const
  mock.show({
    runs: [
      sampleRun({ counts: { seen: 2012, published: 3, unchanged: 2008, refused: 1, requests: 41 } }),
      sampleRun({ ...failed, counts: { seen: 1, requests: 1 } }),
      sampleRun({ id: '3', status: 'interrupted', trigger: 'start', finished_at: null }),
    ],
  })
  await openContent()
  const [first, second, third] = (await rows('Last syncs')).map((row) => row.textContent)
  expect(first).toContain('Succeeded')
  expect(first).toContain('Sync of recent edits, on schedule · 1 min 20 s')
  expect(first).toContain('2,012 pages seen · 3 published · 2,008 unchanged · 1 refused · 41 requests')
  expect(second).toContain('Failed')
  expect(second).toContain('Sync that lists all pages, by an administrator')
  expect(second).toContain('1 page seen · 1 request')
  expect(second).toContain('Notion did not answer.')
  expect(third).toContain('Interrupted')
  expect(third).toContain('at the start of the API')
})

test('lists refused pages with rule, reason, link to Notion and what learners see', async () => {
  const page = { database: 'Tutorials', rule: 'slug-taken', reason: 'Give this page another slug.', since: '2026-11-20T07:00:00Z' }
  mock.show({
    refused: [
      { ...page, page_id: 'a', title: 'Cut it down', url: 'https://www.notion.so/a', still_shown: true },
      { ...page, page_id: 'b', title: '', url: 'https://www.notion.so/b', still_shown: false },
    ],
    warnings: ['c#1', 'c#2', 'd#1'].map((block) => ({
      page_id: block.charAt(0),
      title: 'Set up',
      url: `https://www.notion.so/${block}`,
      warning: 'A block was reduced to its text.',
    })),
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
  const warned = await rows('2 pages shown with a warning')
  expect(warned).toHaveLength(3)
  for (const row of warned) expect(row.textContent).toContain('A block was reduced to its text.')
})

test('shows that there are no problems', async () => {
  await openContent()
  expect(within(await region('Pages with problems')).getByText(/No problems found/)).toBeTruthy()
})

test.each([
  ['Sync now', 'incremental'],
  ['Sync everything', 'everything'],
] as const)('"%s" begins a sync, which is followed until it ends', async (button, kind) => {
  accepted()
  await openContent()
  const box = await region('Sync')
  const run = { id: '9', kind, trigger: 'admin', status: 'running', finished_at: null } as const
  mock.show({ runs: [sampleRun({ ...run, counts: { seen: 12, published: 3, requests: 7 } })] })
  fireEvent.click(within(box).getByRole('button', { name: button }))
  expect(await within(box).findByText('12 pages seen · 3 published · 7 requests')).toBeTruthy()
  expect(within(box).getByRole('status').textContent).toContain(
    kind === 'everything' ? 'Sync that reads every page again is running.' : 'Sync of recent edits is running.',
  )
  const buttons = within(box).getAllByRole<HTMLButtonElement>('button')
  expect(buttons.map(({ textContent, disabled }) => [textContent, disabled])).toEqual([
    ['Syncing...', true],
    ['Sync everything', true],
  ])
  expect(mock.api.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ kind }])

  mock.show({ runs: [sampleRun({ ...run, status: 'succeeded', finished_at: '2026-11-20T08:00:09Z' })] })
  await waitFor(() => expect(within(box).getByRole('status').textContent).toContain('The last sync took 9 s.'))
  expect(within(box).getByRole<HTMLButtonElement>('button', { name: 'Sync now' }).disabled).toBe(false)
})

test('shows the progress of a sync that is already running, with a toast', async () => {
  mock.api.refuse(content.sync, 409, 'invalid_request', 'A sync is running.')
  await openContent()
  const button = await screen.findByRole('button', { name: 'Sync now' })
  mock.show({ runs: [sampleRun({ status: 'running', finished_at: null })] })
  fireEvent.click(button)
  expect(await screen.findByText('A sync is already running')).toBeTruthy()
  expect((await screen.findByText('Sync of recent edits is running.')).parentElement?.textContent).toMatch(/It started at .+\.$/)
})

test('shows why a sync did not start', async () => {
  mock.api.refuse(content.sync, 503, 'unavailable', 'No Notion workspace is configured.')
  await openContent()
  fireEvent.click(await screen.findByRole('button', { name: 'Sync everything' }))
  expect(await screen.findByText('The sync did not start')).toBeTruthy()
  expect(screen.getByText('No Notion workspace is configured.')).toBeTruthy()
})

test('names the missing settings and offers no sync without a workspace', async () => {
  mock.show({ configured: false, runs: [], last_success_at: null })
  await openContent()
  const box = await region('Sync')
  expect(within(box).getByText('No Notion workspace is configured')).toBeTruthy()
  expect(within(box).getByText('NOTION_TOKEN')).toBeTruthy()
  expect(within(box).getByText('No sync has succeeded yet.')).toBeTruthy()
  expect(within(box).queryByRole('button')).toBeNull()
  expect(screen.queryByText('Pages with problems')).toBeNull()
  expect(within(await region('Last syncs')).getByText('No syncs yet')).toBeTruthy()
})

test('shows a failed sync above the buttons', async () => {
  mock.show({ runs: [sampleRun({ status: 'failed', error: 'Notion is down.' })] })
  await openContent()
  expect(within(await region('Sync')).getByRole('status').textContent).toMatch(/The last sync did not finish. Last synced /)
})

const HELD = { rule: 'pages_lost', reason: 'This sync would take 12 of 40 tutorials (30%) away from learners.' }

test('SYNC-06 shows why a sync is held, confirms once and starts it again', async () => {
  mock.show({
    runs: [sampleRun({ id: '7', status: 'held', holds: [HELD] })],
    waiting: { run_id: '7', holds: [HELD] },
  })
  mock.api.reply(content.confirm, 202, { success: true, message: 'The sync has started.' })
  await openContent()
  const held = within(await region(/This sync needs your confirmation/))
  expect(held.getByText(HELD.reason)).toBeTruthy()
  expect(within(await region('Sync')).getByRole('status').textContent).toContain(
    'The last sync needs your confirmation and changed nothing.',
  )
  expect((await rows('Last syncs'))[0]?.textContent).toContain('Needs confirmation')

  fireEvent.click(held.getByRole('button', { name: 'Confirm and sync' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Confirm this sync?' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(mock.api.count('POST', '/api/admin/content/confirm')).toBe(0)

  const confirm = held.getByRole('button', { name: 'Confirm and sync' })
  confirm.focus()
  fireEvent.click(confirm)
  mock.show()
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Confirm and sync' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: /This sync needs your confirmation/ })).toBeNull())
  expect(mock.api.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ run_id: '7' }])
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

test('SYNC-06 confirms the sync that the dialog shows, also when a newer one is held meanwhile, and shows the newer one', async () => {
  mock.show({ waiting: { run_id: '7', holds: [HELD] } })
  mock.api.refuse(content.confirm, 409, 'conflict', 'Another sync has run since.')
  await openContent()
  const held = within(await region(/This sync needs your confirmation/))
  fireEvent.click(held.getByRole('button', { name: 'Confirm and sync' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  mock.show({ waiting: { run_id: '8', holds: [{ rule: 'pages_lost', reason: 'Now it is 13 of 40.' }] } })
  const { queryClient } = await import('../../api/query-client.ts')
  await act(() => queryClient.refetchQueries())
  await screen.findAllByText('Now it is 13 of 40.')
  expect(dialog.getByText(HELD.reason)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Confirm and sync' }))
  expect(await screen.findByText('The sync was not confirmed')).toBeTruthy()
  expect(mock.api.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ run_id: '7' }])
  expect(held.getByText('Now it is 13 of 40.')).toBeTruthy()
})

const DRAFT = { page_id: 'd'.repeat(32), title: 'Ship it', url: 'https://www.notion.so/d', database: 'Tutorials' }

test('SYNC-11 SYNC-12 lists drafts with a preview', async () => {
  mock.show({ drafts: [DRAFT] })
  mock.api.reply(content.preview, 200, {
    success: true,
    data: {
      ...DRAFT,
      status: 'draft',
      problem: null,
      description: 'Put it online',
      warnings: ['A heading names no section.', 'A heading names no section.'],
      sections: [
        { name: 'Prompt', html: '<p>You are careful.</p>' },
        { name: 'Code sample', html: '<p>Ship()</p>' },
      ],
      left_out: [],
    },
  })
  const router = await openContent()
  expect((await rows('Drafts')).map((row) => row.textContent)).toEqual(['Ship it TutorialsPreview of Ship it'])
  fireEvent.click(screen.getByRole('link', { name: 'Preview of Ship it' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Ship it' })).toBeTruthy()
  expect(router.path).toBe(`/admin/content/${DRAFT.page_id}`)
  expect(screen.getByText('This page is a draft: learners do not see it.')).toBeTruthy()
  expect(within(await region('Prompt')).getByText('You are careful.')).toBeTruthy()
  expect(within(await region('Code sample')).getByText('Ship()')).toBeTruthy()
  expect(screen.getAllByText('A heading names no section.')).toHaveLength(2)
  expect(screen.getByRole('link', { name: /Edit in Notion/ }).getAttribute('href')).toBe(DRAFT.url)
})

test('SYNC-12 a preview that is not complete names what it leaves out', async () => {
  const left_out = ['What is inside the toggle “More”']
  const data = { ...DRAFT, status: 'publishable' as const, problem: null, description: '', warnings: [], sections: [], left_out }
  mock.api.reply(content.preview, 200, { success: true, data })
  await renderSignedIn(`/admin/content/${DRAFT.page_id}`)
  expect(await screen.findByText('This preview is not complete')).toBeTruthy()
  expect(screen.getByText('What is inside the toggle “More”')).toBeTruthy()
})

test('a preview shows what a sync would refuse, and missing pages', async () => {
  const problem = { rule: 'page_empty', reason: 'The page of this tutorial is empty.' }
  const data = { ...DRAFT, status: 'draft' as const, problem, description: '', warnings: [], sections: [], left_out: [] }
  mock.api.reply(content.preview, 200, { success: true, data })
  await renderSignedIn(`/admin/content/${DRAFT.page_id}`)
  expect(await screen.findByText(problem.reason)).toBeTruthy()
  cleanup()
  mock.api.refuse(content.preview, 404, 'not_found', 'No database of the academy has this page.')
  await renderSignedIn(`/admin/content/${'e'.repeat(32)}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
})

test('shows a failed load with a retry', async () => {
  mock.api.refuse(content.state, 500, 'internal', 'Something went wrong on our side.')
  await openContent()
  expect(await screen.findByRole('heading', { name: "We couldn't load the content status" })).toBeTruthy()
  mock.show()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await region('Shown to learners')).toBeTruthy()
})

test('shows other users that the page is for the administrator and sends no request', async () => {
  mock.api.reply(accounts.context, 200, sampleContext())
  await openContent()
  expect(await screen.findByText('Only the administrator can open this page.')).toBeTruthy()
  expect(mock.api.count('GET', '/api/admin/content')).toBe(0)
})

test('hides the page when the server refuses it', async () => {
  mock.api.refuse(content.state, 403, 'forbidden', 'This is for the administrator.')
  await openContent()
  expect(await screen.findByText('Only the administrator can open this page.')).toBeTruthy()
})

test('the sidebar links to it for the administrator', async () => {
  const router = await renderSignedIn('/settings')
  fireEvent.click(await screen.findByRole('link', { name: 'Content' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Content' })).toBeTruthy()
  expect(router.path).toBe('/admin/content')
})
