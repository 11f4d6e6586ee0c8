import { expect, test } from 'vitest'
import { saveDraft } from '../../../session/drafts.ts'
import { noteWriter } from './note-writer.ts'

test('LEARN-20 a restored text is unsaved until it is saved', () => {
  const note = { tutorial_id: 'brief', text: 'one', updated_at: '2026-11-22T12:00:00.000Z' }
  expect(noteWriter('brief', note).state().status).toBe('saved')
  saveDraft('note.brief', '', { text: 'one and a half', saved: note })
  expect(noteWriter('brief', note).state()).toMatchObject({ text: 'one and a half', status: 'unsaved' })
})

test('PROMPT-61 leaves out control characters of a pasted text, and keeps its line breaks', () => {
  const writer = noteWriter('brief', { tutorial_id: 'brief', text: '', updated_at: null })
  writer.write('one\u000btwo\u001b[31m\tthree\r\n')
  expect(writer.state().text).toBe('one\ntwo[31m\tthree\r\n')
  writer.write('')
})
