import { contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { MockApi } from '../../../testing/mock-api.ts'
import { mockCourse, openBriefTutorial } from '../../../testing/mock-course.ts'

const { certificates, learning } = contract

let api: MockApi
beforeEach(() => {
  ;({ api } = mockCourse())
  showDone('cut', 'plan')
})

const done = (tutorial_id: string) => ({
  tutorial_id,
  state: 'done' as const,
  video_seconds: null,
  place: null,
  updated_at: '2026-11-22T12:00:00.000Z',
})
const showDone = (...ids: string[]) =>
  api.reply(learning.progress, 200, {
    tutorials: ids.map(done),
    done: ids.length,
    total: 3,
    checked_sessions: [],
    sessions_with_checks: [],
    continue_with: ids.length < 3 ? 'brief' : null,
  })
const unsent = () => Object.keys(localStorage).filter((key) => key.startsWith('academy.unsent-progress.'))

const sampleCertificate = {
  ...{ id: 'an-address', name: 'Ada Lovelace', course: 'Course', completed_on: '2026-11-22', hours: null },
  issuer: 'Verified by the academy' as const,
  sessions_checked: null,
  course_id: 'master-course',
  hidden: false,
  state: 'valid' as const,
  revoke_reason: null,
  review: null,
}

test('LEARN-47 the tutorial that completes the course leads to the certificate', async () => {
  await openBriefTutorial()
  const button = await screen.findByRole('button', { name: 'Mark as done' })
  api.reply(certificates.list, 200, [sampleCertificate])
  showDone('brief', 'cut', 'plan')
  fireEvent.click(button)
  const link = await screen.findByRole('link', { name: 'See your certificate' })
  expect(link.getAttribute('href')).toBe('/certificates/an-address')
  expect(screen.getByText('You finished the course!')).toBeTruthy()
})

test('LEARN-47 the certificate is shown also when a list of certificates from before the mark arrives after it', async () => {
  await openBriefTutorial()
  const button = await screen.findByRole('button', { name: 'Mark as done' })
  await waitFor(() => expect(unsent()).toEqual([]))
  const { promise: after, resolve: respond } = Promise.withResolvers<void>()
  api.reply(certificates.list, 200, [], { after })
  api.on('PUT', '/api/tutorials/brief/progress', async () => {
    await waitFor(() => expect(api.count('GET', '/api/certificates')).toBeGreaterThan(0))
    api.reply(certificates.list, 200, [sampleCertificate])
    return Response.json(done('brief'))
  })
  showDone('brief', 'cut', 'plan')
  fireEvent.click(button)
  await screen.findByText('You finished the course!')
  await waitFor(() => expect(unsent()).toEqual([]))
  respond()
  expect(await screen.findByRole('link', { name: 'See your certificate' })).toBeTruthy()
})

test('LEARN-47 a course that is completed offline leads to the certificate after the mark is sent', async () => {
  api.reply(certificates.list, 200, [])
  await openBriefTutorial()
  const button = await screen.findByRole('button', { name: 'Mark as done' })
  await waitFor(() => expect(unsent()).toEqual([]))
  api.breakConnection(learning.saveProgress)
  fireEvent.click(button)
  await screen.findByText('You finished the course!')
  const { queryClient } = await import('../../../api/query-client.ts')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  api.on('PUT', '/api/tutorials/brief/progress', () => {
    api.reply(certificates.list, 200, [sampleCertificate])
    return Response.json(done('brief'))
  })
  showDone('brief', 'cut', 'plan')
  await act(() => queryClient.refetchQueries({ queryKey: ['courses', 'master-course', 'progress'] }))
  expect(await screen.findByRole('link', { name: 'See your certificate' })).toBeTruthy()
})
