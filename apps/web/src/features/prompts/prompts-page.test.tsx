import { contract } from '@academy/contract'
import { FOLDED_PAIRS } from '@academy/contract/testing/folded-pairs'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockPrompts, samplePrompt, samplePrompts } from '../../testing/mock-prompts.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleContext } from '../../testing/samples.ts'
import { expectToast } from '../../testing/toasts.ts'

const { accounts, prompts } = contract
let mock: ReturnType<typeof mockPrompts>

beforeEach(() => {
  mock = mockPrompts()
})

const failing = [500, 'internal', 'Something went wrong on our side.'] as const
const titles = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const openPrompts = async (query = '') => {
  const router = await renderSignedIn(`/my-prompts${query}`)
  await screen.findByRole('searchbox')
  return router
}
const chooseFrom = (title: string, action: 'Edit' | 'Delete') => {
  fireEvent.click(screen.getByRole('button', { name: `Actions for ${title}` }))
  fireEvent.click(within(screen.getByRole('menu', { name: `Actions for ${title}` })).getByRole('menuitem', { name: action }))
}

test('PROMPT-03 PROMPT-12 D-69 shows prompts as cards in the server’s order, newest first', async () => {
  await openPrompts()
  expect(titles()).toEqual(['Name it', 'Cut it down', 'Ask first'])
  expect([screen.getByText('A name that stays').tagName, screen.getByText('3 prompts').getAttribute('role')]).toEqual(['P', 'status'])
  expect(screen.getAllByText('Mar 1, 2026')).toHaveLength(3)
  await waitFor(() => expect(document.title).toBe('My Prompts · Vibe Coding Academy'))
})

test('PROMPT-17 shows a prompt with `created` instead of `created_at` and without code', async () => {
  const { created_at: _, updated_at: __, code: ___, ...loose } = samplePrompt('old')
  mock.api.replyOutsideTheContract(prompts.list, 200, [
    { ...loose, created: '2025-12-24T08:00:00.000Z' },
    { ...loose, id: 'undated' },
  ])
  await openPrompts()
  expect(titles()).toEqual(['Prompt old', 'Prompt old'])
  expect(screen.getAllByText(/^\w+ \d+, \d{4}$/).map(({ textContent }) => textContent)).toEqual(['Dec 24, 2025'])
})

test('PRIVATE-01 PROMPT-01 D-63 searches title and description case-insensitively and keeps the search in the URL', async () => {
  const router = await openPrompts()
  const type = (value: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value } })
  type('it')
  expect(titles()).toEqual(['Name it', 'Cut it down'])
  type('  too long ')
  expect(titles()).toEqual(['Cut it down'])
  expect(screen.getByText('1 of 3 prompts')).toBeTruthy()
  fireEvent.blur(screen.getByRole('searchbox'))
  await waitFor(() => expect(router.path).toBe('/my-prompts?search=++too+long+'))
  type('zebra')
  const term = screen.getByText('“zebra”')
  expect([titles(), term.hasAttribute('data-private'), term.parentElement?.textContent]).toEqual([
    [],
    true,
    'No matches for “zebra”. Search covers titles, descriptions and contents.',
  ])
  const showAll = screen.getByRole('button', { name: 'Show all prompts' })
  showAll.focus()
  fireEvent.click(showAll)
  expect([titles().length, document.activeElement?.getAttribute('type')]).toEqual([3, 'search'])
})

test('LEARN-62 finds prompts whatever the letters, apostrophes, hyphens and spaces of the search', async () => {
  mock.list(FOLDED_PAIRS.map(([, text], index) => samplePrompt(`pair-${index}`, { title: `Pair ${index}`, description: text })))
  await openPrompts()
  for (const [index, [query]] of FOLDED_PAIRS.entries()) {
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: query } })
    expect(titles(), query).toContain(`Pair ${index}`)
  }
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Pair 1 Crème' } })
  expect(titles(), 'the end of a title and the beginning of a description').toEqual([])
})

