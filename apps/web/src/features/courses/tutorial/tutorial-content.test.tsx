import { contract } from '@academy/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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
afterEach(() => {
  api.expectNothingElse()
})

test('TUT-10 TUT-11 TUT-12 D-41 D-42 shows the description below the tutorial’s summary', async () => {
  await openBriefTutorial()
  expect(await screen.findByText('You write the brief.')).toBeTruthy()
  expect(screen.getByText('One page, one reader.')).toBeTruthy()
})

test('TUT-13 shows the tools box only with tools', async () => {
  await openBriefTutorial()
  expect(await screen.findByRole('region', { name: "Tools you'll need:" })).toHaveProperty('textContent', "Tools you'll need:A text editor")
  cleanup()
  show({ tools: { html: '<p></p>' } })
  await openBriefTutorial()
  await screen.findByText('You write the brief.')
  expect(screen.queryByText("Tools you'll need:")).toBeNull()
})

test('TUT-14 COURSE-17 TUT-33 shows a poster, then the embedded video, and states the speed', async () => {
  await openBriefTutorial()
  const box = await screen.findByRole('region', { name: 'Video Tutorial' })
  expect(within(box).getByText('Default playback speed: 1.2x')).toBeTruthy()
  expect(box.querySelector('iframe')).toBeNull()
  fireEvent.click(within(box).getByRole('button', { name: 'Watch Video' }))
  expect((await within(box).findByTitle('Video')).getAttribute('srcdoc')).toBe('video')
  await waitFor(() => expect(within(box).queryByText('Loading video...')).toBeNull())
})

test('COURSE-18 ERR-55 D-43 shows the loading and error states of a video; a retry starts over', async () => {
  await openBriefTutorial()
  const box = await screen.findByRole('region', { name: 'Video Tutorial' })
  fireEvent.click(within(box).getByRole('button', { name: 'Watch Video' }))
  expect(within(box).getByText('Loading video...')).toBeTruthy()
  fireEvent.error(await within(box).findByTitle('Video'))
  expect(within(box).getByRole('alert').textContent).toContain('Video content is not available at the moment.')
  fireEvent.click(within(box).getByRole('button', { name: 'Try again' }))
  await within(box).findByTitle('Video')
  await waitFor(() => expect(within(box).queryByText('Loading video...')).toBeNull())
})

test('ERR-56 D-43 shows a text for a tutorial without video', async () => {
  show({ video: null })
  await openBriefTutorial()
  expect(await screen.findByText('No video content available for this tutorial.')).toBeTruthy()
})

test.each([
  [20, 'This video is a bit long (20 min)...'],
  [19, null],
])('TUT-32 D-44 a video of %i minutes: %s', async (duration, warning) => {
  show({ duration })
  await openBriefTutorial()
  await screen.findByRole('button', { name: 'Watch Video' })
  expect(screen.queryByText(/This video is a bit long/)?.textContent ?? null).toBe(warning)
})

test('LEARN-15 the diagram has the text of its author, and is enlarged in its place', async () => {
  await openBriefTutorial()
  const picture = await screen.findByRole('img', { name: 'A brief leads to a plan.' })
  const isScrollable = () => picture.closest('section[aria-label="Diagram"]')?.getAttribute('tabindex') === '0'
  expect(isScrollable()).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Enlarge the diagram' }))
  expect(isScrollable()).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Fit the diagram' }))
  expect(isScrollable()).toBe(false)
  cleanup()
  show({ diagram_description: null })
  await openBriefTutorial()
  expect(await screen.findByRole('img', { name: 'Diagram of Write the brief' })).toBeTruthy()
})

test('LEARN-13 a bar leads to the sections that the tutorial has, and marks the one that was reached', async () => {
  await openBriefTutorial()
  const bar = within(await screen.findByRole('navigation', { name: 'Sections of this tutorial' }))
  const links = () => bar.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('aria-current')])
  expect(links().map(([label]) => label)).toEqual(expect.arrayContaining(['Read', 'Diagram', 'Prompt']))
  expect(links()[0]).toEqual(['Read', 'location'])
  fireEvent.click(bar.getByRole('link', { name: 'Prompt' }))
  expect(document.activeElement?.id).toBe('section-prompt')

  const prompt = document.getElementById('section-prompt')
  for (const section of document.querySelectorAll<HTMLElement>('[id^=section-]')) {
    const isAfter = prompt !== null && (prompt.compareDocumentPosition(section) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    section.getBoundingClientRect = () => ({ top: isAfter ? 2000 : -100 }) as DOMRect
  }
  fireEvent.scroll(window)
  await waitFor(() => expect(links().find(([, current]) => current === 'location')).toEqual(['Prompt', 'location']))
  cleanup()
  show({ video: null, diagram_url: null, prompt: null, 'code-sample': null, tips: [] })
  await openBriefTutorial()
  await screen.findByText('You write the brief.')
  expect(screen.queryByRole('navigation', { name: 'Sections of this tutorial' })).toBeNull()
})

