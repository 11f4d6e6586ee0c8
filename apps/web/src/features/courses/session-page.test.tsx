import { contract, type TutorialContent } from '@academy/contract'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type CannedApi, cannedApi } from '../../testing/canned-api.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { buyerContext, sampleContent, sampleContext, sampleSession, sampleSessionDetail, sampleTutorial } from '../../testing/samples.ts'

const { courses, accounts } = contract
const first = sampleTutorial('brief', { name: 'Write the brief', free: true })
const second = sampleTutorial('cut', { name: 'Cut it down', free: true, duration: null })
const sessions = [
  sampleSession(1, { id: 'idea', free: true, tutorials: [first, second] }),
  sampleSession(2, { id: 'screen', tutorials: [sampleTutorial('prompt', { name: 'Prompt the screen' })] }),
]
const ofSession = (sessionId: string) => `/courses/master-course/sessions/${sessionId}`
const ofTutorial = (tutorialId: string, sessionId = 'idea') => `${ofSession(sessionId)}/tutorials/${tutorialId}`

let api: CannedApi
let copied: string[]

beforeEach(() => {
  api = cannedApi()
  api.reply(accounts.context, 200, sampleContext())
  api.reply(courses.sessions, 200, { success: true, data: sessions })
  api.reply(courses.session, 200, { success: true, data: sampleSessionDetail('idea') })
  api.reply(courses.sessionTutorials, 200, { success: true, data: [first, second] })
  show({})
  copied = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  Element.prototype.scrollIntoView = vi.fn()
})
afterEach(() => {
  api.expectNothingElse()
})

const show = (changes: Partial<TutorialContent>) => api.reply(courses.tutorialContent, 200, { success: true, data: sampleContent(changes) })
const heading = (name: string) => screen.findByRole('heading', { name })
const openBrief = async () => {
  const router = await renderSignedIn(ofTutorial('brief'))
  await heading('Write the brief')
  return router
}

test('TUT-01 ROUTE-11 without a tutorial the first one is shown, and the address becomes its own without a new history entry', async () => {
  const router = await renderSignedIn(ofSession('idea'))
  await heading('Write the brief')
  expect(router.path).toBe(ofTutorial('brief'))
  act(() => router.goBack())
  expect(router.path).toBe('/settings')
})

test('D-49 a tutorial that is not in the session leads to its first', async () => {
  const router = await renderSignedIn(ofTutorial('gone'))
  await heading('Write the brief')
  expect(router.path).toBe(ofTutorial('brief'))
})

test('TUT-02 TUT-03 TUT-04 the session’s title and description, and the way back to the course', async () => {
  await openBrief()
  expect(screen.getByRole('heading', { level: 1, name: 'From idea to brief' })).toBeTruthy()
  expect(screen.getByText('Turn a hunch into a page.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Course' }).getAttribute('href')).toBe('/courses/master-course')
})

test('TUT-05 TUT-06 the list of the session’s tutorials, in the server’s order', async () => {
  await openBrief()
  const list = screen.getByRole('navigation', { name: 'In this session:' })
  const links = within(list).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([ofTutorial('brief'), ofTutorial('cut')])
  expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(['page', null])
})

