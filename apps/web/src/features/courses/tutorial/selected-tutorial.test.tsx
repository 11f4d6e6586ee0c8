import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sampleSession } from '../../../testing/mock-auth-provider.ts'
import { mockCourse, openBriefTutorial, tutorialPath } from '../../../testing/mock-course.ts'
import { openApp, storeSession } from '../../../testing/open-app.tsx'
import { setViewportWidth } from '../../../testing/set-viewport-width.ts'

beforeEach(() => {
  mockCourse()
  Element.prototype.scrollIntoView = vi.fn()
})

test.each([
  ['below the list it comes to the top, past the list', 767, 'start'],
  ['beside the list the page stays at its top', 1440, 'nearest'],
] as const)('TUT-08 on arrival: %s', async (_, width, block) => {
  setViewportWidth(width)
  storeSession(sampleSession())
  await openApp(tutorialPath('brief'))
  await waitFor(() => expect(Element.prototype.scrollIntoView).toHaveBeenCalledWith({ block }))
})

test('TUT-08 scrolls a newly selected tutorial to the top on wide screens too', async () => {
  await openBriefTutorial()
  fireEvent.click(screen.getByRole('link', { name: 'Cut it down' }))
  await waitFor(() => expect(Element.prototype.scrollIntoView).toHaveBeenLastCalledWith({ block: 'start' }))
})

test('LEARN-66 a link to a section opens the tutorial at that section, which takes the focus', async () => {
  storeSession(sampleSession())
  await openApp(`${tutorialPath('brief')}#section-prompt`)
  await screen.findByText('You write the brief.')
  const scroll = vi.mocked(Element.prototype.scrollIntoView)
  await waitFor(() => expect(scroll).toHaveBeenCalled())
  vi.useFakeTimers()
  vi.advanceTimersByTime(200)
  // StrictMode runs effects twice.
  expect(new Set(scroll.mock.contexts.map((element) => (element as Element).id))).toEqual(new Set(['section-prompt']))
  expect(document.activeElement?.id).toBe('section-prompt')
})

test('TUT-08 does not take the page back from where the user has scrolled meanwhile', async () => {
  await openBriefTutorial()
  vi.useFakeTimers()
  onTestFinished(() => scrollTo(0, 0))
  const scroll = vi.mocked(Element.prototype.scrollIntoView)
  scroll.mockClear()
  fireEvent.click(screen.getByRole('link', { name: 'Cut it down' }))
  vi.advanceTimersByTime(50)
  scrollTo(0, 500)
  vi.advanceTimersByTime(200)
  expect(scroll).not.toHaveBeenCalled()
})
