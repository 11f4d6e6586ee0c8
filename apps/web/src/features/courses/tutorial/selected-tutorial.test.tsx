import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CannedApi } from '../../../testing/canned-api.ts'
import { cannedCourse, ofTutorial, openBrief } from '../../../testing/canned-course.ts'
import { sampleSession } from '../../../testing/canned-provider.ts'
import { keepSession, openApp } from '../../../testing/open-app.tsx'
import { viewport } from '../../../testing/viewport.ts'

let api: CannedApi

beforeEach(() => {
  ;({ api } = cannedCourse())
  Element.prototype.scrollIntoView = vi.fn()
})
afterEach(() => api.expectNothingElse())

test.each([
  ['below the list it comes to the top, past the list', 767, 'start'],
  ['beside the list the page stays at its top', 1440, 'nearest'],
] as const)('TUT-08 on arrival: %s', async (_, width, block) => {
  viewport(width)
  keepSession(sampleSession())
  await openApp(ofTutorial('brief'))
  await waitFor(() => expect(Element.prototype.scrollIntoView).toHaveBeenCalledWith({ block }))
})

test('TUT-08 another tutorial comes to the top on wide screens as well', async () => {
  await openBrief()
  fireEvent.click(screen.getByRole('link', { name: 'Cut it down' }))
  await waitFor(() => expect(Element.prototype.scrollIntoView).toHaveBeenLastCalledWith({ block: 'start' }))
})