test('TUT-07 TUT-09 only the selected tutorial is shown; choosing another one shows that', async () => {
  const router = await openBrief()
  expect(await screen.findByText('You write the brief.')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Cut it down' })).toBeNull()
  show({ description: { html: '<p>You cut it down.</p>' } })
  fireEvent.click(screen.getByRole('link', { name: 'Cut it down' }))
  expect(await screen.findByText('You cut it down.')).toBeTruthy()
  expect(router.path).toBe(ofTutorial('cut'))
  expect(screen.queryByRole('heading', { name: 'Write the brief' })).toBeNull()
  expect(document.activeElement?.textContent).toBe('Cut it down')
  expect(document.title).toContain('Cut it down')
})

test('TUT-08 the selected tutorial scrolls into view after 100 ms', async () => {
  await openBrief()
  vi.useFakeTimers()
  const scroll = vi.mocked(Element.prototype.scrollIntoView)
  scroll.mockClear()
  fireEvent.click(screen.getByRole('link', { name: 'Cut it down' }))
  vi.advanceTimersByTime(99)
  expect(scroll).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(scroll).toHaveBeenCalledOnce()
  expect((scroll.mock.contexts[0] as HTMLElement).textContent).toBe('Cut it down')
})

test('TUT-10 TUT-11 TUT-12 D-42 the description is shown, with the tutorial’s own line above it', async () => {
  await openBrief()
  expect(await screen.findByText('You write the brief.')).toBeTruthy()
  expect(screen.getByText('One page, one reader.')).toBeTruthy()
})

test('TUT-13 the tools box shows only if there are tools', async () => {
  await openBrief()
  expect(await screen.findByRole('region', { name: "Tools you'll need:" })).toHaveProperty('textContent', "Tools you'll need:A text editor")
  cleanup()
  show({ tools: { html: '<p></p>' } })
  await openBrief()
  await screen.findByText('You write the brief.')
  expect(screen.queryByText("Tools you'll need:")).toBeNull()
})

test('TUT-14 COURSE-17 TUT-33 the video is a still picture with Watch Video, then the embedded video; its speed is stated', async () => {
  await openBrief()
  const box = await screen.findByRole('region', { name: 'Video Tutorial' })
  expect(within(box).getByText('Default playback speed: 1.2x')).toBeTruthy()
  expect(box.querySelector('iframe')).toBeNull()
  fireEvent.click(within(box).getByRole('button', { name: 'Watch Video' }))
  expect(within(box).getByTitle('Video').getAttribute('srcdoc')).toBe('video')
  await waitFor(() => expect(within(box).queryByText('Loading video...')).toBeNull())
})

test('COURSE-18 ERR-55 D-43 a video says that it is loading, and when it fails; another try starts anew', async () => {
  await openBrief()
  const box = await screen.findByRole('region', { name: 'Video Tutorial' })
  fireEvent.click(within(box).getByRole('button', { name: 'Watch Video' }))
  expect(within(box).getByText('Loading video...')).toBeTruthy()
  fireEvent.error(within(box).getByTitle('Video'))
  expect(within(box).getByRole('alert').textContent).toContain('Video content is not available at the moment.')
  fireEvent.click(within(box).getByRole('button', { name: 'Try again' }))
  expect(within(box).getByText('Loading video...')).toBeTruthy()
  await waitFor(() => expect(within(box).queryByText('Loading video...')).toBeNull())
})

test('ERR-56 D-43 a tutorial without a video says so', async () => {
  show({ video: null })
  await openBrief()
  expect(await screen.findByText('No video content available for this tutorial.')).toBeTruthy()
})

test.each([
  [20, 'This video is a bit long (20 min)...'],
  [19, null],
])('TUT-32 a video of %i minutes: %s', async (duration, warning) => {
  show({ duration })
  await openBrief()
  await screen.findByRole('button', { name: 'Watch Video' })
  expect(screen.queryByText(/This video is a bit long/)?.textContent ?? null).toBe(warning)
})

test('TUT-15 the reference diagram shows only if there is one', async () => {
  await openBrief()
  const picture = await screen.findByRole('img', { name: 'Reference diagram of Write the brief' })
  expect(picture.getAttribute('src')).toBe('/api/files/diagram')
  cleanup()
  show({ diagram_url: null })
  await openBrief()
  await screen.findByText('You write the brief.')
  expect(screen.queryByText('Reference diagram')).toBeNull()
})

test('TUT-16 TUT-17 the prompt is open, and its chevron closes and opens it', async () => {
  await openBrief()
  const toggle = await screen.findByRole('button', { name: 'Prompt Content' })
  const isShown = () => screen.getByText('brief', { selector: 'strong' }).closest('[hidden]') === null
  expect([toggle.getAttribute('aria-expanded'), isShown()]).toEqual(['true', true])
  fireEvent.click(toggle)
  expect([toggle.getAttribute('aria-expanded'), isShown()]).toEqual(['false', false])
  fireEvent.click(toggle)
  expect(isShown()).toBe(true)
  expect(screen.getByRole('button', { name: 'Copy All' })).toBeTruthy()
})

test.each([
  ['<p> </p>', null],
  [null, { html: '<p></p>' }],
])('TUT-18 TUT-19 without prompt and code (%s, %o) the block is hidden and says so', async (prompt, code) => {
  show({ prompt: prompt === null ? null : { html: prompt }, 'code-sample': code })
  await openBrief()
  expect(await screen.findByText('No prompts provided for this tutorial')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Copy All' })).toBeNull()
})

test('TUT-20 TUT-21 Copy All copies prompt, line and code, and says Copied! for two seconds', async () => {
  await openBrief()
  await screen.findByRole('button', { name: 'Copy All' })
  vi.useFakeTimers()
  fireEvent.click(screen.getByRole('button', { name: 'Copy All' }))
  await act(async () => {})
  expect(copied).toEqual([
    "Write a brief.\n\nHere's an example of code that does work below, and that you can take inspiration from (in javascript):\n\nconst a = 1\nconst b = 2",
  ])
  act(() => void vi.advanceTimersByTime(1999))
  expect(screen.getByRole('button', { name: 'Copied!' })).toBeTruthy()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.getByRole('button', { name: 'Copy All' })).toBeTruthy()
})

test('the code sample can be copied alone', async () => {
  await openBrief()
  fireEvent.click(await screen.findByRole('button', { name: 'Copy code' }))
  await screen.findByRole('button', { name: 'Copied!' })
  expect(copied).toEqual(['const a = 1\nconst b = 2'])
})

test.each([
  ['Copy All', 'Could not copy the content to clipboard'],
  ['Copy code', 'Could not copy the code to clipboard'],
])('ERR-24 ERR-25 when "%s" fails, a toast says so', async (button, description) => {
  vi.mocked(navigator.clipboard.writeText).mockRejectedValue(new DOMException('Denied', 'NotAllowedError'))
  await openBrief()
  fireEvent.click(await screen.findByRole('button', { name: button }))
  const text = await screen.findByText(description)
  expect(text.parentElement?.textContent).toBe(`Copy failed${description}`)
  expect(screen.queryByText('Copied!')).toBeNull()
})

test('TUT-22 TUT-23 D-45 Pro Tips: the block is open and can be closed, its items are closed and open one at a time', async () => {
  await openBrief()
  const block = await screen.findByRole('button', { name: 'Pro Tips' })
  expect(block.getAttribute('aria-expanded')).toBe('true')
  const items = screen.getAllByRole('group').filter((item) => item.tagName === 'DETAILS') as HTMLDetailsElement[]
  expect(items.map((item) => [item.querySelector('summary')?.textContent, item.open])).toEqual([
    ['Read it aloud', false],
    ['Keep it short', false],
  ])
  // One name for all: the browser itself then keeps one open at a time.
  expect(new Set(items.map((item) => item.getAttribute('name'))).size).toBe(1)
  expect(items[0]?.getAttribute('name')).toBeTruthy()
  fireEvent.click(block)
  expect(block.getAttribute('aria-expanded')).toBe('false')
  expect(items[0]?.closest('[hidden]')).not.toBeNull()
})

test('TUT-24 the transition shows only if it has text', async () => {
  await openBrief()
  expect(await screen.findByText('Next you cut it down.')).toBeTruthy()
  cleanup()
  show({ transition: { html: '<p> </p>' } })
  await openBrief()
  await screen.findByText('You write the brief.')
  expect(screen.queryByText('Next you cut it down.')).toBeNull()
})

test('TUT-25 TUT-26 Previous and Next lead to their own session and course', async () => {
  show({
    next: {
      before_tutorial: { id: 'intro', name: 'Introduction', session_id: 'start', course_id: 'warm-up' },
      next_tutorial: { id: 'prompt', name: 'Prompt the screen', session_id: 'screen', course_id: 'master-course' },
    },
  })
  await openBrief()
  const previous = await screen.findByRole('link', { name: 'Previous Introduction' })
  expect(previous.getAttribute('href')).toBe('/courses/warm-up/sessions/start/tutorials/intro')
  expect(screen.getByRole('link', { name: 'Next Prompt the screen' }).getAttribute('href')).toBe(ofTutorial('prompt', 'screen'))
})

test('D-48 at an end of the course that button is not there', async () => {
  await openBrief()
  await screen.findByText('You write the brief.')
  expect(screen.queryByRole('link', { name: /^(Next|Previous)/ })).toBeNull()
})

test('the next tutorial is fetched as soon as somebody points at it', async () => {
  await openBrief()
  await screen.findByText('You write the brief.')
  expect(api.count('GET', '/api/tutorials/cut/content')).toBe(0)
  fireEvent.pointerEnter(screen.getByRole('link', { name: 'Cut it down' }))
  await waitFor(() => expect(api.count('GET', '/api/tutorials/cut/content')).toBe(1))
})

test('TUT-27 TUT-28 D-39 the feedback box shows only when it is set; "feedback" asks for a word in Slack', async () => {
  await openBrief()
  await screen.findByText('You write the brief.')
  expect(screen.queryByText(/How did this tutorial go|Did this tutorial help you/)).toBeNull()
  cleanup()
  show({ feedback_component: 'feedback' })
  await openBrief()
  expect(await screen.findByText(/post it in the #feedback channel in Slack/)).toBeTruthy()
})

test('TUT-29 TUT-30 D-40 any other value asks for a testimonial, in an external form in its own tab', async () => {
  show({ feedback_component: 'testimonial' })
  await openBrief()
  const link = await screen.findByRole('link', { name: 'Share your experience' })
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    'https://example.com/',
    '_blank',
    'noopener noreferrer',
  ])
})

test('ERR-54 D-43 a tutorial without a description says so', async () => {
  show({ description: { html: '<p></p>' } })
  await openBrief()
  expect(await screen.findByText('Tutorial description content is not available at the moment.')).toBeTruthy()
})

test('ERR-57 D-43 a tutorial without any content is coming soon', async () => {
  const nothing = { description: null, tools: null, prompt: null, transition: null, 'code-sample': null, video: null, diagram_url: null }
  show({ ...nothing, tips: [] })
  await openBrief()
  expect(await screen.findByText('Content for Write the brief is coming soon.')).toBeTruthy()
  expect(screen.queryByText('No prompts provided for this tutorial')).toBeNull()
})

test('D-47 ACCESS-01 a locked tutorial shows its title, the list and the way on, what unlocks it, and the free tutorial', async () => {
  api.reply(courses.sessionTutorials, 200, { success: true, data: sessions[1]?.tutorials })
  api.refuse(courses.tutorialContent, 403, 'entitlement_required', 'Buy the Master Course to open this tutorial.')
  await renderSignedIn(ofTutorial('prompt', 'screen'))
  expect(await heading('This tutorial is part of the Master Course.')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 2, name: 'Prompt the screen' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /Prompt the screen.*, locked/ })).toBeTruthy()
  const free = await screen.findByRole('link', { name: 'Read the free tutorial' })
  expect(free.getAttribute('href')).toBe(ofTutorial('brief'))
  expect((await screen.findByRole('link', { name: 'Previous Cut it down' })).getAttribute('href')).toBe(ofTutorial('cut'))
})

