import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CannedApi } from '../../testing/canned-api.ts'
import { brief, cannedCourse, cut, ofTutorial, openBrief } from '../../testing/canned-course.ts'
import { sampleTutorial } from '../../testing/samples.ts'

const { courses } = contract
let api: CannedApi
let show: ReturnType<typeof cannedCourse>['show']

beforeEach(() => {
  ;({ api, show } = cannedCourse())
  Element.prototype.scrollIntoView = vi.fn()
})
afterEach(() => api.expectNothingElse())

const published = sampleTutorial('new', { name: 'Published since', free: true })
const lists = () => api.count('GET', '/api/sessions/idea/tutorials')

/** Follows Next to a tutorial that the list of the session, as it was loaded, does not hold. */
async function goOn() {
  show({
    next: { before_tutorial: null, next_tutorial: { id: 'new', name: 'Published since', session_id: 'idea', course_id: 'master-course' } },
  })
  const router = await openBrief()
  const next = await screen.findByRole('link', { name: /^Next/ })
  return { router, follow: () => fireEvent.click(next) }
}

test('TUT-26 D-49 Next leads to a tutorial that was published since the list was loaded', async () => {
  const { router, follow } = await goOn()
  api.reply(courses.sessionTutorials, 200, { success: true, data: [brief, cut, published] })
  follow()
  expect(await screen.findByRole('heading', { name: 'Published since' })).toBeTruthy()
  expect(router.path).toBe(ofTutorial('new'))
})

test('D-49 what a list loaded since does not hold either leads to the first tutorial', async () => {
  const { router, follow } = await goOn()
  const before = lists()
  follow()
  expect(router.path).toBe(ofTutorial('new'))
  await waitFor(() => expect(router.path).toBe(ofTutorial('brief')))
  expect(lists()).toBe(before + 1)
})

test('D-49 while the list cannot be loaded nobody is sent away', async () => {
  const { router, follow } = await goOn()
  api.refuse(courses.sessionTutorials, 500, 'internal', 'Something went wrong on our side.')
  follow()
  expect(await screen.findByRole('heading', { level: 1, name: 'Error loading session' })).toBeTruthy()
  expect(router.path).toBe(ofTutorial('new'))
  api.reply(courses.sessionTutorials, 200, { success: true, data: [brief, cut, published] })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Published since' })).toBeTruthy()
})
