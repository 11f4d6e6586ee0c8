import type { Page } from '@playwright/test'
import { expect } from '../fixtures/test.ts'
import { expectAccessible } from './check-page.ts'
import { at, type Screen } from './screen.ts'

const NAME = 'A further course with a name that takes two lines on a phone'
const DAY = '2126-12-14'

/** Adds a course that opens later, with the outline of the Master Course. */
async function addUpcomingCourse(page: Page): Promise<void> {
  const ofMasterCourse = (url: string) =>
    url.replace('/courses/later', '/courses/master-course').replace('/api/sessions?course=later', '/api/sessions')
  await page.route(/\/api\/(public\/)?courses\/later|\/api\/sessions\?course=later/, async (route) => {
    const response = await route.fetch({ url: ofMasterCourse(route.request().url()) })
    const { data, ...rest } = await response.json()
    const isPublic = route.request().url().includes('/public/')
    await route.fulfill({ response, json: { ...rest, data: isPublic ? { ...data, id: 'later', name: NAME, opens_on: DAY } : data } })
  })
  await page.route(/\/api\/courses$/, async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = await response.json()
    const opening = { state: 'upcoming', opens_on: DAY, studio_opens_on: '2026-11-26', free_tutorials: 0 }
    await route.fulfill({ response, json: { ...rest, data: [...data, { ...data[0], ...opening, id: 'later', name: NAME }] } })
  })
}

/** Sends an address to the waiting list of the open page, which the API accepts. */
async function joinWaitingList(page: Page): Promise<void> {
  const json = { message: 'Open the link in the email that we sent you. Only then you are on the list.' }
  await page.route(/\/waiting-list$/, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 202, json }) : route.fallback(),
  )
  await page.getByLabel('Email').fill('nonsense')
  await page.getByRole('button', { name: 'Tell me when it opens' }).click()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByRole('button', { name: 'Tell me when it opens' }).click()
  await expect(page.getByText('Check your mailbox')).toBeVisible()
}

const open = (path: string, heading: RegExp) => async (page: Page) => {
  await addUpcomingCourse(page)
  await at(path, heading)(page)
}

/** Several courses, one of which opens later. */
export const coursesScreens: Screen[] = [
  { name: 'courses, several', as: 'learner@academy.test', open: open('/courses', /Courses/) },
  {
    name: 'course that opens later, then with an address on its waiting list',
    as: 'learner@academy.test',
    open: async (page) => {
      await open('/courses/later', /./)(page)
      await expect(page.getByText('Subscribers of the Studio can buy it now.')).toBeVisible()
      await expectAccessible(page)
      await joinWaitingList(page)
    },
  },
  {
    name: 'waiting list for visitors, then with an address on it',
    open: async (page) => {
      await open('/waiting-list/later', /A further course/)(page)
      await expectAccessible(page)
      await joinWaitingList(page)
    },
  },
  { name: 'learning figures with a choice of the course', as: 'admin@academy.test', open: open('/admin/learning', /Learning/) },
]
