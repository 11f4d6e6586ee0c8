import { contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cannedPrompts, samplePrompt, samplePrompts } from '../../testing/canned-prompts.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleContext } from '../../testing/samples.ts'

const { accounts, prompts } = contract
let canned: ReturnType<typeof cannedPrompts>

beforeEach(async () => {
  canned = cannedPrompts()
  // Messages outlive the page that showed them.
  ;(await import('../../ui/toaster.tsx')).toast.dismiss()
})
afterEach(() => canned.api.expectNothingElse())

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

test('PROMPT-03 PROMPT-12 D-69 the prompts are cards, in the order in which they come, newest first', async () => {
  await openPrompts()
  expect(titles()).toEqual(['Name it', 'Cut it down', 'Ask first'])
  expect([screen.getByText('A name that stays').tagName, screen.getByText('3 prompts').getAttribute('role')]).toEqual(['P', 'status'])
  expect(screen.getAllByText('Mar 1, 2026')).toHaveLength(3)
  expect(document.title).toBe('My Prompts · Vibe Coding Academy')
})

test('PROMPT-17 a prompt dated by `created` alone, without code, is shown as well', async () => {
  const { created_at: _, updated_at: __, code: ___, ...loose } = samplePrompt('old')
  canned.api.replyOutsideTheContract(prompts.list, 200, [
    { ...loose, created: '2025-12-24T08:00:00.000Z' },
    { ...loose, id: 'undated' },
  ])
  await openPrompts()
  expect(titles()).toEqual(['Prompt old', 'Prompt old'])
  expect(screen.getAllByText(/^\w+ \d+, \d{4}$/).map(({ textContent }) => textContent)).toEqual(['Dec 24, 2025'])
})

test('PROMPT-01 D-63 the search finds by title or description, whatever the case, and stands in the address', async () => {
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
  expect([titles(), screen.getByText(/Nothing here fits “zebra”/).tagName]).toEqual([[], 'DIV'])
  fireEvent.click(screen.getByRole('button', { name: 'Show all prompts' }))
  expect(titles()).toHaveLength(3)
})