test('PROMPT-65 prompts of which only the content or the code matches stand below the others, with the line', async () => {
  mock.api.reply(prompts.list, 200, [
    samplePrompt('title', { title: 'Café menu', content: 'Nothing.' }),
    samplePrompt('content', { title: 'Plan', content: 'First line\nOpen a CAFÉ in May.\nLast line' }),
    samplePrompt('code', { title: 'Script', code: 'const cafe = open()' }),
    samplePrompt('decomposed', { title: 'Notes', content: 'Cafe\u0301 notes' }),
  ])
  await openPrompts()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'cafe' } })
  const inBodies = () => within(screen.getByRole('region', { name: 'Also found in the text of' }))
  const items = () =>
    inBodies()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  await screen.findByRole('region', { name: 'Also found in the text of' })
  expect([titles().includes('Café menu'), screen.getByText('1 of 4 prompts') !== null]).toEqual([true, true])
  expect(items()).toEqual(['PlanOpen a CAFÉ in May.', 'Scriptconst cafe = open()', 'NotesCafe\u0301 notes'])
  expect(inBodies().getByText('CAFÉ').tagName).toBe('MARK')
  expect(inBodies().getByRole('link', { name: 'Plan' }).getAttribute('href')).toBe('/my-prompts/content')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'May' } })
  expect(items()).toEqual(['PlanOpen a CAFÉ in May.'])
  expect(screen.queryByText('No prompts found')).toBeNull()
})

test('PROMPT-01 D-66 shows the search box and an empty state without prompts', async () => {
  mock.list([])
  await openPrompts()
  expect(screen.getByText('No prompts yet')).toBeTruthy()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'anything' } })
  expect(screen.getByText('No prompts yet')).toBeTruthy()
})

