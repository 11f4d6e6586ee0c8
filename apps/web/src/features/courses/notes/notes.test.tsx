import { contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MockApi } from '../../../testing/mock-api.ts'
import { sampleUser } from '../../../testing/mock-auth-provider.ts'
import { mockCourse, openBriefTutorial, tutorialPath } from '../../../testing/mock-course.ts'

const { courses, notes } = contract

let api: MockApi
beforeEach(() => {
  ;({ api } = mockCourse())
})
afterEach(() => {
  sessionStorage.clear()
  vi.restoreAllMocks()
})

let response = Promise.withResolvers<void>()
const time = (second: number) => new Date(Date.UTC(2026, 10, 22, 12, 0, second)).toISOString()
const version = (text: string, second: number) => ({ tutorial_id: 'brief', text, updated_at: time(second) })
const field = async () => (await screen.findByRole('textbox', { name: 'Your note on Write the brief' })) as HTMLTextAreaElement
const write = async (text: string) => fireEvent.change(await field(), { target: { value: text } })
const saveNow = async () => fireEvent.blur(await field())
const sent = () => api.requests.filter(({ method, path }) => method === 'PUT' && path.endsWith('/note')).map(({ body }) => body)
const conflict = () =>
  api.refuse(notes.save, 409, 'conflict', 'This note was changed elsewhere.', {
    fields: { updated_at: 'This note was changed elsewhere.' },
  })

test('LEARN-20 a note saves itself after a pause in typing, and says so', async () => {
  await openBriefTutorial()
  api.reply(notes.save, 200, version('Keep it short.', 1))
  const box = await field()
  // One right after the other: a wait between them could be the pause after which the note is saved.
  fireEvent.change(box, { target: { value: 'Keep it' } })
  expect(screen.getByText('Not saved yet')).toBeTruthy()
  fireEvent.change(box, { target: { value: 'Keep it short.' } })
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(sent()).toEqual([{ text: 'Keep it short.', updated_at: null }])
})

test('LEARN-20 what is typed while a save is under way is saved next, as a change of that version', async () => {
  api.reply(notes.get, 200, version('one', 1))
  await openBriefTutorial()
  const first = Promise.withResolvers<void>()
  api.reply(notes.save, 200, version('two', 2), { after: first.promise })
  await write('two')
  await saveNow()
  expect(await screen.findByText('Saving...')).toBeTruthy()
  await write('three')
  api.reply(notes.save, 200, version('three', 3))
  await act(async () => first.resolve())
  await saveNow()
  await screen.findByText('Saved')
  expect(sent()).toEqual([
    { text: 'two', updated_at: time(1) },
    { text: 'three', updated_at: time(2) },
  ])
  expect((await field()).value).toBe('three')
})

test('LEARN-20 leaving the tutorial saves at once', async () => {
  const router = await openBriefTutorial()
  api.reply(notes.save, 200, version('Half a thought', 1))
  await write('Half a thought')
  router.goTo(tutorialPath('cut'))
  await waitFor(() => expect(sent()).toEqual([{ text: 'Half a thought', updated_at: null }]))
})

test.each([
  ['saved', () => api.reply(notes.save, 200, version('mine', 1), { after: response.promise })],
  ['refused', () => api.refuse(notes.save, 503, 'unavailable', 'Try again soon.', { after: response.promise })],
])('D-12 a note that is %s after its user signed out stays in no cache and no draft', async (_, respond) => {
  await openBriefTutorial()
  response = Promise.withResolvers<void>()
  respond()
  await write('mine')
  await saveNow()
  await screen.findByText('Saving...')
  await write('mine more')
  const [{ authClient }, { queryClient }, { removeAllDrafts }] = await Promise.all([
    import('../../../session/auth-client.ts'),
    import('../../../api/query-client.ts'),
    import('../../../session/drafts.ts'),
  ])
  await act(() => Reflect.get(authClient, '_notifyAllSubscribers').call(authClient, 'SIGNED_OUT', null))
  removeAllDrafts()
  await act(async () => response.resolve())
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(queryClient.getQueryCache().findAll({ queryKey: ['notes'] })).toEqual([])
  expect(sessionStorage.getItem('academy.draft.note.brief')).toBeNull()
})