test('ACCESS-03 ACCESS-04 ACCESS-05 the admin sees no padlock', async () => {
  api.reply(accounts.context, 200, sampleContext({ is_admin: true }))
  api.reply(courses.sessionTutorials, 200, { success: true, data: sessions[1]?.tutorials })
  await renderSignedIn(ofTutorial('prompt', 'screen'))
  expect(await screen.findByText('You write the brief.')).toBeTruthy()
  expect(await screen.findByText('ADMIN')).toBeTruthy()
  expect(screen.queryByText(/locked/)).toBeNull()
})

test('what was locked is asked for again after the course was bought', async () => {
  api.reply(accounts.context, 200, buyerContext())
  api.refuse(courses.tutorialContent, 403, 'entitlement_required', 'Locked', { params: { tutorialId: 'brief' } })
  await openBrief()
  await heading('This tutorial is part of the Master Course.')
  fireEvent.click(screen.getByRole('link', { name: 'Cut it down' }))
  await screen.findByText('You write the brief.')
  show({ description: { html: '<p>Open now.</p>' } })
  fireEvent.click(screen.getByRole('link', { name: /^Write the brief/ }))
  expect(await screen.findByText('Open now.')).toBeTruthy()
})

test('ERR-47 while the session loads the page says so', async () => {
  api.reply(courses.session, 200, { success: true, data: sampleSessionDetail('idea') }, { after: new Promise(() => {}) })
  await renderSignedIn(ofTutorial('brief'))
  expect(await screen.findByText('Loading session...')).toBeTruthy()
})

