import { contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { MockApi } from '../../../testing/mock-api.ts'
import { sampleUser } from '../../../testing/mock-auth-provider.ts'
import { mockCourse, openBriefTutorial, tutorialPath } from '../../../testing/mock-course.ts'
import { noteField, noteVersion, savedAt, saveNote, sentNotes, writeNote } from '../../../testing/note.ts'
import { settled } from '../../../testing/settled.ts'

const { courses, notes } = contract

let api: MockApi
beforeEach(() => {
  ;({ api } = mockCourse())
})

let response = Promise.withResolvers<void>()

test('LEARN-20 a note saves itself after a pause in typing, and says so', async () => {
  await openBriefTutorial()
  api.reply(notes.save, 200, noteVersion('Keep it short.', 1))
  const box = await noteField()
  // One right after the other: a wait between them could be the pause after which the note is saved.
  fireEvent.change(box, { target: { value: 'Keep it' } })
  expect(screen.getByText('Not saved yet')).toBeTruthy()
  fireEvent.change(box, { target: { value: 'Keep it short.' } })
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(sentNotes(api)).toEqual([{ text: 'Keep it short.', updated_at: null }])
})

test('LEARN-20 what is typed while a save is under way is saved next, as a change of that version', async () => {
  api.reply(notes.get, 200, noteVersion('one', 1))
  await openBriefTutorial()
  const first = Promise.withResolvers<void>()
  api.reply(notes.save, 200, noteVersion('two', 2), { after: first.promise })
  await writeNote('two')
  await saveNote()
  expect(await screen.findByText('Saving...')).toBeTruthy()
  await writeNote('three')
  api.reply(notes.save, 200, noteVersion('three', 3))
  await act(async () => first.resolve())
  await saveNote()
  await screen.findByText('Saved')
  expect(sentNotes(api)).toEqual([
    { text: 'two', updated_at: savedAt(1) },
    { text: 'three', updated_at: savedAt(2) },
  ])
  expect((await noteField()).value).toBe('three')
})

test('LEARN-20 leaving the tutorial saves at once', async () => {
  const router = await openBriefTutorial()
  api.reply(notes.save, 200, noteVersion('Half a thought', 1))
  await writeNote('Half a thought')
  router.goTo(tutorialPath('cut'))
  await waitFor(() => expect(sentNotes(api)).toEqual([{ text: 'Half a thought', updated_at: null }]))
})

test.each([
  ['saved', () => api.reply(notes.save, 200, noteVersion('mine', 1), { after: response.promise })],
  ['refused', () => api.refuse(notes.save, 503, 'unavailable', 'Try again soon.', { after: response.promise })],
])('D-12 a note that is %s after its user signed out stays in no cache and no draft', async (_, respond) => {
  await openBriefTutorial()
  response = Promise.withResolvers<void>()
  respond()
  await writeNote('mine')
  await saveNote()
  await screen.findByText('Saving...')
  await writeNote('mine more')
  const [{ authClient }, { queryClient }, { removeAllDrafts }] = await Promise.all([
    import('../../../session/auth-client.ts'),
    import('../../../api/query-client.ts'),
    import('../../../session/drafts.ts'),
  ])
  await act(() => Reflect.get(authClient, '_notifyAllSubscribers').call(authClient, 'SIGNED_OUT', null))
  removeAllDrafts()
  await act(async () => response.resolve())
  await settled()
  expect(queryClient.getQueryCache().findAll({ queryKey: ['notes'] })).toEqual([])
  expect(sessionStorage.getItem('academy.draft.note.brief')).toBeNull()
})

test('LEARN-20 undoing a change that the API refuses leaves the note saved', async () => {
  api.reply(notes.get, 200, noteVersion('one', 1))
  await openBriefTutorial()
  const refused = Promise.withResolvers<void>()
  api.refuse(notes.save, 403, 'forbidden', 'You cannot change this note.', { after: refused.promise })
  await writeNote('two')
  await saveNote()
  await writeNote('one')
  await act(async () => refused.resolve())
  await screen.findByText('Saved')
  expect(sentNotes(api)).toEqual([{ text: 'two', updated_at: savedAt(1) }])
})

test('LEARN-20 a note that cannot be saved says so, stays in the tab, and is saved again', async () => {
  const router = await openBriefTutorial()
  api.refuse(notes.save, 503, 'unavailable', 'Please try again soon.')
  await writeNote('Do not lose me')
  await saveNote()
  expect(await screen.findByText('Please try again soon. Your text is kept in this tab.')).toBeTruthy()
  const leaving = new Event('beforeunload', { cancelable: true })
  dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)

  router.goTo(tutorialPath('cut'))
  await screen.findByRole('textbox', { name: 'Your note on Cut it down' })
  router.goTo(tutorialPath('brief'))
  expect((await noteField()).value).toBe('Do not lose me')
  api.reply(notes.save, 200, noteVersion('Do not lose me', 1))
  const saveAgain = await screen.findByRole('button', { name: 'Save again' })
  saveAgain.focus()
  fireEvent.click(saveAgain)
  await screen.findByText('Saved')
  // The button is gone.
  expect(document.activeElement?.tagName).toBe('TEXTAREA')
  const leavingLater = new Event('beforeunload', { cancelable: true })
  dispatchEvent(leavingLater)
  expect(leavingLater.defaultPrevented).toBe(false)
})

