import { contract } from '@academy/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockCourse } from '../testing/mock-course.ts'
import { renderSignedIn } from '../testing/render-signed-in.tsx'
import { sampleCourseSummary, sampleSession, sampleTutorial } from '../testing/samples.ts'

test('COURSES-22 the glossary has the words of further courses, each with its tutorial once the course is published', async () => {
  const { api } = mockCourse()
  api.reply(contract.courses.list, 200, {
    success: true,
    data: [sampleCourseSummary(), sampleCourseSummary({ id: 'data', product: 'data_course' })],
  })
  const stays = sampleTutorial('see-who-stays', { name: 'See who stays' })
  api.on('GET', '/api/sessions', ({ search }) => {
    const data = search.get('course') === 'data' ? [sampleSession(1, { id: 'follow', tutorials: [stays] })] : []
    return Response.json({ success: true, data })
  })
  await renderSignedIn('/glossary?search=co')
  const link = await screen.findByRole('link', { name: 'See who stays' })
  expect(link.getAttribute('href')).toBe('/courses/data/sessions/follow/tutorials/see-who-stays')
  const words = screen.getAllByRole('term').map(({ textContent }) => textContent)
  expect(words).toEqual(expect.arrayContaining(['codebase', 'cohort', 'conversion funnel']))
})
