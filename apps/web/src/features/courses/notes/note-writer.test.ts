import { expect, test } from 'vitest'
import { saveDraft } from '../../../session/drafts.ts'
import { noteWriter } from './note-writer.ts'

test('LEARN-20 a restored text is unsaved until it is saved', () => {
  const note = { tutorial_id: 'brief', text: 'one', updated_at: '2026-11-22T12:00:00.000Z' }
  expect(noteWriter('brief', note).state().status).toBe('saved')
  saveDraft('note.brief', '', { text: 'one and a half', saved: note, unconfirmed: [] })
  expect(noteWriter('brief', note).state()).toMatchObject({ text: 'one and a half', status: 'unsaved' })
})
