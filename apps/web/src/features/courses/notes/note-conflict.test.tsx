import { contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { MockApi } from '../../../testing/mock-api.ts'
import { sampleUser } from '../../../testing/mock-auth-provider.ts'
import { mockCourse, openBriefTutorial } from '../../../testing/mock-course.ts'
import { keysOf, noteField, noteVersion, savedAt, saveNote, sentNotes, writeNote } from '../../../testing/note.ts'

const { notes } = contract

let api: MockApi
beforeEach(() => {
  ;({ api } = mockCourse())
})

/** Opens the tutorial and saves “mine”, after another tab or device has saved a text. */
async function saveAfterChangeElsewhere(savedText: string) {
  await openBriefTutorial()
  await noteField()
  const message = 'This note was changed elsewhere.'
  api.refuse(notes.save, 409, 'conflict', message, { fields: { updated_at: message } })
  api.reply(notes.get, 200, noteVersion(savedText, 5))
  await writeNote('mine')
  await saveNote()
}

test('LEARN-21 an older response that arrives late does not replace the saved text', async () => {
  api.reply(notes.get, 200, noteVersion('one', 1))
  await openBriefTutorial()
  api.reply(notes.save, 200, noteVersion('two', 2))
  await writeNote('two')
  await saveNote()
  await screen.findByText('Saved')
  const { queryClient } = await import('../../../api/query-client.ts')
  await act(() => queryClient.invalidateQueries({ queryKey: ['notes'] }))
  expect((await noteField()).value).toBe('two')
  api.reply(notes.get, 200, noteVersion('three', 3))
  await act(() => queryClient.invalidateQueries({ queryKey: ['notes'] }))
  await waitFor(async () => expect((await noteField()).value).toBe('three'))
})

test.each([
  ['Keep both', 'theirs\n\nmine'],
  ['Keep my version', 'mine'],
])('LEARN-21 two tabs lose no text: "%s" saves %j as a change of the other version', async (choice, text) => {
  api.reply(notes.get, 200, noteVersion('one', 1))
  await saveAfterChangeElsewhere('theirs')
  expect(((await screen.findByLabelText('Saved version')) as HTMLTextAreaElement).value).toBe('theirs')
  expect((await noteField()).value).toBe('mine')
  api.reply(notes.save, 200, noteVersion(text, 6))
  fireEvent.click(screen.getByRole('button', { name: choice }))
  await screen.findByText('Saved')
  expect((await noteField()).value).toBe(text)
  expect(document.activeElement).toBe(await noteField())
  expect(sentNotes(api)).toEqual([
    { text: 'mine', updated_at: savedAt(1) },
    { text, updated_at: savedAt(5) },
  ])
})

test('LEARN-21 the saved version can be taken, without another save', async () => {
  await saveAfterChangeElsewhere('theirs')
  fireEvent.click(await screen.findByRole('button', { name: 'Take the saved version' }))
  await screen.findByText('Saved')
  expect([(await noteField()).value, sentNotes(api).length]).toEqual(['theirs', 1])
})

test('LEARN-21 a lost response is not a conflict', async () => {
  await saveAfterChangeElsewhere('mine')
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(screen.queryByLabelText('Saved version')).toBeNull()
})

/** Mocks the API after it saved a text as version 5 and its response was lost: it repeats that response, and saves only changes of version 5. */
const mockLostSave = (text: string, key = keysOf(api)[0]) => {
  api.reply(notes.get, 200, noteVersion(text, 5))
  api.on('PUT', '/api/tutorials/brief/note', ({ body, headers }) => {
    const save = body as { text: string; updated_at: string | null }
    if (headers.get('idempotency-key') === key) {
      expect(save.text).toBe(text)
      return Response.json(noteVersion(text, 5))
    }
    if (save.updated_at === savedAt(5)) return Response.json(noteVersion(save.text, 6))
    const message = 'This note was changed elsewhere.'
    return Response.json({ success: false, error: message, message, code: 'conflict', fields: { updated_at: message } }, { status: 409 })
  })
}

test('LEARN-21 a lost response is not a conflict when the user types on', async () => {
  await openBriefTutorial()
  await noteField()
  api.replyOutsideTheContract(notes.save, 200, null)
  await writeNote('mine')
  await saveNote()
  await screen.findByText('Not saved')
  mockLostSave('mine')
  await writeNote('mine more')
  await saveNote()
  await screen.findByText(/^Saved$|choose a version/)
  expect(screen.queryByLabelText('Saved version')).toBeNull()
  expect(sentNotes(api)).toEqual([
    { text: 'mine', updated_at: null },
    { text: 'mine', updated_at: null },
    { text: 'mine more', updated_at: savedAt(5) },
  ])
  const [first, repeated, second] = keysOf(api)
  expect([repeated === first, second === first]).toEqual([true, false])
})

test('LEARN-21 a change elsewhere after a lost response loses no text', async () => {
  await openBriefTutorial()
  await noteField()
  api.breakConnection(notes.save)
  await writeNote('mine')
  await saveNote()
  await screen.findByText('Not saved')
  const lostKey = keysOf(api)[0]
  const message = 'This note was changed elsewhere.'
  api.on('PUT', '/api/tutorials/brief/note', ({ body, headers }) => {
    const { text, updated_at } = body as { text: string; updated_at: string | null }
    if (headers.get('idempotency-key') === lostKey) return Response.json(noteVersion(text, 5))
    if (updated_at === savedAt(6)) return Response.json(noteVersion(text, 7))
    return Response.json({ success: false, error: message, message, code: 'conflict', fields: { updated_at: message } }, { status: 409 })
  })
  api.reply(notes.get, 200, noteVersion('theirs', 6))
  await writeNote('mine more')
  await saveNote()
  expect(((await screen.findByLabelText('Saved version')) as HTMLTextAreaElement).value).toBe('theirs')
  fireEvent.click(screen.getByRole('button', { name: 'Keep both' }))
  await screen.findByText('Saved')
  expect((await noteField()).value).toBe('theirs\n\nmine more')
})

test('LEARN-21 a lost response is not a conflict after a reload either', async () => {
  const draft = { text: 'mine more', saved: { text: '', updated_at: null }, sent: { key: 'first', text: 'mine' } }
  sessionStorage.setItem('academy.draft.note.brief', JSON.stringify({ owner: sampleUser.id, draft }))
  mockLostSave('mine', 'first')
  await openBriefTutorial()
  await saveNote()
  await screen.findByText(/^Saved$|choose a version/)
  expect(screen.queryByLabelText('Saved version')).toBeNull()
  expect(sentNotes(api)).toEqual([
    { text: 'mine', updated_at: null },
    { text: 'mine more', updated_at: savedAt(5) },
  ])
})

test('LEARN-20 undoing a change while it is being saved keeps the undone text when the response is lost', async () => {
  api.reply(notes.get, 200, noteVersion('one', 1))
  await openBriefTutorial()
  const lost = Promise.withResolvers<Response>()
  api.on('PUT', '/api/tutorials/brief/note', () => lost.promise)
  await writeNote('two')
  await saveNote()
  await writeNote('one')
  expect(screen.queryByText('Saved')).toBeNull()
  await act(async () => lost.reject(new TypeError('Failed to fetch')))
  await screen.findByText('Not saved')
  mockLostSave('two')
  fireEvent.click(screen.getByRole('button', { name: 'Save again' }))
  await screen.findByText('Saved')
  expect((await noteField()).value).toBe('one')
  expect(sentNotes(api)).toEqual([
    { text: 'two', updated_at: savedAt(1) },
    { text: 'two', updated_at: savedAt(1) },
    { text: 'one', updated_at: savedAt(5) },
  ])
})