test('PROMPT-01 the empty state has the buttons that fill the list', async () => {
  mock.list([])
  await openPrompts()
  expect(screen.getByRole('button', { name: 'Import' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Write your first prompt' }))
  expect(await screen.findByRole('dialog', { name: 'New Prompt' })).toBeTruthy()
})

test('PROMPT-05 each card links to its prompt', async () => {
  const router = await openPrompts()
  const link = screen.getByRole('link', { name: /View Prompt.*Name it/ })
  expect(link.getAttribute('href')).toBe('/my-prompts/name')
  fireEvent.click(link)
  expect(await screen.findByRole('heading', { level: 1, name: 'Name it' })).toBeTruthy()
  expect(router.path).toBe('/my-prompts/name')
})

test('ERR-26 shows a failed list with a retry', async () => {
  mock.api.refuse(prompts.list, ...failing)
  await renderSignedIn('/my-prompts')
  await expectToast('error', 'Failed to load prompts', 'Something went wrong on our side.')
  mock.list(samplePrompts)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('searchbox')
  expect(titles()).toHaveLength(3)
})

test('PROMPT-04 PROMPT-16 ERR-34 R-04 Delete confirms in an alert dialog with the title and then removes the card at once', async () => {
  let respond = () => {}
  mock.deletes(
    new Promise<void>((resolve) => {
      respond = resolve
    }),
  )
  await openPrompts()
  chooseFrom('Cut it down', 'Delete')
  const dialog = screen.getByRole('alertdialog', { name: 'Delete “Cut it down”?' })
  expect(document.activeElement?.textContent).toBe('Cancel')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(titles()).toEqual(['Name it', 'Ask first']))
  expect([screen.queryByRole('alertdialog'), document.activeElement?.getAttribute('aria-label')]).toEqual([null, 'Your prompts'])
  expect(screen.queryByText('Prompt deleted successfully!')).toBeNull()
  await act(async () => respond())
  await expectToast('success', 'Prompt deleted successfully!')
  expect(mock.sent('DELETE').map(({ path, body }) => [path, body])).toEqual([['/api/prompts/cut', undefined]])
})

test.each(['Escape', 'Cancel'])('R-04 %s keeps the prompt', async (way) => {
  await openPrompts()
  chooseFrom('Cut it down', 'Delete')
  const dialog = screen.getByRole('alertdialog')
  if (way === 'Escape') fireEvent.keyDown(dialog, { key: 'Escape' })
  else fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect([screen.queryByRole('alertdialog'), titles().length, mock.sent('DELETE')]).toEqual([null, 3, []])
})

test('ERR-29 restores the card at its position when deleting fails', async () => {
  mock.api.refuse(prompts.remove, ...failing)
  await openPrompts()
  chooseFrom('Cut it down', 'Delete')
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await expectToast('error', 'Failed to delete prompt', 'Something went wrong on our side.')
  await waitFor(() => expect(titles()).toEqual(['Name it', 'Cut it down', 'Ask first']))
})

test('loads the list when a prompt is created before the list has arrived', async () => {
  const made = samplePrompt('new', { title: 'New one' })
  mock.api.reply(prompts.list, 200, samplePrompts, { after: new Promise(() => {}) })
  mock.api.reply(prompts.create, 201, made)
  await renderSignedIn('/my-prompts')
  fireEvent.click(await screen.findByRole('button', { name: 'New Prompt' }))
  for (const label of ['Title', 'Description', 'Prompt Content'])
    fireEvent.change(screen.getByLabelText(label), { target: { value: 'New' } })
  mock.list([made, ...samplePrompts])
  fireEvent.click(screen.getByRole('button', { name: 'Create Prompt' }))
  await waitFor(() => expect(titles()).toEqual(['New one', 'Name it', 'Cut it down', 'Ask first']))
})

test('D-64 removes the card of a prompt that was already deleted elsewhere', async () => {
  mock.api.refuse(prompts.remove, 404, 'not_found', 'Prompt not found')
  await openPrompts()
  chooseFrom('Ask first', 'Delete')
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(titles()).toEqual(['Name it', 'Cut it down']))
  await expectToast('success', 'Prompt deleted successfully!')
  expect(titles()).toEqual(['Name it', 'Cut it down'])
})

test('PROMPT-10 PROMPT-11 D-68 without My Prompts shows an empty page behind the dialog, and New Prompt opens the dialog again', async () => {
  mock.api.reply(accounts.context, 200, sampleContext())
  const router = await renderSignedIn('/my-prompts')
  expect(await screen.findByRole('dialog', { name: 'Upgrade to Access My Prompts' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect([screen.queryByRole('dialog'), titles(), router.path]).toEqual([null, [], '/my-prompts'])
  fireEvent.click(screen.getByRole('button', { name: 'New Prompt' }))
  expect(await screen.findByRole('dialog', { name: 'Upgrade to Access My Prompts' })).toBeTruthy()
  expect(mock.sent('GET')).toEqual([])
})

test('CTX-11 ACCESS-09 while the account loads shows a loading button, opens no dialog and sends no request', async () => {
  mock.api.reply(accounts.context, 200, sampleContext(), { after: new Promise(() => {}) })
  await renderSignedIn('/my-prompts')
  expect(await screen.findByText('Loading prompts...')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Loading...' }).disabled).toBe(true)
  expect([screen.queryByRole('dialog'), mock.sent('GET')]).toEqual([null, []])
})

const ended = [403, 'entitlement_required', 'My Prompts is part of Vibe Coding Studio.'] as const
const toasts = () => within(screen.getByRole('region', { name: 'Notifications' })).queryAllByRole('listitem')
const deleteAskFirst = () => {
  chooseFrom('Ask first', 'Delete')
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
}

test('HONEST-04 deleting after the Studio ended opens the pricing dialog without a toast', async () => {
  await openPrompts()
  mock.api.refuse(prompts.remove, ...ended)
  mock.api.reply(accounts.context, 200, sampleContext())
  deleteAskFirst()
  expect(await screen.findByRole('dialog', { name: 'Upgrade to Access My Prompts' })).toBeTruthy()
  expect(toasts()).toEqual([])
})

test('HONEST-04 loading after the Studio ended opens the pricing dialog without a toast', async () => {
  const { promise: after, resolve: refuse } = Promise.withResolvers<void>()
  mock.api.refuse(prompts.list, ...ended, { after })
  await renderSignedIn('/my-prompts')
  await waitFor(() => expect(mock.api.count('GET', '/api/prompts')).toBeGreaterThan(0))
  mock.api.reply(accounts.context, 200, sampleContext())
  refuse()
  expect(await screen.findByRole('dialog', { name: 'Upgrade to Access My Prompts' })).toBeTruthy()
  expect(toasts()).toEqual([])
})

test('ERR-29 a refused deletion is reported by a toast when the account still includes My Prompts', async () => {
  await openPrompts()
  mock.api.refuse(prompts.remove, ...ended)
  deleteAskFirst()
  expect(await screen.findByText('Failed to delete prompt')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('renders the first 24 of 900 prompts, and shows the remaining room', async () => {
  mock.list(Array.from({ length: 900 }, (_, index) => samplePrompt(`p${index}`)))
  await openPrompts()
  expect(titles()).toHaveLength(24)
  expect(screen.getByText('Room for 100 more')).toBeTruthy()
})