test('D-66 without any prompt the page says what it is for', async () => {
  canned.list([])
  await renderSignedIn('/my-prompts')
  expect(await screen.findByText('No prompts yet')).toBeTruthy()
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('PROMPT-05 each card leads to its prompt', async () => {
  const router = await openPrompts()
  const link = screen.getByRole('link', { name: /View Prompt.*Name it/ })
  expect(link.getAttribute('href')).toBe('/my-prompts/name')
  fireEvent.click(link)
  expect(await screen.findByRole('heading', { level: 1, name: 'Name it' })).toBeTruthy()
  expect(router.path).toBe('/my-prompts/name')
})

test('ERR-26 a list that fails says so, and can be tried again', async () => {
  canned.api.refuse(prompts.list, ...failing)
  await renderSignedIn('/my-prompts')
  const text = await screen.findByText('Failed to load prompts')
  expect(text.parentElement?.textContent).toBe('Failed to load promptsSomething went wrong on our side.')
  canned.list(samplePrompts)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('searchbox')
  expect(titles()).toHaveLength(3)
})

test('PROMPT-04 PROMPT-16 ERR-34 R-04 Delete asks in an alert dialog that names the prompt; then the card is gone at once', async () => {
  let answer = () => {}
  canned.deletes(
    new Promise<void>((resolve) => {
      answer = resolve
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
  await act(async () => answer())
  expect(await screen.findByText('Prompt deleted successfully!')).toBeTruthy()
  expect(canned.sent('DELETE').map(({ path, body }) => [path, body])).toEqual([['/api/prompts/cut', undefined]])
})

test.each(['Escape', 'Cancel'])('R-04 %s keeps the prompt', async (way) => {
  await openPrompts()
  chooseFrom('Cut it down', 'Delete')
  const dialog = screen.getByRole('alertdialog')
  if (way === 'Escape') fireEvent.keyDown(dialog, { key: 'Escape' })
  else fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect([screen.queryByRole('alertdialog'), titles().length, canned.sent('DELETE')]).toEqual([null, 3, []])
})

test('ERR-29 a prompt that could not be deleted is back in its place', async () => {
  canned.api.refuse(prompts.remove, ...failing)
  await openPrompts()
  chooseFrom('Cut it down', 'Delete')
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  const text = await screen.findByText('Failed to delete prompt')
  expect(text.parentElement?.textContent).toBe('Failed to delete promptSomething went wrong on our side.')
  await waitFor(() => expect(titles()).toEqual(['Name it', 'Cut it down', 'Ask first']))
})

test('a prompt that is made before the list has come does not keep the list from coming', async () => {
  const made = samplePrompt('new', { title: 'New one' })
  canned.api.reply(prompts.list, 200, samplePrompts, { after: new Promise(() => {}) })
  canned.api.reply(prompts.create, 201, made)
  await renderSignedIn('/my-prompts')
  fireEvent.click(await screen.findByRole('button', { name: 'New Prompt' }))
  for (const label of ['Title', 'Description', 'Prompt Content'])
    fireEvent.change(screen.getByLabelText(label), { target: { value: 'New' } })
  canned.list([made, ...samplePrompts])
  fireEvent.click(screen.getByRole('button', { name: 'Create Prompt' }))
  await waitFor(() => expect(titles()).toEqual(['New one', 'Name it', 'Cut it down', 'Ask first']))
})

test('D-64 a prompt that was deleted elsewhere already is gone as well', async () => {
  canned.api.refuse(prompts.remove, 404, 'not_found', 'Prompt not found')
  await openPrompts()
  chooseFrom('Ask first', 'Delete')
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(titles()).toEqual(['Name it', 'Cut it down']))
  expect(await screen.findByText('Prompt deleted successfully!')).toBeTruthy()
  expect(titles()).toEqual(['Name it', 'Cut it down'])
})

test('PROMPT-10 PROMPT-11 D-68 without My Prompts people stay, with an empty list behind the dialog, and New Prompt asks again', async () => {
  canned.api.reply(accounts.context, 200, sampleContext())
  const router = await renderSignedIn('/my-prompts')
  expect(await screen.findByRole('dialog', { name: 'Upgrade to Access My Prompts' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect([screen.queryByRole('dialog'), titles(), router.path]).toEqual([null, [], '/my-prompts'])
  fireEvent.click(screen.getByRole('button', { name: 'New Prompt' }))
  expect(await screen.findByRole('dialog', { name: 'Upgrade to Access My Prompts' })).toBeTruthy()
  expect(canned.sent('GET')).toEqual([])
})

test('CTX-11 ACCESS-09 while the account loads the button says so, and nothing is sold, nor asked for', async () => {
  canned.api.reply(accounts.context, 200, sampleContext(), { after: new Promise(() => {}) })
  await renderSignedIn('/my-prompts')
  expect(await screen.findByText('Loading prompts...')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Loading...' }).disabled).toBe(true)
  expect([screen.queryByRole('dialog'), canned.sent('GET')]).toEqual([null, []])
})

test('a subscription that ended meanwhile: deleting finds out, and the dialog offers it again', async () => {
  await openPrompts()
  canned.api.refuse(prompts.remove, 403, 'entitlement_required', 'My Prompts is part of Vibe Coding Studio.')
  canned.api.reply(accounts.context, 200, sampleContext())
  chooseFrom('Ask first', 'Delete')
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByRole('dialog', { name: 'Upgrade to Access My Prompts' })).toBeTruthy()
  expect(await screen.findByText('Failed to delete prompt')).toBeTruthy()
})

const many = (count: number, content = 'x') => Array.from({ length: count }, (_, index) => samplePrompt(`p${index}`, { content }))

test.each([
  [899, undefined],
  [960, 'Room for 40 more'],
  [1000, 'You have 1,000 prompts'],
])('of %i prompts a part is drawn; how much more fits is said before it is full: %s', async (count, text) => {
  canned.list(many(count))
  await openPrompts()
  expect(titles()).toHaveLength(24)
  const said = screen.queryByText(/^(Room for|You have 1,000 prompts$)/)
  expect(said?.textContent).toBe(text)
})

test('the room for long texts is told as well', async () => {
  canned.list(many(95, 'x'.repeat(50_000)))
  await openPrompts()
  expect(screen.getByText(/^Room for 24\d,\d{3} characters more$/)).toBeTruthy()
})
