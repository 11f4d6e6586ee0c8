import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { editText } from './edit-text.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'academy-edit-'))
  vi.stubEnv('TMPDIR', folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** Edits a text with a program that runs a script of the shell on the file. Returns the saved text. */
async function edit(script: string, save = async (_changed: string): Promise<void> => undefined): Promise<string> {
  const editor = path.join(folder, 'editor.sh')
  writeFileSync(editor, script)
  let saved = ''
  await editText('old', { EDITOR: `sh ${editor}` }, async (changed) => {
    await save(changed)
    saved = changed
  })
  return saved
}
const filesLeft = () => readdirSync(folder).filter((name) => name.startsWith('vca-'))

test('CLI-05 saves the changed text and removes the file', async () => {
  expect(await edit('printf new > "$1"')).toBe('new')
  expect(filesLeft()).toEqual([])
})

test.each([
  ['the editor ends with an error', 'printf new > "$1"; exit 1', undefined, /ended with an error, so nothing was saved\.$/],
  ['saving fails', 'printf new > "$1"', async () => Promise.reject(new Error('Not saved.')), /^Not saved\.$/],
])('CLI-05 names the file with the text when %s', async (_, script, save, reason) => {
  const message = expect.stringMatching(/^Your text is in .*vca-/)
  await expect(edit(script, save)).rejects.toMatchObject({ message, cause: { message: expect.stringMatching(reason) } })
  expect(filesLeft()).toHaveLength(1)
})

test('CLI-05 removes an unchanged text when the editor ends with an error', async () => {
  await expect(edit('exit 1')).rejects.toThrow(/nothing was saved\.$/)
  expect(filesLeft()).toEqual([])
})

test('CLI-05 says what to set when there is no such editor', async () => {
  await expect(editText('old', { EDITOR: 'no-such-editor-here' }, async () => undefined)).rejects.toThrow('Set EDITOR to your editor.')
  expect(filesLeft()).toEqual([])
})
