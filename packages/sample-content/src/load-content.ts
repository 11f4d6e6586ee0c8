import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ContentError } from './content-error.ts'
import { readContentFile, readEmbeddedFiles, svgDescription } from './content-files.ts'
import { assertUnique, listMarkdownFiles, openMarkdown } from './content-folder.ts'
import type { FrontMatter } from './front-matter.ts'
import { loadLibrary } from './load-library.ts'
import { checkpoint } from './project/checkpoints.ts'
import type { CheckpointContent, CourseContent, SampleContent, SessionContent, TutorialContent } from './sample-content.ts'
import { splitBody } from './split-body.ts'

const listFolders = (parent: string) =>
  readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted()

/** Adds a line below the prompts of a tutorial that says on which tool the author tried them. */
function withTrial(body: string, tried: string | null): string {
  if (tried === null) return body
  const [, before, prompts, after] = /^([\s\S]*?^## Prompt\n[\s\S]*?)(\n## |$(?![\s\S]))([\s\S]*)$/m.exec(body) ?? []
  if (before === undefined) return body
  return `${before.trimEnd()}\n\n*Tried on ${tried}.*\n${prompts}${after}`
}

function readTutorial(root: string, session: string, name: string): TutorialContent {
  const source = openMarkdown(root, 'sessions', session, name)
  const folder = path.join(root, 'sessions', session)
  const address = source.optionalText('diagram')
  const diagram = address === null ? null : readContentFile(folder, source.file, address)
  const tutorial: TutorialContent = {
    ...source.listedPage(),
    free: source.flag('free'),
    vip: source.flag('vip'),
    duration: source.optionalNumber('duration'),
    reading: source.optionalNumber('reading'),
    building: source.optionalNumber('building'),
    feedback: source.oneOf('feedback', ['feedback', 'testimonial']),
    video: source.url('video'),
    diagram,
    diagram_description: diagram && svgDescription(diagram),
    body: withTrial(source.body, source.optionalText('tried')),
    files: readEmbeddedFiles(folder, source.file, source.body),
  }
  source.refuseUnread()
  if (tutorial.body === '') throw new ContentError(source.file, 'has no text below its front matter')
  return tutorial
}

/** Reads the project at the end of the session whose folder begins with the same digits, from the folder `project` beside the content. */
function readCheckpoint(root: string, source: FrontMatter, name: string): CheckpointContent | null {
  const project = source.optionalText('checkpoint')
  if (project === null) return null
  const folder = path.resolve(root, '../project')
  const files = existsSync(folder) ? [...checkpoint(name.slice(0, 2), folder)] : []
  if (files.length === 0) source.fail('checkpoint', `finds no files in ${folder}`)
  return { project, files: files.map(([file, text]) => ({ path: file, text })).toSorted((a, b) => (a.path < b.path ? -1 : 1)) }
}

/** Reads the YAML with the checks of a session, from a file beside its tutorials. */
function readChecks(root: string, name: string): string | null {
  const file = path.join(root, 'sessions', name, 'checks.yaml')
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function readSession(root: string, name: string): SessionContent {
  const source = openMarkdown(root, 'sessions', name, 'session.md')
  const tutorials = listMarkdownFiles(path.join(root, 'sessions', name))
    .filter((file) => file !== 'session.md')
    .map((file) => readTutorial(root, name, file))
  const session: SessionContent = {
    ...source.listedPage(),
    free: source.flag('free'),
    checkpoint: readCheckpoint(root, source, name),
    checks: readChecks(root, name),
    tutorials: tutorials.toSorted((a, b) => a.order - b.order),
  }
  source.refuseUnread()
  if (source.body !== '')
    throw new ContentError(source.file, 'should have no text below its front matter: a session consists of fields only')
  return session
}

/** Loads a course and the Prompt Library from a folder of Markdown. Throws a ContentError that names the file and the field. */
export function loadContent(root: string): SampleContent {
  const source = openMarkdown(root, 'course.md')
  const { intro } = splitBody(source.body)
  const body = source.body.slice(intro.length).trim()
  const sessions = listFolders(path.join(root, 'sessions')).map((name) => readSession(root, name))
  const course: CourseContent = {
    ...source.page(),
    text: intro,
    video: source.url('video'),
    body,
    files: readEmbeddedFiles(root, source.file, body),
    sessions: sessions.toSorted((a, b) => a.order - b.order),
  }
  source.refuseUnread()
  if (course.text === '') throw new ContentError(source.file, 'has no text directly below its front matter')
  assertUnique(course.sessions, 'slug')
  assertUnique(course.sessions, 'order')
  for (const session of course.sessions) assertUnique(session.tutorials, 'order')
  assertUnique(
    course.sessions.flatMap((session) => session.tutorials),
    'slug',
  )
  return { course, library: loadLibrary(root) }
}