test('LEARN-21 an older answer that arrives late does not replace what was saved', async () => {
  api.reply(notes.get, 200, version('one', 1))
  await openBriefTutorial()
  api.reply(notes.save, 200, version('two', 2))
  await write('two')
  await saveNow()
  await screen.findByText('Saved')
  const { queryClient } = await import('../../../api/query-client.ts')
  await act(() => queryClient.invalidateQueries({ queryKey: ['notes'] }))
  expect((await field()).value).toBe('two')
  api.reply(notes.get, 200, version('three', 3))
  await act(() => queryClient.invalidateQueries({ queryKey: ['notes'] }))
  await waitFor(async () => expect((await field()).value).toBe('three'))
})

test.each([
  ['Keep both', 'theirs\n\nmine'],
  ['Keep my version', 'mine'],
])('LEARN-21 two tabs lose no text: "%s" saves %j as a change of the other version', async (choice, text) => {
  api.reply(notes.get, 200, version('one', 1))
  await openBriefTutorial()
  conflict()
  await field()
  api.reply(notes.get, 200, version('theirs', 5))
  await write('mine')
  await saveNow()
  expect(((await screen.findByLabelText('Saved version')) as HTMLTextAreaElement).value).toBe('theirs')
  expect((await field()).value).toBe('mine')
  api.reply(notes.save, 200, version(text, 6))
  fireEvent.click(screen.getByRole('button', { name: choice }))
  await screen.findByText('Saved')
  expect((await field()).value).toBe(text)
  expect(document.activeElement).toBe(await field())
  expect(sent()).toEqual([
    { text: 'mine', updated_at: time(1) },
    { text, updated_at: time(5) },
  ])
})

test('LEARN-21 the saved version can be taken, without another save', async () => {
  await openBriefTutorial()
  conflict()
  await field()
  api.reply(notes.get, 200, version('theirs', 5))
  await write('mine')
  await saveNow()
  fireEvent.click(await screen.findByRole('button', { name: 'Take the saved version' }))
  await screen.findByText('Saved')
  expect([(await field()).value, sent().length]).toEqual(['theirs', 1])
})

test('LEARN-21 a lost answer is no conflict', async () => {
  await openBriefTutorial()
  conflict()
  await field()
  api.reply(notes.get, 200, version('mine', 5))
  await write('mine')
  await saveNow()
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(screen.queryByLabelText('Saved version')).toBeNull()
})

/** Mocks a save whose response was lost: the API has the note as its version 5, and saves only changes of that one. */
const mockSavedUnseen = (text: string) => {
  api.reply(notes.get, 200, version(text, 5))
  api.on('PUT', '/api/tutorials/brief/note', ({ body }) => {
    const { text, updated_at } = body as { text: string; updated_at: string | null }
    if (updated_at === time(5)) return Response.json(version(text, 6))
    const message = 'This note was changed elsewhere.'
    return Response.json({ success: false, error: message, message, code: 'conflict', fields: { updated_at: message } }, { status: 409 })
  })
}

test('LEARN-21 a lost response is no conflict when the user types on', async () => {
  await openBriefTutorial()
  await field()
  api.replyOutsideTheContract(notes.save, 200, null)
  await write('mine')
  await saveNow()
  await screen.findByText('Not saved')
  mockSavedUnseen('mine')
  await write('mine more')
  await saveNow()
  await screen.findByText(/^Saved$|choose a version/)
  expect(screen.queryByLabelText('Saved version')).toBeNull()
  expect(sent()).toEqual([
    { text: 'mine', updated_at: null },
    { text: 'mine more', updated_at: null },
    { text: 'mine more', updated_at: time(5) },
  ])
})

test('LEARN-21 a lost response is no conflict after a reload either', async () => {
  const draft = { text: 'mine more', saved: { text: '', updated_at: null }, unconfirmed: ['mine', 'mine mo'] }
  sessionStorage.setItem('academy.draft.note.brief', JSON.stringify({ owner: sampleUser.id, draft }))
  mockSavedUnseen('mine')
  await openBriefTutorial()
  await saveNow()
  await screen.findByText(/^Saved$|choose a version/)
  expect(screen.queryByLabelText('Saved version')).toBeNull()
  expect(sent()).toEqual([
    { text: 'mine more', updated_at: null },
    { text: 'mine more', updated_at: time(5) },
  ])
})

