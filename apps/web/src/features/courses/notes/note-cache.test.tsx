import { contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { MockApi } from '../../../testing/mock-api.ts'
import { mockCourse, openBriefTutorial, tutorialPath } from '../../../testing/mock-course.ts'
import { noteField, noteVersion, writeNote } from '../../../testing/note.ts'

const { notes } = contract

let api: MockApi
beforeEach(() => {
  ;({ api } = mockCourse())
})

/** Starts to fetch the note again. Returns a function that lets the response arrive. */
async function refetchNote(note: ReturnType<typeof noteVersion>) {
  const { queryClient } = await import('../../../api/query-client.ts')
  const response = Promise.withResolvers<void>()
  const loads = () => api.count('GET', '/api/tutorials/brief/note')
  const before = loads()
  api.reply(notes.get, 200, note, { after: response.promise })
  const refetch = queryClient.refetchQueries({ queryKey: ['notes', 'one'] })
  await waitFor(() => expect(loads()).toBe(before + 1))
  return async () => {
    response.resolve()
    await act(() => refetch)
  }
}

test('LEARN-23 a note that is saved while the list of notes loads is in the list', async () => {
  const router = await openBriefTutorial()
  const [saving, loading] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  api.reply(notes.save, 200, noteVersion('Half a thought', 1), { after: saving.promise })
  api.reply(notes.list, 200, [], { after: loading.promise })
  await writeNote('Half a thought')
  act(() => router.goTo('/notes'))
  await waitFor(() => expect(api.count('GET', '/api/notes')).toBeGreaterThan(0))
  const tutorial = { name: 'Write the brief', session_id: 'idea', session_name: 'Idea', course_id: 'master-course' }
  api.reply(notes.list, 200, [{ ...noteVersion('Half a thought', 1), tutorial }])
  saving.resolve()
  await waitFor(() => expect(sessionStorage.getItem('academy.draft.note.brief')).toBeNull())
  loading.resolve()
  expect(await screen.findByText('Half a thought')).toBeTruthy()
})

test('LEARN-21 a conflict shows the other version also while an older one is loading', async () => {
  api.reply(notes.get, 200, noteVersion('one', 1))
  await openBriefTutorial()
  await noteField()
  const arrive = await refetchNote(noteVersion('one', 1))
  api.reply(notes.get, 200, noteVersion('theirs', 5))
  const message = 'This note was changed elsewhere.'
  api.refuse(notes.save, 409, 'conflict', message, { fields: { updated_at: message } })
  await writeNote('mine')
  fireEvent.blur(await noteField())
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Saved version')).value).toBe('theirs')
  await arrive()
  // The module keeps unsaved notes for the next test.
  fireEvent.click(screen.getByRole('button', { name: 'Take the saved version' }))
  await screen.findByText('Saved')
})

test('LEARN-21 a note that was saved while an older version was loading is shown after the user comes back', async () => {
  api.reply(notes.get, 200, noteVersion('one', 1))
  const router = await openBriefTutorial()
  await noteField()
  const arrive = await refetchNote(noteVersion('one', 1))
  api.reply(notes.save, 200, noteVersion('two', 2))
  await writeNote('two')
  fireEvent.blur(await noteField())
  await screen.findByText('Saved')
  await arrive()
  const loading = Promise.withResolvers<void>()
  api.reply(notes.get, 200, noteVersion('two', 2), { after: loading.promise, params: { tutorialId: 'brief' } })
  act(() => router.goTo(tutorialPath('cut')))
  await screen.findByRole('textbox', { name: 'Your note on Cut it down' })
  act(() => router.goTo(tutorialPath('brief')))
  expect((await noteField()).value).toBe('two')
  loading.resolve()
})
