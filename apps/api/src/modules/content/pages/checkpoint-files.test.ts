import { expect, test } from 'vitest'
import { block, external, heading2, heading3, paragraph, text } from '../../../testing/notion-blocks.ts'
import type { BlockNode } from '../render/block-node.ts'
import { CHECKPOINT_LIMITS, pathProblem, readCheckpoint } from './checkpoint-files.ts'

const file = (path: string, ...content: string[]): BlockNode =>
  block('code', { rich_text: content.map((part) => text(part)), caption: path === '' ? [] : [text(path)], language: 'javascript' } as never)
const below = (...nodes: BlockNode[]) => readCheckpoint([heading2('Checkpoint'), ...nodes])
const problems = (...nodes: BlockNode[]) => {
  const { checkpoint, warnings } = below(...nodes)
  expect(checkpoint).toBeUndefined()
  for (const { rule, message } of warnings)
    expect([rule, message]).toEqual(['checkpoint_invalid', expect.stringMatching(/ from before, if there are any\.$/)])
  return warnings.map(({ message }) => message)
}

test('EDITION-13 each code block below the heading “Checkpoint” is a file, and its caption the path', () => {
  const { checkpoint, warnings } = readCheckpoint([
    paragraph('notes of the author'),
    file('notes.js', 'let secret'),
    heading2('📦 Checkpoint: Signal Board'),
    paragraph('What learners have by now.'),
    file(' board.js ', 'let a = 1\n', 'let b = 2'),
    heading3('Helpers'),
    block('toggle', { rich_text: [], color: 'default' } as never, [file('src/deep/x.mjs', 'é\n'), file('.env.example')]),
    heading2('Notes'),
    file('other.js', 'let secret'),
  ])
  expect(warnings).toEqual([])
  expect(checkpoint).toEqual({
    project: 'signal-board',
    files: [
      { path: 'board.js', text: 'let a = 1\nlet b = 2\n' },
      { path: 'src/deep/x.mjs', text: 'é\n' },
      { path: '.env.example', text: '' },
    ],
    size: 23,
  })
})

test('EDITION-13 a deeper heading that begins with “Checkpoint” stays in the section, and so do the files below it and after it', () => {
  const { checkpoint } = readCheckpoint([
    heading2('Checkpoint: Board'),
    file('board.js', 'a'),
    heading3('Checkpoint page'),
    file('index.html', 'b'),
    heading3('Server'),
    file('server.js', 'c'),
  ])
  expect(checkpoint).toMatchObject({ project: 'board', files: [{ path: 'board.js' }, { path: 'index.html' }, { path: 'server.js' }] })
})

test.each([
  ['Checkpoint', 'project'],
  ['CHECKPOINT – Café Sol, v2!', 'cafe-sol-v2'],
  ['Checkpoint: 掲示板', 'project'],
  [`Checkpoint: ${'a'.repeat(59)} b`, 'a'.repeat(59)],
])('EDITION-13 the heading “%s” names the project %s', (heading, project) => {
  expect(readCheckpoint([heading2(heading), file('a.js', 'a')]).checkpoint).toMatchObject({ project })
})

test('EDITION-13 a page without the section has no checkpoint', () => {
  for (const nodes of [[], [heading2('Checkpoints'), file('a.js', 'a')], [file('a.js', 'a')]])
    expect(readCheckpoint(nodes)).toEqual({ checkpoint: null, warnings: [] })
})

test.each([
  ['', 'has no caption'],
  ['/etc/passwd', 'begins at the root of a disk'],
  ['C:/board.js', 'begins at the root of a disk'],
  ['../board.js', 'has “.” or “..” in it'],
  ['src/../../board.js', 'has “.” or “..” in it'],
  ['./board.js', 'has “.” or “..” in it'],
  ['src\\board.js', 'characters that not every computer can save'],
  ['src//board.js', 'characters that not every computer can save'],
  ['src/', 'characters that not every computer can save'],
  ['my board.js', 'characters that not every computer can save'],
  ['bör.js', 'characters that not every computer can save'],
  ['board.', 'characters that not every computer can save'],
  ['-rf', 'characters that not every computer can save'],
  ['...', 'characters that not every computer can save'],
  ['a\u202ejs', 'characters that not every computer can save'],
  ['src/Aux.js', 'a name that Windows cannot save'],
  ['a'.repeat(CHECKPOINT_LIMITS.pathCharacters + 1), 'is too long'],
])('EDITION-14 refuses the path “%s”', (path, problem) => {
  expect(problems(file('board.js', 'a'), file(path, 'a'))).toEqual([expect.stringContaining(problem)])
})

test.each(['board.js', 'src/board.test.js', '.gitignore', 'a/b/c/d.e-f_g', '__proto__', 'console.js'])(
  'EDITION-14 accepts the path “%s”',
  (path) => {
    expect(pathProblem(path)).toBeUndefined()
  },
)

test('EDITION-14 rejects two files with one path, also if only capitals differ, and a file with the path of a folder', () => {
  expect(problems(file('board.js', 'a'), file('Board.js', 'b'))).toEqual([expect.stringContaining('have the path “Board.js”')])
  for (const paths of [
    ['src', 'src/board.js'],
    ['src/board.js', 'SRC'],
  ])
    expect(problems(...paths.map((path) => file(path, 'a')))).toEqual([expect.stringContaining('for a file and for a folder')])
})

test('EDITION-14 warns about pictures, missing captions and binary files, with the block of each', () => {
  const picture = block('image', external('https://example.com/a.png') as never)
  expect(problems(picture, file('', 'a'), file('a.js', 'a\0'), file('b.js', '\ud800'))).toEqual([
    expect.stringContaining('Only code blocks'),
    expect.stringContaining('has no caption'),
    expect.stringContaining('“a.js” is not plain text'),
    expect.stringContaining('“b.js” is not plain text'),
  ])
  expect(below(picture).warnings[0]?.block_id).toBe(picture.block.id)
  expect(problems(paragraph('soon'))).toEqual([expect.stringContaining('There is no code block under “Checkpoint”.')])
})

test('EDITION-14 limits the number of files and their size together', () => {
  const files = (count: number, content: string) => Array.from({ length: count }, (_, i) => file(`${i}.js`, content))
  expect(below(...files(100, 'a')).checkpoint?.files).toHaveLength(100)
  expect(problems(...files(101, 'a'))).toEqual([expect.stringContaining('There are 101 files under “Checkpoint”. At most 100')])
  expect(below(...files(10, `${'é'.repeat(49_999)}a`)).checkpoint?.size).toBe(1_000_000)
  expect(problems(...files(10, 'é'.repeat(50_000)))).toEqual([expect.stringContaining('have 1001 kB. At most 1000 kB')])
})
