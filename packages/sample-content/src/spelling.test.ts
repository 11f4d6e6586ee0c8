import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { lint } from 'cspell'
import { expect, onTestFinished, test } from 'vitest'
import { downloadOf } from './project/checkpoints.ts'

const packageRoot = path.resolve(import.meta.dirname, '..')

/** Returns words that no dictionary has, with their locations, and the number of files. By default in the files of the configuration. */
async function unknownWords(files: string[] = [], root = packageRoot): Promise<{ words: string[]; files: number }> {
  const words: string[] = []
  const { files: count } = await lint(
    files,
    { root, config: path.join(packageRoot, 'cspell.config.yaml'), progress: false, summary: false, mustFindFiles: true },
    { issue: ({ text, row, uri }) => void words.push(`${text} (${path.basename(uri ?? '')}:${row})`) },
  )
  return { words, files: count }
}

test('every word of the course, the library, the board, examples of answers, diagrams and clips is spelled as in American English', async () => {
  const { words, files } = await unknownWords()
  expect(words, 'add correct names and terms to spelling.txt').toEqual([])
  expect(files).toBeGreaterThan(100)
})

test('checks prose, prompts, and texts in diagrams and captions, but not code', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-spelling-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)
  write('a.md', '---\nname: A colour\n---\n\nA mistaek, `lsx`.\n\n```text\nA prompt wiht one.\n```\n\n```js\nconst abcdq = 1\n```\n')
  write('b.svg', '<svg viewBox="0 0 1 1" fontq="a"><text>Pictrue</text></svg>')
  write('c.clip.yaml', '- caption: A captoin.\n  run: nodejs-wihtx\n')
  const { words } = await unknownWords(['*.md', '*.svg', '*.yaml'], folder)
  expect(words.map((word) => word.split(' ')[0]).toSorted()).toEqual(['Pictrue', 'captoin', 'colour', 'mistaek', 'wiht'])
})

test('texts of the board and of the practice repository give times with a.m. or p.m.', () => {
  const texts = [...downloadOf('13'), ...downloadOf('14')].filter(([name]) => name.endsWith('.md'))
  expect(texts.length).toBeGreaterThan(8)
  for (const [name, text] of texts) expect(text.match(/\b(?:1[3-9]|2[0-3]):[0-5]\d\b/g) ?? [], name).toEqual([])
})