test.each([
  ['ERR-51', courses.session, 'Failed to fetch session properties'],
  ['ERR-52', courses.sessionTutorials, 'Failed to fetch session tutorials'],
] as const)('ERR-48 ERR-49 %s a failed session says so, offers another try and the way back', async (_, route, message) => {
  api.refuse(route, 404, 'not_found', 'Not found')
  await renderSignedIn(ofTutorial('brief'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Error loading session' })).toBeTruthy()
  expect(screen.getByText(message)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Return to Course' }).getAttribute('href')).toBe('/courses/master-course')
  api.reply(courses.session, 200, { success: true, data: sampleSessionDetail('idea') })
  api.reply(courses.sessionTutorials, 200, { success: true, data: [first, second] })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await heading('Write the brief')
})

test('ERR-50 a session without tutorials says so', async () => {
  api.reply(courses.sessionTutorials, 200, { success: true, data: [] })
  await renderSignedIn(ofSession('idea'))
  expect(await screen.findByText('No tutorials found for this session')).toBeTruthy()
})

test('ERR-53 failed content leaves the session as it is and offers another try', async () => {
  api.refuse(courses.tutorialContent, 404, 'not_found', 'Not found')
  await openBrief()
  expect(await heading('Failed to fetch tutorial content')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Cut it down' })).toBeTruthy()
  show({})
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('You write the brief.')).toBeTruthy()
})
