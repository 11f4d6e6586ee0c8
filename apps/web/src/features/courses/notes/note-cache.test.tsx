import { contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { MockApi } from '../../../testing/mock-api.ts'
import { mockCourse, openBriefTutorial } from '../../../testing/mock-course.ts'

const { notes } = contract

let api: MockApi
beforeEach(() => {
  ;({ api } = mockCourse())
})

const version = (text: string, second: number) => ({
  tutorial_id: 'brief',
  text,
  updated_at: new Date(Date.UTC(2026, 10, 22, 12, 0, second)).toISOString(),
})
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your note on Write the brief' })
const write = async (text: string) => fireEvent.change(await field(), { target: { value: text } })

test('LEARN-23 a note that is saved while the list of notes loads is in the list', async () => {
  const router = await openBriefTutorial()
  const [saving, loading] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  api.reply(notes.save, 200, version('Half a thought', 1), { after: saving.promise })
  api.reply(notes.list, 200, [], { after: loading.promise })
  await write('Half a thought')
  act(() => router.goTo('/notes'))
  await waitFor(() => expect(api.count('GET', '/api/notes')).toBeGreaterThan(0))
  const tutorial = { name: 'Write the brief', session_id: 'idea', session_name: 'Idea', course_id: 'master-course' }
  api.reply(notes.list, 200, [{ ...version('Half a thought', 1), tutorial }])
  saving.resolve()
  await waitFor(() => expect(sessionStorage.getItem('academy.draft.note.brief')).toBeNull())
  loading.resolve()
  expect(await screen.findByText('Half a thought')).toBeTruthy()
})
