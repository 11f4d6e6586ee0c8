import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { codeBlock, mockLibrary, sampleResource, sampleResources } from '../../testing/mock-library.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { expectToast } from '../../testing/toasts.ts'

const { library } = contract
let mock: ReturnType<typeof mockLibrary>
let copied: string[]

beforeEach(() => {
  mock = mockLibrary()
  copied = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
})

const openMap = async (query = '') => {
  const router = await renderSignedIn(`/resources/map${query}`)
  await screen.findByRole('heading', { level: 1, name: 'Map a codebase' })
  return router
}
const panel = (name: string) => screen.findByRole('tabpanel', { name })
const asked = () => mock.api.requests.map(({ path }) => path).filter((path) => path.startsWith('/api/library/map/'))
const failing = [500, 'internal', 'Something went wrong on our side.'] as const

test('LIB-11 shows title, description and tags of the resource', async () => {
  await openMap()
  await waitFor(() => expect(document.title).toBe('Map a codebase · Vibe Coding Academy'))
  expect(screen.getByText('Know where to look.')).toBeTruthy()
  expect(screen.getByText('Reading code')).toBeTruthy()
})

test('PROMPT-66 says when to use the prompt, if its author did', async () => {
  const use_when = 'a question leads into unknown code'
  mock.list([sampleResource({ id: 'map', title: 'Map a codebase', use_when }), sampleResource({ id: 'sql', title: 'Question to SQL' })])
  const router = await openMap()
  expect(screen.getByText(/^Use when/).textContent).toBe('Use when a question leads into unknown code')
  router.goTo('/resources/sql')
  await screen.findByRole('heading', { level: 1, name: 'Question to SQL' })
  expect(screen.queryByText(/^Use when/)).toBeNull()
})

test('LIB-14 Back links to /resources', async () => {
  const router = await openMap()
  const back = screen.getByRole('link', { name: 'Back to Resources' })
  expect(back.getAttribute('href')).toBe('/resources')
  fireEvent.click(back)
  await waitFor(() => expect(router.path).toBe('/resources'))
})

test('LIB-14 Back restores the list for users who came from it', async () => {
  const router = await renderSignedIn('/resources?search=codebase')
  fireEvent.click(await screen.findByRole('link', { name: /Map a codebase/ }))
  await screen.findByRole('heading', { level: 1, name: 'Map a codebase' })
  fireEvent.click(screen.getByRole('tab', { name: 'All Code Examples' }))
  await waitFor(() => expect(router.path).toBe('/resources/map?tab=code'))
  fireEvent.click(screen.getByRole('link', { name: 'Back to Resources' }))
  await waitFor(() => expect(router.path).toBe('/resources?search=codebase'))
})

test('LIB-15 API-08 shows the Prerequisite box', async () => {
  await openMap()
  const box = await screen.findByRole('region', { name: 'Prerequisite' })
  expect(await within(box).findByText('The project on your machine.')).toBeTruthy()
})

test.each([
  ['beside data only', { success: true, html: '<p>Here.</p>' }],
  ['inside data only', { success: true, data: { html: '<p>Here.</p>' } }],
  ['as blocks', { success: true, data: [{ type: 'paragraph', content: '<p>Here.</p>' }] }],
])('D-56 LIB-21 a prerequisite that comes %s is shown as well', async (_, body) => {
  mock.api.replyOutsideTheContract(library.prerequisite, 200, body)
  await openMap()
  expect(await screen.findByText('Here.')).toBeTruthy()
})

test('D-57 shows no box without a prerequisite', async () => {
  mock.prerequisite('<p></p>')
  await openMap()
  await waitFor(() => expect(screen.queryByText('Prerequisite')).toBeNull())
})

test('shows a failed prerequisite in its box with a retry', async () => {
  mock.api.refuse(library.prerequisite, ...failing)
  await openMap()
  const box = screen.getByRole('region', { name: 'Prerequisite' })
  const retry = await within(box).findByRole('button', { name: 'Try again' })
  expect(within(box).getByRole('alert').textContent).toContain("We couldn't load the prerequisite.")
  mock.prerequisite('<p>Now.</p>')
  fireEvent.click(retry)
  expect(await within(box).findByText('Now.')).toBeTruthy()
})

