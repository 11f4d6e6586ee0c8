import { htmlParts, TUTORIAL_PARTS } from '@academy/contract/tutorial-parts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockCourse, openBriefTutorial } from '../../../testing/mock-course.ts'

const noHtml = Object.fromEntries(htmlParts.map((part) => [TUTORIAL_PARTS[part].field, null]))

let show: ReturnType<typeof mockCourse>['show']

beforeEach(() => {
  ;({ show } = mockCourse())
  Element.prototype.scrollIntoView = vi.fn()
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

test('EDITION-33 90 days after its author checked the facts of a tutorial, the page says so', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const isSaid = async (facts_checked_on: string | null) => {
    cleanup()
    show({ facts_checked_on })
    await openBriefTutorial()
    await screen.findByRole('button', { name: 'Watch Video' })
    return screen.queryByText('Some facts may have changed') !== null
  }
  expect(await isSaid(null)).toBe(false)
  expect(await isSaid(daysAgo(89))).toBe(false)
  expect(await isSaid(daysAgo(92))).toBe(true)
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
  show({ ...noHtml, description: { html: '<p>You write the brief.</p>' }, diagram_url: null, tips: [] })
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
  show({ ...noHtml, diagram_url, tips: [] })
  await openBriefTutorial()
  expect(await screen.findByText('Content for Write the brief is coming soon.')).toBeTruthy()
  expect(screen.queryByText('No prompts provided for this tutorial')).toBeNull()
})
