import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ContentError } from './content-error.ts'
import { readContentFile, readShownFiles } from './content-files.ts'
import { FrontMatter } from './front-matter.ts'
import type { CourseContent, SampleContent, SessionContent, TutorialContent } from './sample-content.ts'

const open = (root: string, ...names: string[]) => {
  const file = path.posix.join(...names)
  try {
    return new FrontMatter(file, readFileSync(path.join(root, file), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new ContentError(file, 'does not exist', { cause: error })
    throw error
  }
}

const folders = (place: string) =>
  readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted()

function readTutorial(root: string, session: string, name: string): TutorialContent {
  const source = open(root, 'sessions', session, name)
  const folder = path.join(root, 'sessions', session)
  const diagram = source.optionalText('diagram')
  const tutorial: TutorialContent = {
    file: source.file,
    slug: source.slug(),
    name: source.text('name'),
    description: source.text('description'),
    order: source.number('order'),
    free: source.flag('free'),
    vip: source.flag('vip'),
    duration: source.optionalNumber('duration'),
    feedback: source.oneOf('feedback', ['feedback', 'testimonial']),
    video: source.url('video'),
    diagram: diagram === null ? null : readContentFile(folder, source.file, diagram),
    body: source.body,
    files: readShownFiles(folder, source.file, source.body),
  }
  source.end()
  if (tutorial.body === '') throw new ContentError(source.file, 'has no text below its front matter')
  return tutorial
}

function readSession(root: string, name: string): SessionContent {
  const source = open(root, 'sessions', name, 'session.md')
  const tutorials = readdirSync(path.join(root, 'sessions', name))
    .filter((file) => file.endsWith('.md') && file !== 'session.md')
    .map((file) => readTutorial(root, name, file))
  const session: SessionContent = {
    file: source.file,
    slug: source.slug(),
    name: source.text('name'),
    description: source.text('description'),
    order: source.number('order'),
    free: source.flag('free'),
    tutorials: tutorials.toSorted((a, b) => a.order - b.order),
  }
  source.end()
  if (source.body !== '')
    throw new ContentError(source.file, 'should have nothing below its front matter: a session is described by its fields')
  return session
}

type Numbered = { file: string; slug: string; order: number }

function assertDistinct(items: readonly Numbered[], key: 'slug' | 'order') {
  const seen = new Map<string | number, string>()
  for (const item of items) {
    const other = seen.get(item[key])
    if (other !== undefined) throw new ContentError(item.file, `field "${key}" is "${item[key]}" in ${other} already`)
    seen.set(item[key], item.file)
  }
}

/** Reads a course from a folder of Markdown. Throws a ContentError that names the file and the field. */
export function loadContent(root: string): SampleContent {
  const source = open(root, 'course.md')
  const sessions = folders(path.join(root, 'sessions')).map((name) => readSession(root, name))
  const course: CourseContent = {
    file: source.file,
    slug: source.slug(),
    name: source.text('name'),
    text: source.body,
    sessions: sessions.toSorted((a, b) => a.order - b.order),
  }
  source.end()
  if (course.text === '') throw new ContentError(source.file, 'has no text below its front matter')
  assertDistinct(course.sessions, 'slug')
  assertDistinct(course.sessions, 'order')
  for (const session of course.sessions) assertDistinct(session.tutorials, 'order')
  assertDistinct(
    course.sessions.flatMap((session) => session.tutorials),
    'slug',
  )
  return { course }
}
