import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MockApi } from '../../../testing/mock-api.ts'
import { sampleSession } from '../../../testing/mock-auth-provider.ts'
import { mockCourse, openBriefTutorial, tutorialPath } from '../../../testing/mock-course.ts'
import { openApp, storeSession } from '../../../testing/open-app.tsx'
import { setViewportWidth } from '../../../testing/set-viewport-width.ts'

let api: MockApi

beforeEach(() => {
  ;({ api } = mockCourse())
  Element.prototype.scrollIntoView = vi.fn()
})
afterEach(() => api.expectNothingElse())

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
