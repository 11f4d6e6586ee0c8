import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { captureDownloads } from '../testing/capture-downloads.ts'
import { mockCourse, sampleSessions } from '../testing/mock-course.ts'
import { renderSignedIn } from '../testing/render-signed-in.tsx'
import { sampleCourseSummary, sampleSession, sampleTutorial } from '../testing/samples.ts'

const note = (tutorial_id: string, course_id: string, session_id = 'idea') => ({
  ...{ tutorial_id, text: `About ${tutorial_id}.`, updated_at: '2026-11-22T12:00:01.000Z' },
  tutorial: { name: `Tutorial ${tutorial_id}`, session_id, session_name: 'Start', course_id },
})

test('COURSES-21 notes name the further course, and their export has them by course, in the order of each', async () => {
  const { api } = mockCourse()
  const second = sampleCourseSummary({ id: 'second', name: 'Data for Product Managers', product: 'data_course' })
  api.reply(contract.courses.list, 200, { success: true, data: [sampleCourseSummary(), second] })
  const tutorials = [sampleTutorial('again'), sampleTutorial('more')]
  api.on('GET', '/api/sessions', ({ search }) => {
    const data = search.get('course') === 'second' ? [sampleSession(1, { id: 'next', tutorials })] : sampleSessions
    return Response.json({ success: true, data })
  })
  const gone = { ...note('gone', ''), tutorial: null }
  const listed = [
    note('more', 'second', 'next'),
    note('cut', 'master-course'),
    gone,
    note('again', 'second', 'next'),
    note('brief', 'master-course'),
  ]
  api.reply(contract.notes.list, 200, listed)
  await renderSignedIn('/notes')
  expect(await screen.findAllByText('Data for Product Managers: Start')).toHaveLength(2)
  expect(screen.getAllByText('Start')).toHaveLength(2)

  const saved = captureDownloads()
  fireEvent.click(await screen.findByRole('button', { name: 'Export as Markdown' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  const headings = (await saved[0]?.file.text())?.split('\n').filter((line) => line.startsWith('##'))
  expect(headings).toEqual([
    '## Notes: Master Course',
    '### Start: Tutorial brief',
    '### Start: Tutorial cut',
    '## Notes: Data for Product Managers',
    '### Start: Tutorial again',
    '### Start: Tutorial more',
    '## Notes',
    '### A tutorial that is no longer available',
  ])
})