test('LEARN-20 undoing a change while it is being saved keeps the undone text when the response is lost', async () => {
  api.reply(notes.get, 200, version('one', 1))
  await openBriefTutorial()
  const lost = Promise.withResolvers<Response>()
  api.on('PUT', '/api/tutorials/brief/note', () => lost.promise)
  await write('two')
  await saveNow()
  await write('one')
  expect(screen.queryByText('Saved')).toBeNull()
  await act(async () => lost.reject(new TypeError('Failed to fetch')))
  await screen.findByText('Not saved')
  mockSavedUnseen('two')
  fireEvent.click(screen.getByRole('button', { name: 'Save again' }))
  await screen.findByText('Saved')
  expect((await field()).value).toBe('one')
  expect(sent()).toEqual([
    { text: 'two', updated_at: time(1) },
    { text: 'one', updated_at: time(1) },
    { text: 'one', updated_at: time(5) },
  ])
})

test('LEARN-20 undoing a change that the API refuses leaves the note saved', async () => {
  api.reply(notes.get, 200, version('one', 1))
  await openBriefTutorial()
  const refused = Promise.withResolvers<void>()
  api.refuse(notes.save, 403, 'forbidden', 'You cannot change this note.', { after: refused.promise })
  await write('two')
  await saveNow()
  await write('one')
  await act(async () => refused.resolve())
  await screen.findByText('Saved')
  expect(sent()).toEqual([{ text: 'two', updated_at: time(1) }])
})

test('LEARN-20 a note that cannot be saved says so, stays in the tab, and is saved again', async () => {
  const router = await openBriefTutorial()
  api.refuse(notes.save, 503, 'unavailable', 'Please try again soon.')
  await write('Do not lose me')
  await saveNow()
  expect(await screen.findByText('Please try again soon. Your text is kept in this tab.')).toBeTruthy()
  const leaving = new Event('beforeunload', { cancelable: true })
  dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)

  router.goTo(tutorialPath('cut'))
  await screen.findByRole('textbox', { name: 'Your note on Cut it down' })
  router.goTo(tutorialPath('brief'))
  expect((await field()).value).toBe('Do not lose me')
  api.reply(notes.save, 200, version('Do not lose me', 1))
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
  api.reply(notes.get, 200, version('one', 1))
  sessionStorage.setItem(
    'academy.draft.note.brief',
    JSON.stringify({ owner: sampleUser.id, draft: { text: 'one and a half', saved: { text: 'one', updated_at: time(1) } } }),
  )
  api.reply(notes.save, 200, version('one and a half', 2))
  await openBriefTutorial()
  expect((await field()).value).toBe('one and a half')
  await saveNow()
  await screen.findByText('Saved')
  expect(sent()).toEqual([{ text: 'one and a half', updated_at: time(1) }])
  expect(sessionStorage.getItem('academy.draft.note.brief')).toBeNull()
})

test('LEARN-20 a note that is too long is not sent, and says by how much', async () => {
  await openBriefTutorial()
  await write('x'.repeat(20_001))
  await saveNow()
  expect(screen.getByText('Not saved: 1 character too long')).toBeTruthy()
  await write('')
  expect(screen.getByText('Saves as you type')).toBeTruthy()
  expect(sent()).toEqual([])
})

test('LEARN-22 a locked tutorial shows a note that exists, and offers no new one', async () => {
  api.refuse(courses.tutorialContent, 403, 'entitlement_required', 'This tutorial is part of the Master Course.')
  const router = await openBriefTutorial()
  await screen.findByText('This tutorial is part of the Master Course.')
  await waitFor(() => expect(api.count('GET', '/api/tutorials/brief/note')).toBeGreaterThan(0))
  expect(screen.queryByText('Your note')).toBeNull()
  api.reply(notes.get, 200, { ...version('From before', 1), tutorial_id: 'cut' })
  router.goTo(tutorialPath('cut'))
  const box = (await screen.findByRole('textbox', { name: 'Your note on Cut it down' })) as HTMLTextAreaElement
  expect(box.value).toBe('From before')
  const save = async (text: string, second: number, status: string) => {
    api.reply(notes.save, 200, { ...version(text, second), tutorial_id: 'cut' })
    fireEvent.change(box, { target: { value: text } })
    fireEvent.blur(box)
    await screen.findByText(status)
  }
  await save('', 2, 'Saves as you type')
  await save('Begun again', 3, 'Saved')
  expect(sent()).toEqual([
    { text: '', updated_at: time(1) },
    { text: 'Begun again', updated_at: time(2) },
  ])
})
