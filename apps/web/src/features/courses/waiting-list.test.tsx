import { contract } from '@academy/contract'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockCourse, sampleSessions } from '../../testing/mock-course.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleCourse, sampleCourseSummary } from '../../testing/samples.ts'

const { courses } = contract

const WAITING_LIST = '/api/public/courses/later/waiting-list'
const SENT = 'Open the link in the email that we sent you.'

/** Mocks a course that opens on December 10. */
function mockUpcomingCourse(opens_on: string | null = '2126-12-10', studio_opens_on = '2126-11-26') {
  const { api } = mockCourse()
  const later = sampleCourseSummary({ id: 'later', name: 'Later', state: 'upcoming', opens_on, studio_opens_on })
  api.reply(courses.list, 200, { success: true, data: [sampleCourseSummary(), later] })
  api.reply(courses.course, 200, { success: true, data: sampleCourse('Later') })
  api.reply(courses.courseVideo, 200, { success: true, data: { html: '' } })
  const library = { resources: 0, samples: [] }
  const course = { id: 'later', name: 'Later', description: 'What comes.\nMore.', opens_on, sessions: sampleSessions, library }
  api.on('GET', '/api/public/courses/later', () => Response.json({ success: true, data: course }))
  return api
}
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Tell me when it opens' }))

test('COURSES-17 the page of a course that opens later has its day and the waiting list, and sells nothing', async () => {
  const api = mockUpcomingCourse()
  api.on('POST', WAITING_LIST, () => Response.json({ message: SENT }, { status: 202 }))
  await renderSignedIn('/courses/later')
  expect((await screen.findByRole('region', { name: 'Waiting list' })).textContent).toContain(
    'Later opens on December 10, and for subscribers of the Studio on November 26.',
  )
  expect(screen.queryByRole('button', { name: /Unlock/ })).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toMatch(/@/)
  send()
  expect((await screen.findByText(SENT)).closest('[role]')?.textContent).toContain('Check your mailbox')
})

test('COURSES-17 the waiting list says that subscribers of the Studio can buy the course once their day has come', async () => {
  mockUpcomingCourse('2126-12-10', '2026-11-26')
  await renderSignedIn('/courses/later')
  expect((await screen.findByRole('region', { name: 'Waiting list' })).textContent).toContain(
    'Later opens on December 10. Subscribers of the Studio can buy it now.',
  )
})

test('COURSES-17 a visitor reads the outline of a course that opens later, and joins its waiting list', async () => {
  const api = mockUpcomingCourse()
  const refusal = { success: false, code: 'rate_limited', error: 'Try again tomorrow.', message: 'Try again tomorrow.' }
  api.on('POST', WAITING_LIST, () => Response.json(refusal, { status: 429 }))
  await renderSignedIn('/waiting-list/later')
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Later')
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('What it will teach')
  expect(screen.getByText('Prompt the screen')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'ada' } })
  send()
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'ada@example.test' } })
  send()
  expect((await screen.findByText('Try again tomorrow.')).closest('[role]')?.textContent).toContain('You are not on the list')
})

test('COURSES-17 an open course has no waiting list', async () => {
  mockUpcomingCourse(null)
  await renderSignedIn('/waiting-list/later')
  expect((await screen.findByRole('link', { name: 'Open the course' })).getAttribute('href')).toBe('/courses/later')
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('What it teaches')
  expect(screen.queryByRole('region', { name: 'Waiting list' })).toBeNull()
})

test('COURSES-17 an unknown course has no waiting list', async () => {
  const api = mockUpcomingCourse()
  api.on('GET', '/api/public/courses/none', () => Response.json({ success: false }, { status: 404 }))
  await renderSignedIn('/waiting-list/none')
  expect(await screen.findByRole('heading', { level: 1, name: 'Course not found' })).toBeTruthy()
})
