import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadLibrary } from './load-library.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'academy-library-'))
  mkdirSync(path.join(root, 'library'))
})
afterEach(() => rmSync(root, { recursive: true }))

const FIELDS = 'slug: first\nname: First\ndescription: Begin\norder: 1'
const BODY = '## Prompt\n\n```text\nDo it.\n```'
const write = (name: string, fields: string, body = BODY) =>
  writeFileSync(path.join(root, 'library', name), `---\n${fields}\n---\n${body}\n`)
const second = (more = '') => write('b.md', `slug: second\nname: Second\ndescription: Then\norder: 2${more}`)

test('loads items in their order; missing fields are empty or false', () => {
  write('z.md', FIELDS)
  second('\ntags: [Data, Testing]\npremium: true\nrelated: [first]\nuse_when: a test fails')
  expect(loadLibrary(root)).toEqual([
    {
      file: 'library/z.md',
      slug: 'first',
      name: 'First',
      description: 'Begin',
      order: 1,
      tags: [],
      premium: false,
      sample: false,
      use_when: null,
      related: [],
      body: BODY,
      files: {},
      tries: null,
    },
    expect.objectContaining({ slug: 'second', tags: ['Data', 'Testing'], premium: true, related: ['first'], use_when: 'a test fails' }),
  ])
})

test('allows items that are related to each other, and an empty library', () => {
  write('a.md', `${FIELDS}\nrelated: [second]`)
  second('\nrelated: [first]')
  expect(loadLibrary(root).map(({ related }) => related)).toEqual([['second'], ['first']])
  rmSync(path.join(root, 'library'), { recursive: true })
  expect(loadLibrary(root)).toEqual([])
})

test('ignores headings in code blocks', () => {
  write('a.md', FIELDS, '## Prompt\n\n````text\n## Result\n```\n## Still code\n````')
  expect(loadLibrary(root)).toHaveLength(1)
})

test.each([
  ['tags that are no list', () => write('a.md', `${FIELDS}\ntags: Data`), 'field "tags" should be a list of texts'],
  ['a tag that is a number', () => write('a.md', `${FIELDS}\ntags: [1]`), 'field "tags" should be a list of texts'],
  ['a tag with a comma', () => write('a.md', `${FIELDS}\ntags: ["Data, big"]`), 'should be without commas, unlike "Data, big"'],
  ['a tag twice', () => write('a.md', `${FIELDS}\ntags: [Data, Data]`), 'field "tags" names "Data" twice'],
  ['a relation to a missing item', () => write('a.md', `${FIELDS}\nrelated: [third]`), 'names "third", which is not the slug of any item'],
  ['a relation to itself', () => write('a.md', `${FIELDS}\nrelated: [first]`), 'names the item itself'],
  ['one relation twice', () => write('a.md', `${FIELDS}\nrelated: [second, second]`), 'field "related" names "second" twice'],
  ['a misspelled field', () => write('a.md', `${FIELDS}\ntag: [Data]`), 'field "tag" is unknown'],
  ['a duplicate slug', () => write('a.md', FIELDS.replace('first', 'second').replace('1', '3')), 'field "slug" is already "second"'],
  ['a duplicate position', () => write('a.md', FIELDS.replace('1', '2')), 'field "order" is already "2"'],
  ['text without a heading', () => write('a.md', FIELDS, `Hello.\n\n${BODY}`), 'has text above its first heading'],
  ['an unknown part', () => write('a.md', FIELDS, `${BODY}\n\n## Result\n\nA.`), 'has a part "Result", which should be one of'],
  ['a part twice', () => write('a.md', FIELDS, `${BODY}\n\n${BODY}`), 'has the part "Prompt" twice'],
  ['an empty part', () => write('a.md', FIELDS, `${BODY}\n\n## Prerequisite\n\n## Code sample\n\nA.`), 'has no text below "Prerequisite"'],
  ['no prompt', () => write('a.md', FIELDS, '## Prerequisite\n\nA.'), 'has no part "Prompt"'],
])('refuses %s and names the file', (_name, breakIt, message) => {
  second()
  breakIt()
  expect(() => loadLibrary(root)).toThrow(message)
  expect(() => loadLibrary(root)).toThrow(/library\/[ab]\.md/)
})