test('LEARN-14 the title of the tutorial stands below its place in the course', async () => {
  await openBriefTutorial()
  const place = (await screen.findByText('· 1 of 2')).parentElement
  await waitFor(() => expect(place?.textContent).toBe('1From idea to brief· 1 of 2'))
})

test('TUT-15 shows the reference diagram only when there is one', async () => {
  await openBriefTutorial()
  const picture = await screen.findByRole('img', { name: 'A brief leads to a plan.' })
  expect(picture.getAttribute('src')).toBe('/api/files/diagram')
  cleanup()
  show({ diagram_url: null })
  await openBriefTutorial()
  await screen.findByText('You write the brief.')
  expect(screen.queryByText('Reference diagram')).toBeNull()
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

test('TUT-22 TUT-23 D-45 Pro Tips start open with closed items, of which one opens at a time', async () => {
  await openBriefTutorial()
  const block = await screen.findByRole('button', { name: 'Pro Tips' })
  expect(block.getAttribute('aria-expanded')).toBe('true')
  const items = screen.getAllByRole('group').filter((item) => item.tagName === 'DETAILS') as HTMLDetailsElement[]
  expect(items.map((item) => [item.querySelector('summary')?.textContent, item.open])).toEqual([
    ['Read it aloud', false],
    ['Keep it short', false],
  ])
  // With one name for all, the browser keeps one open at a time.
  expect(new Set(items.map((item) => item.getAttribute('name'))).size).toBe(1)
  expect(items[0]?.getAttribute('name')).toBeTruthy()
  fireEvent.click(block)
  expect(block.getAttribute('aria-expanded')).toBe('false')
  expect(items[0]?.closest('[hidden]')).not.toBeNull()
})

test('TUT-24 shows a transition with text as a note', async () => {
  await openBriefTutorial()
  expect((await screen.findByRole('note')).textContent).toBe('Next you cut it down.')
})

test.each([null, { html: '' }, { html: '<p> </p>' }, { html: '<p><br></p><hr>' }])(
  'TUT-24 a transition without text (%j) leaves no empty note',
  async (transition) => {
    show({ transition })
    await openBriefTutorial()
    await screen.findByText('You write the brief.')
    expect(screen.queryByRole('note')).toBeNull()
  },
)

test('TUT-27 TUT-28 TUT-31 D-39 shows the feedback box only when set; "feedback" links to the community', async () => {
  await openBriefTutorial()
  await screen.findByText('You write the brief.')
  expect(screen.queryByText(/How did this tutorial go|Did this tutorial help you/)).toBeNull()
  cleanup()
  show({ feedback_component: 'feedback' })
  await openBriefTutorial()
  expect(await screen.findByText(/in the #feedback channel on Slack/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to the community' }).getAttribute('href')).toBe('/community')
})

test.each(['testimonial', 'Feedback', 'x', '0'])(
  'TUT-29 TUT-30 D-40 "%s" asks for a testimonial, in an external form in its own tab',
  async (kind) => {
    show({ feedback_component: kind })
    await openBriefTutorial()
    const link = await screen.findByRole('link', { name: 'Share your experience' })
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      'https://example.com/',
      '_blank',
      'noopener noreferrer',
    ])
  },
)

test('ERR-54 D-43 shows a text for a tutorial without description', async () => {
  show({ description: { html: '<p></p>' } })
  await openBriefTutorial()
  expect(await screen.findByText('Tutorial description content is not available at the moment.')).toBeTruthy()
})

test.each([null, ''])('ERR-57 TUT-15 D-43 shows coming soon for a tutorial without content (diagram %j)', async (diagram_url) => {
  const nothing = { description: null, tools: null, prompt: null, transition: null, 'code-sample': null, video: null }
  show({ ...nothing, diagram_url, tips: [] })
  await openBriefTutorial()
  expect(await screen.findByText('Content for Write the brief is coming soon.')).toBeTruthy()
  expect(screen.queryByText('No prompts provided for this tutorial')).toBeNull()
})