test('LEARN-20 a text that was not saved before a reload is restored and saved', async () => {
  api.reply(notes.get, 200, noteVersion('one', 1))
  sessionStorage.setItem(
    'academy.draft.note.brief',
    JSON.stringify({ owner: sampleUser.id, draft: { text: 'one and a half', saved: { text: 'one', updated_at: savedAt(1) } } }),
  )
  api.reply(notes.save, 200, noteVersion('one and a half', 2))
  await openBriefTutorial()
  expect((await noteField()).value).toBe('one and a half')
  await saveNote()
  await screen.findByText('Saved')
  expect(sentNotes(api)).toEqual([{ text: 'one and a half', updated_at: savedAt(1) }])
  expect(sessionStorage.getItem('academy.draft.note.brief')).toBeNull()
})

test('LEARN-20 a note that is too long is not sent, and says by how much', async () => {
  await openBriefTutorial()
  await writeNote('x'.repeat(20_001))
  await saveNote()
  expect(screen.getByText('Not saved: 1 character too long')).toBeTruthy()
  await writeNote('')
  expect(screen.getByText('Saves as you type')).toBeTruthy()
  expect(sentNotes(api)).toEqual([])
})

test('LEARN-22 a locked tutorial shows a note that exists, and offers no new one', async () => {
  api.refuse(courses.tutorialContent, 403, 'entitlement_required', 'This tutorial is part of the Master Course.')
  const router = await openBriefTutorial()
  await screen.findByText('This tutorial is part of the Master Course.')
  await waitFor(() => expect(api.count('GET', '/api/tutorials/brief/note')).toBeGreaterThan(0))
  expect(screen.queryByText('Your note')).toBeNull()
  api.reply(notes.get, 200, { ...noteVersion('From before', 1), tutorial_id: 'cut' })
  router.goTo(tutorialPath('cut'))
  const box = (await screen.findByRole('textbox', { name: 'Your note on Cut it down' })) as HTMLTextAreaElement
  expect(box.value).toBe('From before')
  const save = async (text: string, second: number, status: string) => {
    api.reply(notes.save, 200, { ...noteVersion(text, second), tutorial_id: 'cut' })
    fireEvent.change(box, { target: { value: text } })
    fireEvent.blur(box)
    await screen.findByText(status)
  }
  await save('', 2, 'Saves as you type')
  await save('Begun again', 3, 'Saved')
  expect(sentNotes(api)).toEqual([
    { text: '', updated_at: savedAt(1) },
    { text: 'Begun again', updated_at: savedAt(2) },
  ])
})