test('LIB-16 LIB-20 D-55 API-09 has three tabs and fetches each part when its tab first opens', async () => {
  const router = await openMap()
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'All Prompts',
    'All Code Examples',
    'Additional Instructions',
  ])
  expect(await within(await panel('All Prompts')).findByText(/Draw me/)).toBeTruthy()
  expect(asked()).not.toContain('/api/library/map/code-sample')
  fireEvent.click(screen.getByRole('tab', { name: 'All Code Examples' }))
  expect(await within(await panel('All Code Examples')).findByText('const a = 1')).toBeTruthy()
  expect(asked()).not.toContain('/api/library/map/additional-instructions')
  fireEvent.click(screen.getByRole('tab', { name: 'Additional Instructions' }))
  expect(await within(await panel('Additional Instructions')).findByText('Change the names.')).toBeTruthy()
  expect(asked()).not.toContain('/api/library/map/content')
  await waitFor(() => expect(router.path).toBe('/resources/map?tab=instructions'))
})

test('keeps the tab in the URL', async () => {
  await openMap('?tab=code')
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('All Code Examples')
  expect(await screen.findByText('const a = 1')).toBeTruthy()
  expect(asked()).not.toContain('/api/library/map/prompt')
})

test('D-58 TUT-21 copies each prompt or all prompts, and shows Copied!', async () => {
  await openMap()
  const sheet = await screen.findByRole('region', { name: 'Follow a journey' })
  fireEvent.click(within(sheet).getByRole('button', { name: /^Copy ?: Follow a journey$/ }))
  expect(await within(sheet).findByRole('button', { name: 'Copied!' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Copy All' }))
  await waitFor(() => expect(copied).toHaveLength(2))
  expect(copied).toEqual(['Follow me.', 'Draw the map\n\nDraw me\na map.\n\nFollow a journey\n\nIn the same chat:\n\nFollow me.'])
})

test('PROMPT-41 Copy All copies literal braces where no prompt has a field, as the prompts are shown', async () => {
  mock.part(library.prompt, `<h3>One</h3>${codeBlock('Keep \\{{name}}.')}<h3>Two</h3>${codeBlock('Stop.')}`)
  await openMap()
  fireEvent.click(await screen.findByRole('button', { name: /^Copy ?: One$/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Copy All' }))
  await waitFor(() => expect(copied).toEqual(['Keep {{name}}.', 'One\n\nKeep {{name}}.\n\nTwo\n\nStop.']))
})

test('D-58 a single prompt, code and instructions each have a copy button', async () => {
  mock.part(library.prompt, codeBlock('Only one.'))
  await openMap()
  fireEvent.click(await screen.findByRole('button', { name: /^Copy ?: Prompt$/ }))
  fireEvent.click(screen.getByRole('tab', { name: 'All Code Examples' }))
  fireEvent.click(await screen.findByRole('button', { name: /^Copy code ?: Code example$/ }))
  fireEvent.click(screen.getByRole('tab', { name: 'Additional Instructions' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Copy All' }))
  await waitFor(() => expect(copied).toEqual(['Only one.', 'const a = 1', 'Make it yours\n\nChange the names.']))
})

test('D-58 shows many code blocks that end with a sentence at once', async () => {
  mock.part(library.codeSample, `${codeBlock('const a = 1', 'javascript').repeat(40)}<p>That is all.</p>`)
  await openMap('?tab=code')
  expect(await screen.findByText('That is all.')).toBeTruthy()
  expect(within(await panel('All Code Examples')).getAllByText('const a = 1')).toHaveLength(40)
})

test.each([
  ['', 'Copy All', 'Could not copy the content to clipboard'],
  ['?tab=code', /^Copy code ?: Code example$/, 'Could not copy the code to clipboard'],
])('ERR-24 ERR-25 when copying fails (%s), a toast says so', async (query, button, description) => {
  vi.mocked(navigator.clipboard.writeText).mockRejectedValue(new DOMException('Denied', 'NotAllowedError'))
  await openMap(query)
  fireEvent.click(await screen.findByRole('button', { name: button }))
  await expectToast('error', 'Copy failed', description)
})

const tabs = [
  ['ERR-61', library.prompt, '', 'Error loading prompt content: Something went wrong on our side.'],
  ['ERR-61', library.codeSample, '?tab=code', 'Error loading code sample content: Something went wrong on our side.'],
  [
    'ERR-61',
    library.additionalInstructions,
    '?tab=instructions',
    'Error loading additional instructions content: Something went wrong on our side.',
  ],
] as const

test.each(tabs)('%s a failed tab shows the reason and a retry; the rest of the page stays', async (_, route, query, text) => {
  mock.api.refuse(route, ...failing)
  await openMap(query)
  expect(await screen.findByRole('heading', { name: text })).toBeTruthy()
  mock.part(route, '<p>Now.</p>')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Now.')).toBeTruthy()
})

test.each([
  ['ERR-62', library.prompt, '', 'No prompt content found'],
  ['ERR-63', library.codeSample, '?tab=code', 'No code sample content found'],
  ['ERR-64', library.additionalInstructions, '?tab=instructions', 'No additional instructions content found'],
] as const)('%s a tab without content says so', async (_, route, query, text) => {
  mock.part(route, '<p> </p>')
  await openMap(query)
  expect(await screen.findByText(text)).toBeTruthy()
})

const relatedLinks = async () =>
  within(await screen.findByRole('region', { name: 'Related resources' }))
    .findAllByRole('link')
    .then((links) => links.map((link) => link.getAttribute('href')))

test('LIB-17 LIB-18 API-10 shows related resources with links to their pages', async () => {
  const router = await openMap()
  expect(await relatedLinks()).toEqual(['/resources/sql', '/resources/bare'])
  fireEvent.click(screen.getByRole('link', { name: /About sql/ }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Question to SQL' })).toBeTruthy()
  expect(router.path).toBe('/resources/sql')
})

test('LIB-17 shows at most three related resources', async () => {
  const data = ['a', 'b', 'c', 'd'].map((id) => ({ id, title: id, description: '', categories: [] }))
  mock.api.replyOutsideTheContract(library.relatedResources, 200, { success: true, data })
  await openMap()
  expect(await relatedLinks()).toHaveLength(3)
})

test.each([404, 200])('API-11 shows nothing and no error without related resources (%i)', async (status) => {
  if (status === 404) mock.api.refuse(library.relatedResources, 404, 'not_found', 'Resource not found')
  else mock.related([])
  await openMap()
  await waitFor(() => expect(screen.queryByText('Related resources')).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})

test('ERR-65 shows failed related resources in their place; the rest of the page stays', async () => {
  mock.api.refuse(library.relatedResources, ...failing)
  await openMap()
  expect(await screen.findByRole('heading', { name: 'Error loading related resources' })).toBeTruthy()
  expect(await screen.findByText(/Draw me/)).toBeTruthy()
})

test('LIB-24 redirects to /resources when the list does not contain the resource', async () => {
  const router = await renderSignedIn('/resources/gone')
  await waitFor(() => expect(router.path).toBe('/resources'))
  expect(await screen.findByRole('searchbox')).toBeTruthy()
  expect(mock.api.requests.some(({ path }) => path.startsWith('/api/library/gone'))).toBe(false)
})

test('LIB-24 shows a related resource that was published after the list was loaded', async () => {
  mock.related(['fresh'])
  const router = await openMap()
  const link = await screen.findByRole('link', { name: /About fresh/ })
  mock.list([...sampleResources, sampleResource({ id: 'fresh', title: 'Fresh' })])
  fireEvent.click(link)
  expect(await screen.findByRole('heading', { level: 1, name: 'Fresh' })).toBeTruthy()
  expect(router.path).toBe('/resources/fresh')
})

test('D-60 ERR-60 does not redirect when the list fails: shows an error with a link back and a retry', async () => {
  mock.api.refuse(library.list, ...failing)
  const router = await renderSignedIn('/resources/map')
  expect(await screen.findByRole('heading', { level: 1, name: 'Error loading resource' })).toBeTruthy()
  expect([router.path, screen.getByRole('link', { name: 'Back to Resources' }).getAttribute('href')]).toEqual([
    '/resources/map',
    '/resources',
  ])
  mock.list([])
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(router.path).toBe('/resources'))
})

test('shows a skeleton while the list loads', async () => {
  mock.api.reply(library.list, 200, { success: true, data: { results: [], next_cursor: null } }, { after: new Promise(() => {}) })
  await renderSignedIn('/resources/map')
  expect(await screen.findByRole('heading', { level: 1, name: 'Loading resource...' })).toBeTruthy()
})
