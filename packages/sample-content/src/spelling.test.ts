import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { lint } from 'cspell'
import { expect, onTestFinished, test } from 'vitest'

const room = path.resolve(import.meta.dirname, '..')

/** Words that no dictionary knows, with their places, in the files that the configuration names or in those given. */
async function unknownWords(files: string[] = [], root = room): Promise<{ words: string[]; files: number }> {
  const words: string[] = []
  const { files: read } = await lint(
    files,
    { root, config: path.join(room, 'cspell.config.yaml'), progress: false, summary: false, mustFindFiles: true },
    { issue: ({ text, row, uri }) => void words.push(`${text} (${path.basename(uri ?? '')}:${row})`) },
  )
  return { words, files: read }
}

// About three seconds: the dictionaries are large. Nothing of it asks the network.
test('every word of the course, of the library, of diagrams and of clips is spelled as in American English', async () => {
  const { words, files } = await unknownWords()
  expect(words, 'a name or a term that is right belongs into spelling.txt').toEqual([])
  expect(files).toBeGreaterThan(100)
})

test('prose, prompts, texts in pictures and cards are read; code is not', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-spelling-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)
  write('a.md', '---\nname: A colour\n---\n\nA mistaek, `lsx`.\n\n```text\nA prompt wiht one.\n```\n\n```js\nconst abcdq = 1\n```\n')
  write('b.svg', '<svg viewBox="0 0 1 1" fontq="a"><text>Pictrue</text></svg>')
  write('c.clip.yaml', '- caption: A captoin.\n  run: nodejs-wihtx\n')
  const { words } = await unknownWords(['*.md', '*.svg', '*.yaml'], folder)
  expect(words.map((word) => word.split(' ')[0]).toSorted()).toEqual(['Pictrue', 'captoin', 'colour', 'mistaek', 'wiht'])
})
