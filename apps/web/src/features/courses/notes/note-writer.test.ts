import { expect, test } from 'vitest'
import { saveDraft } from '../../../session/drafts.ts'
import { noteVersion } from '../../../testing/note.ts'
import { noteWriter } from './note-writer.ts'

test('LEARN-20 a restored text is unsaved until it is saved', () => {
  const note = noteVersion('one', 0)
  expect(noteWriter('brief', note).state().status).toBe('saved')
  saveDraft('note.brief', '', { text: 'one and a half', saved: note })
  expect(noteWriter('brief', note).state()).toMatchObject({ text: 'one and a half', status: 'unsaved' })
})

test('PROMPT-61 leaves out control characters of a pasted text, and keeps its line breaks', () => {
  const writer = noteWriter('brief', { ...noteVersion('', 0), updated_at: null })
  writer.write('one\u000btwo\u001b[31m\tthree\r\n')
  expect(writer.state().text).toBe('one\ntwo[31m\tthree\r\n')
  writer.write('')
})
