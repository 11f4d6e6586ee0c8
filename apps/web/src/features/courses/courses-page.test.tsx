import { contract } from '@academy/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockServices } from '../../testing/mock-services.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleCourseSummary } from '../../testing/samples.ts'

test('COURSES-12 /courses leads to the only course', async () => {
  const { api } = mockServices()
  api.reply(contract.courses.courseVideo, 200, { success: true, data: { html: '' } })
  const router = await renderSignedIn('/courses')
  await waitFor(() => expect(router.path).toBe('/courses/master-course'))
})

test('COURSES-12 /courses lists several courses, each with what the user can do with it', async () => {
  const { api } = mockServices()
  const opening = { id: 'later', name: 'Later', state: 'upcoming' as const, opens_on: '2026-12-10', sessions: 1, tutorials: 3 }
  api.reply(contract.courses.list, 200, { success: true, data: [sampleCourseSummary(), sampleCourseSummary(opening)] })
  const router = await renderSignedIn('/courses')
  await screen.findByRole('heading', { level: 1, name: 'Courses' })
  const links = screen.getAllByRole('link', { name: /^(Look inside|See what is coming): / })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/courses/master-course', '/courses/later'])
  expect(screen.getByText('Opens on December 10')).toBeTruthy()
  expect(screen.getByText('5 free')).toBeTruthy()
  expect(router.path).toBe('/courses')
})
