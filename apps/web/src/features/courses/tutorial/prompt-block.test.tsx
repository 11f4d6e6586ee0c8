import { contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { MockApi } from '../../../testing/mock-api.ts'
import { mockCourse, openBriefTutorial } from '../../../testing/mock-course.ts'
import { myPromptsContext } from '../../../testing/mock-prompts.ts'
import { expectToast } from '../../../testing/toasts.ts'

let api: MockApi
let show: ReturnType<typeof mockCourse>['show']
let copied: string[]

beforeEach(() => {
  ;({ api, show } = mockCourse())
  copied = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  Element.prototype.scrollIntoView = vi.fn()
})

test('TUT-16 TUT-17 the prompt starts open and toggles by its chevron', async () => {
  await openBriefTutorial()
  const toggle = await screen.findByRole('button', { name: 'Prompt Content' })
  const isShown = () => screen.getByText('brief', { selector: 'strong' }).closest('[hidden]') === null
  expect([toggle.getAttribute('aria-expanded'), isShown()]).toEqual(['true', true])
  fireEvent.click(toggle)
  expect([toggle.getAttribute('aria-expanded'), isShown()]).toEqual(['false', false])
  fireEvent.click(toggle)
  expect(isShown()).toBe(true)
  expect(screen.getByRole('button', { name: /^Copy All ?: Prompt Content$/ })).toBeTruthy()
})

test('TUT-16 PROMPT-52 a code sample without a prompt is called what it is, and is not saved as a prompt', async () => {
  show({ prompt: null, 'code-sample': { html: '<pre><code>npm start</code></pre>' } })
  await openBriefTutorial()
  expect(await screen.findByRole('button', { name: 'Code sample' })).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Copy All ?: Code sample$/ })).toBeTruthy()
  for (const name of ['Prompt Content', /Save to My Prompts/, 'Copy code']) expect(screen.queryByRole('button', { name })).toBeNull()
})

test('CTX-11 PROMPT-52 shows a disabled loading button in place of Save to My Prompts while entitlements load', async () => {
  const { promise: after, resolve: load } = Promise.withResolvers<void>()
  api.reply(contract.accounts.context, 200, myPromptsContext(), { after })
  await openBriefTutorial()
  const loading = await screen.findByRole<HTMLButtonElement>('button', { name: /^Loading\.\.\. ?: Prompt Content$/ })
  expect([loading.disabled, screen.queryByRole('button', { name: /Save to My Prompts/ })]).toEqual([true, null])
  load()
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: /^Save to My Prompts ?: Prompt Content$/ })
  expect(save.disabled).toBe(false)
})

test.each([
  ['<p> </p>', null],
  [null, { html: '<p></p>' }],
])('TUT-18 TUT-19 without prompt and code (%s, %o) the block is hidden and says so', async (prompt, code) => {
  show({ prompt: prompt === null ? null : { html: prompt }, 'code-sample': code })
  await openBriefTutorial()
  expect(await screen.findByText('No prompts provided for this tutorial')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Copy All/ })).toBeNull()
})

test('TUT-20 TUT-21 Copy All copies prompt, line and code and shows Copied! for two seconds', async () => {
  await openBriefTutorial()
  await screen.findByRole('button', { name: /^Copy All ?: Prompt Content$/ })
  vi.useFakeTimers()
  fireEvent.click(screen.getByRole('button', { name: /^Copy All ?: Prompt Content$/ }))
  await act(async () => {})
  expect(copied).toEqual([
    "Write a brief.\n\nHere's an example of code that does work below, and that you can take inspiration from (in javascript):\n\nconst a = 1\nconst b = 2",
  ])
  act(() => void vi.advanceTimersByTime(1999))
  expect(screen.getByRole('button', { name: 'Copied!' })).toBeTruthy()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.getByRole('button', { name: /^Copy All ?: Prompt Content$/ })).toBeTruthy()
})

test('INSIGHT-14 the API hears of a copied prompt, not of copied code, and its failure does not show', async () => {
  const asked = () => api.count('PUT', '/api/copied-prompts/tutorial/brief')
  await openBriefTutorial()
  fireEvent.click(await screen.findByRole('button', { name: 'Copy code' }))
  await screen.findByRole('button', { name: 'Copied!' })
  expect(asked()).toBe(0)
  api.breakConnection(contract.learning.recordCopy)
  fireEvent.click(screen.getByRole('button', { name: /^Copy All ?: Prompt Content$/ }))
  await waitFor(() => expect(asked()).toBe(1))
  expect(screen.getAllByRole('button', { name: 'Copied!' })).toHaveLength(2)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('copies the code sample alone', async () => {
  await openBriefTutorial()
  fireEvent.click(await screen.findByRole('button', { name: 'Copy code' }))
  await screen.findByRole('button', { name: 'Copied!' })
  expect(copied).toEqual(['const a = 1\nconst b = 2'])
})

const PIECE =
  '<p><strong>Where it goes:</strong> a new file <code>a.js</code>.</p><pre class="code"><code>const a = 1\n\nconst b = 2</code></pre>'

test('EDITION-18 copies one piece of code without the sentence about where it goes', async () => {
  show({ 'code-sample': { html: PIECE } })
  await openBriefTutorial()
  fireEvent.click(await screen.findByRole('button', { name: 'Copy code' }))
  await screen.findByRole('button', { name: 'Copied!' })
  expect(copied).toEqual(['const a = 1\n\nconst b = 2'])
})

test('EDITION-18 copies each of several prompts and pieces of code alone', async () => {
  const prompt = (title: string, text: string) => `<h3>${title}</h3><pre class="code"><code>${text}</code></pre>`
  show({
    prompt: { html: `${prompt('First', 'Plan it.\n\nThen stop.')}${prompt('Then', 'Build it.')}<p>Not yet tried on a tool.</p>` },
    'code-sample': { html: `<h3>The rules</h3>${PIECE}<h3>Try it</h3><pre class="code"><code>run()</code></pre>` },
  })
  await openBriefTutorial()
  await screen.findByRole('button', { name: 'Copy prompt 1' })
  for (const name of ['Copy prompt 1', 'Copy prompt 2', 'Copy code 1', 'Copy code 2']) {
    fireEvent.click(screen.getByRole('button', { name }))
    await act(async () => {})
  }
  expect(copied).toEqual(['Plan it.\n\nThen stop.', 'Build it.', 'const a = 1\n\nconst b = 2', 'run()'])
})

test.each([
  [/^Copy All ?: Prompt Content$/, 'Could not copy the content to clipboard'],
  ['Copy code', 'Could not copy the code to clipboard'],
])('ERR-24 ERR-25 when "%s" fails, a toast says so', async (button, description) => {
  vi.mocked(navigator.clipboard.writeText).mockRejectedValue(new DOMException('Denied', 'NotAllowedError'))
  await openBriefTutorial()
  fireEvent.click(await screen.findByRole('button', { name: button }))
  await expectToast('error', 'Copy failed', description)
  expect(screen.queryByText('Copied!')).toBeNull()
})
