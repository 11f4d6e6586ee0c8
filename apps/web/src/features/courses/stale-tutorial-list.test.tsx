import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { MockApi } from '../../testing/mock-api.ts'
import { briefTutorial, cutTutorial, mockCourse, openBriefTutorial, tutorialPath } from '../../testing/mock-course.ts'
import { sampleTutorial } from '../../testing/samples.ts'

const { courses } = contract
let api: MockApi
let show: ReturnType<typeof mockCourse>['show']

beforeEach(() => {
  ;({ api, show } = mockCourse())
  Element.prototype.scrollIntoView = vi.fn()
})

const published = sampleTutorial('new', { name: 'Published since', free: true })
const lists = () => api.count('GET', '/api/sessions/idea/tutorials')

/** Clicks Next to a tutorial that is missing in the cached list of the session. */
async function goOn() {
  show({
    next: { before_tutorial: null, next_tutorial: { id: 'new', name: 'Published since', session_id: 'idea', course_id: 'master-course' } },
  })
  const router = await openBriefTutorial()
  const next = await screen.findByRole('link', { name: /^Next/ })
  return { router, follow: () => fireEvent.click(next) }
}

test('TUT-26 D-49 Next opens a tutorial that was published after the list was loaded', async () => {
  const { router, follow } = await goOn()
  api.reply(courses.sessionTutorials, 200, { success: true, data: [briefTutorial, cutTutorial, published] })
  follow()
  expect(await screen.findByRole('heading', { name: 'Published since' })).toBeTruthy()
  expect(router.path).toBe(tutorialPath('new'))
})

test('D-49 redirects to the first tutorial when the refetched list lacks it too', async () => {
  const { router, follow } = await goOn()
  const before = lists()
  follow()
  expect(router.path).toBe(tutorialPath('new'))
  await waitFor(() => expect(router.path).toBe(tutorialPath('brief')))
  expect(lists()).toBe(before + 1)
})

test('D-49 does not redirect while the list cannot be loaded', async () => {
  const { router, follow } = await goOn()
  api.refuse(courses.sessionTutorials, 500, 'internal', 'Something went wrong on our side.')
  follow()
  expect(await screen.findByRole('heading', { level: 1, name: 'Error loading session' })).toBeTruthy()
  expect(router.path).toBe(tutorialPath('new'))
  api.reply(courses.sessionTutorials, 200, { success: true, data: [briefTutorial, cutTutorial, published] })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Published since' })).toBeTruthy()
})
