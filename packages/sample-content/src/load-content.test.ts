import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadContent } from './load-content.ts'

let folder = ''
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}
const markdown = (fields: string, body = '') => `---\n${fields}\n---\n${body}`

const COURSE = markdown('slug: course\nname: Course', 'About it.')
const SESSION = markdown('slug: one\nname: One\ndescription: The first\norder: 1\nfree: true')
const TUTORIAL = 'slug: first\nname: First\ndescription: Begin\norder: 1'

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'academy-content-'))
  write('course.md', COURSE)
  write('sessions/01-one/session.md', SESSION)
  write('sessions/01-one/01-first.md', markdown(TUTORIAL, '## Description\n\nHello.'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const tutorial = (fields: string, body = 'Hello.') => write('sessions/01-one/01-first.md', markdown(fields, body))
const load = () => loadContent(folder)

test('loads a course with its sessions and tutorials; missing fields are false or null', () => {
  const { course, library } = load()
  expect(library).toEqual([])
  expect(course).toEqual({
    file: 'course.md',
    slug: 'course',
    name: 'Course',
    text: 'About it.',
    video: null,
    product: null,
    draft: false,
    body: '',
    files: {},
    sessions: [expect.anything()],
  })
  expect(course.sessions[0]).toMatchObject({ slug: 'one', free: true, order: 1 })
  expect(course.sessions[0]?.tutorials[0]).toEqual({
    file: 'sessions/01-one/01-first.md',
    slug: 'first',
    name: 'First',
    description: 'Begin',
    order: 1,
    free: false,
    vip: false,
    duration: null,
    reading: null,
    building: null,
    feedback: null,
    video: null,
    diagram: null,
    diagram_description: null,
    facts_checked: null,
    body: '## Description\n\nHello.',
    files: {},
  })
})

test('the text above the first heading describes the course; the rest is its page', () => {
  write('intro.svg', '<svg/>')
  write(
    'course.md',
    markdown('slug: course\nname: Course\nvideo: https://vimeo.com/1', 'About it.\n\n## Video\n\n![An intro](./intro.svg)'),
  )
  const { course } = load()
  expect(course).toMatchObject({ text: 'About it.', video: 'https://vimeo.com/1', body: '## Video\n\n![An intro](./intro.svg)' })
  expect(Object.keys(course.files)).toEqual(['./intro.svg'])
})

test('sorts tutorials by the field `order`, not by file name', () => {
  write('sessions/01-one/00-later.md', markdown('slug: later\nname: Later\ndescription: Then\norder: 2', 'Text.'))
  expect(load().course.sessions[0]?.tutorials.map(({ slug }) => slug)).toEqual(['first', 'later'])
})

test('loads the files that the text shows, except in code samples', () => {
  write('sessions/01-one/map.svg', '<svg/>')
  tutorial(TUTORIAL, '![A map](./map.svg)\n\n![Far](https://example.com/far.png)\n\n```md\n![Example](./none.png)\n```')
  const files = load().course.sessions[0]?.tutorials[0]?.files
  expect(Object.keys(files ?? {})).toEqual(['./map.svg'])
  expect(files?.['./map.svg']).toMatchObject({ name: 'map.svg', contentType: 'image/svg+xml' })
})

test.each([
  ['a missing field', () => tutorial('slug: first\nname: First\norder: 1'), 'sessions/01-one/01-first.md: field "description" is required'],
  ['a misspelled field', () => tutorial(`${TUTORIAL}\nfeedbak: feedback`), 'field "feedbak" is unknown'],
  ['a slug that is no address', () => tutorial(TUTORIAL.replace('first', 'First One')), 'field "slug" should be lower-case words'],
  ['a flag that is text', () => tutorial(`${TUTORIAL}\nfree: sometimes`), 'field "free" should be true or false'],
  ['a number that is not whole', () => tutorial(`${TUTORIAL}\nduration: 1.5`), 'field "duration" should be a whole number'],
  [
    'an unknown kind of feedback',
    () => tutorial(`${TUTORIAL}\nfeedback: stars`),
    'field "feedback" should be one of feedback, testimonial',
  ],
  ['a video that is no address', () => tutorial(`${TUTORIAL}\nvideo: intro.mp4`), 'field "video" should be an address'],
  ['a diagram that is missing', () => tutorial(`${TUTORIAL}\ndiagram: map.svg`), '"map.svg" does not exist'],
  ['a diagram from elsewhere', () => tutorial(`${TUTORIAL}\ndiagram: ../../secret.png`), 'lies outside the folder'],
  ['a file of unknown type', () => tutorial(`${TUTORIAL}\ndiagram: map.exe`), 'should be a file of one of these types'],
  ['no front matter', () => write('course.md', 'Hello'), 'course.md: should begin with front matter'],
  ['broken front matter', () => write('course.md', markdown('slug: [')), 'course.md: front matter is not valid YAML'],
  ['front matter that is a list', () => write('course.md', markdown('- slug')), 'front matter should consist of fields'],
  ['a tutorial without text', () => tutorial(TUTORIAL, ''), 'has no text below its front matter'],
  ['a course without text', () => write('course.md', markdown('slug: course\nname: Course')), 'course.md: has no text directly below'],
  ['a session with text', () => write('sessions/01-one/session.md', `${SESSION}Hello`), 'should have no text below'],
  ['a session file that is missing', () => mkdirSync(path.join(folder, 'sessions/02-two')), 'sessions/02-two/session.md: does not exist'],
])('reports %s with its file and field', (_name, breakIt, message) => {
  breakIt()
  expect(load).toThrow(message)
})

test("EDITION-13 loads the files of a session's checkpoint, sorted by path", () => {
  const root = path.join(folder, 'content')
  for (const [file, text] of [
    ['course.md', COURSE],
    ['sessions/01-one/session.md', SESSION],
    ['sessions/02-two/session.md', markdown('slug: two\nname: Two\ndescription: The next\norder: 2\ncheckpoint: The Board')],
  ] as const)
    write(`content/${file}`, text)
  expect(() => loadContent(root)).toThrow(/^sessions\/02-two\/session\.md: field "checkpoint" finds no files in .*project$/)
  write('project/01/z.js', 'one\n')
  write('project/02/a.js', 'two\n')
  write('project/02/gitignore', 'notes\n')
  write('project/03/later.js', 'three\n')
  const [one, two] = loadContent(root).course.sessions
  expect(one?.checkpoint).toBeNull()
  expect(two?.checkpoint).toEqual({
    project: 'The Board',
    files: [
      { path: '.gitignore', text: 'notes\n' },
      { path: 'a.js', text: 'two\n' },
      { path: 'z.js', text: 'one\n' },
    ],
  })
  write('project/01/z.js', 'one\0')
  expect(() => loadContent(root)).toThrow(/z\.js is not a text file$/)
})

test('CHECK-01 loads the checks of a session', () => {
  write('sessions/01-one/checks.yaml', 'checks: []\n')
  expect(load().course.sessions.map(({ checks }) => checks)).toEqual(['checks: []\n'])
})

test('reports a duplicate slug with both files', () => {
  write('sessions/02-two/session.md', markdown('slug: two\nname: Two\ndescription: The second\norder: 2'))
  write('sessions/02-two/01-copy.md', markdown(TUTORIAL, 'Text.'))
  expect(load).toThrow('sessions/02-two/01-copy.md: field "slug" is already "first" in sessions/01-one/01-first.md')
})

test('reports a duplicate position', () => {
  write('sessions/01-one/02-second.md', markdown('slug: second\nname: Second\ndescription: Then\norder: 1', 'Text.'))
  expect(load).toThrow('field "order" is already "1"')
})
