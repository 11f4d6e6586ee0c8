import { contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { MockApi } from '../../../testing/mock-api.ts'
import { mockCourse, openBriefTutorial } from '../../../testing/mock-course.ts'
import { masterCourseContext, sampleContent } from '../../../testing/samples.ts'
import { settled } from '../../../testing/settled.ts'

const { accounts, courses } = contract
let api: MockApi

const buyer = () => {
  const context = masterCourseContext()
  const guarantee = {
    purchase_id: 'cs_1',
    offer: 'master_course' as const,
    state: 'open' as const,
    amount: 259_00,
    currency: 'eur' as const,
    last_day: '2026-12-12T12:00:00.000Z',
  }
  return { ...context, data: { ...context.data, guarantee } }
}

beforeEach(() => {
  ;({ api } = mockCourse())
  api.reply(accounts.context, 200, buyer())
  api.refuse(courses.tutorialContent, 409, 'guarantee_open', 'This tutorial starts the course.')
})

const contentRequests = () => api.requests.filter(({ path }) => path.endsWith('/content')).map(({ path, search }) => `${path}?${search}`)

test('LEARN-56 the page asks the user before the first paid tutorial ends the guarantee', async () => {
  await openBriefTutorial()
  expect(await screen.findByRole('heading', { name: 'Ready to start the course?' })).toBeTruthy()
  expect(screen.getByText(/Opening this tutorial starts the course and ends the guarantee/).closest('p')?.textContent).toContain(
    'Until December 12',
  )
  expect(api.requests.filter(({ method }) => method === 'PUT')).toEqual([])
  const asked = contentRequests()
  expect(asked.filter((request) => !request.includes('start=false'))).toEqual([])

  api.reply(courses.tutorialContent, 200, { success: true, data: sampleContent() })
  fireEvent.click(screen.getByRole('button', { name: 'Start the course' }))
  expect(await screen.findByText('You write the brief.')).toBeTruthy()
  expect(contentRequests().slice(asked.length)[0]).toBe('/api/tutorials/brief/content?')
  expect(screen.queryByRole('heading', { name: 'Ready to start the course?' })).toBeNull()
  await waitFor(() => expect(api.requests.some(({ method }) => method === 'PUT')).toBe(true))
})

test('LEARN-56 a refusal that was on its way when the course started does not hide the content', async () => {
  await openBriefTutorial()
  const start = await screen.findByRole('button', { name: 'Start the course' })
  const { queryClient } = await import('../../../api/query-client.ts')
  const refusing = Promise.withResolvers<void>()
  const asked = contentRequests().length
  api.refuse(courses.tutorialContent, 409, 'guarantee_open', 'This tutorial starts the course.', { after: refusing.promise })
  const refetch = queryClient.refetchQueries({ queryKey: ['tutorials'] })
  await waitFor(() => expect(contentRequests()).toHaveLength(asked + 1))
  api.reply(courses.tutorialContent, 200, { success: true, data: sampleContent() })
  fireEvent.click(start)
  await screen.findByText('You write the brief.')
  refusing.resolve()
  await act(() => refetch)
  await settled()
  expect(screen.queryByRole('heading', { name: 'Ready to start the course?' })).toBeNull()
})

test('LEARN-56 hovering a tutorial asks for its content without starting the course', async () => {
  await openBriefTutorial()
  await screen.findByRole('heading', { name: 'Ready to start the course?' })
  fireEvent.pointerEnter(screen.getByRole('link', { name: 'Cut it down' }))
  await waitFor(() => expect(contentRequests().some((request) => request.includes('/cut/'))).toBe(true))
  expect(contentRequests().filter((request) => !request.includes('start=false'))).toEqual([])
})

test('LEARN-56 the error of a failed start is not shown with the next tutorial', async () => {
  await openBriefTutorial()
  const start = await screen.findByRole('button', { name: 'Start the course' })
  const next = screen.getByRole('link', { name: 'Cut it down' })
  fireEvent.pointerEnter(next)
  await waitFor(() => expect(contentRequests().some((request) => request.includes('/cut/'))).toBe(true))
  api.refuse(courses.tutorialContent, 503, 'unavailable', 'Please try again soon.', { params: { tutorialId: 'brief' } })
  fireEvent.click(start)
  await screen.findByText('Please try again soon.')
  fireEvent.click(next)
  expect(await screen.findByRole('heading', { level: 2, name: 'Cut it down' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Ready to start the course?' })).toBeTruthy()
  expect(screen.queryByText('Please try again soon.')).toBeNull()
})

test('LEARN-56 a refund in another tab locks the tutorial', async () => {
  await openBriefTutorial()
  const start = await screen.findByRole('button', { name: 'Start the course' })
  api.refuse(courses.tutorialContent, 403, 'entitlement_required', 'This tutorial is part of the Master Course.')
  fireEvent.click(start)
  expect(await screen.findByRole('heading', { name: 'This tutorial is part of the Master Course.' })).toBeTruthy()
})
