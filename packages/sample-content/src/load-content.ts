import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ContentError } from './content-error.ts'
import { readContentFile, readEmbeddedFiles, svgDescription } from './content-files.ts'
import { assertUnique, listMarkdownFiles } from './content-folder.ts'
import { openMarkdown } from './front-matter.ts'
import { loadLibrary } from './load-library.ts'
import { downloadOf } from './project/checkpoints.ts'
import {
  type CheckpointContent,
  type CourseContent,
  courseFields,
  type SampleContent,
  type SessionContent,
  sessionFields,
  type TutorialContent,
  tutorialFields,
} from './sample-content.ts'
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
  const { file, body, fields } = openMarkdown(root, tutorialFields, 'sessions', session, name)
  const { diagram: address, tried, ...others } = fields
  const folder = path.join(root, 'sessions', session)
  const diagram = address === null ? null : readContentFile(folder, file, address)
  if (body === '') throw new ContentError(file, 'has no text below its front matter')
  return {
    ...{ file, ...others, diagram, diagram_description: diagram && svgDescription(diagram) },
    body: withTrial(body, tried),
    files: readEmbeddedFiles(folder, file, body),
  }
}

/** Reads the project of the session whose folder begins with the same digits, from the folder `project` beside the content. */
function readCheckpoint(root: string, file: string, name: string, project: string): CheckpointContent {
  const folder = path.resolve(root, '../project')
  const files = existsSync(folder) ? [...downloadOf(name.slice(0, 2), folder)] : []
  if (files.length === 0) throw new ContentError(file, `field "checkpoint" finds no files in ${folder}`)
  return { project, files: files.map(([file, text]) => ({ path: file, text })).toSorted((a, b) => (a.path < b.path ? -1 : 1)) }
}

/** Reads the YAML with the checks of a session, from a file beside its tutorials. */
function readChecks(root: string, name: string): string | null {
  const file = path.join(root, 'sessions', name, 'checks.yaml')
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function readSession(root: string, name: string): SessionContent {
  const { file, body, fields } = openMarkdown(root, sessionFields, 'sessions', name, 'session.md')
  if (body !== '') throw new ContentError(file, 'should have no text below its front matter: a session consists of fields only')
  const tutorials = listMarkdownFiles(path.join(root, 'sessions', name))
    .filter((tutorial) => tutorial !== 'session.md')
    .map((tutorial) => readTutorial(root, name, tutorial))
  return {
    ...{ file, ...fields },
    checkpoint: fields.checkpoint === null ? null : readCheckpoint(root, file, name, fields.checkpoint),
    checks: readChecks(root, name),
    tutorials: tutorials.toSorted((a, b) => a.order - b.order),
  }
}

/** Loads a course and the Prompt Library from a folder of Markdown. Throws a ContentError that names the file and the field. */
export function loadContent(root: string): Omit<SampleContent, 'furtherCourses'> {
  const { file, body: markdown, fields } = openMarkdown(root, courseFields, 'course.md')
  const { intro: text } = splitBody(markdown)
  if (text === '') throw new ContentError(file, 'has no text directly below its front matter')
  const body = markdown.slice(text.length).trim()
  const sessions = listFolders(path.join(root, 'sessions')).map((name) => readSession(root, name))
  const course: CourseContent = {
    ...{ file, ...fields, text, body, files: readEmbeddedFiles(root, file, body) },
    sessions: sessions.toSorted((a, b) => a.order - b.order),
  }
  assertUnique(course.sessions, 'slug')
  assertUnique(course.sessions, 'order')
  for (const session of course.sessions) assertUnique(session.tutorials, 'order')
  assertUnique(
    course.sessions.flatMap((session) => session.tutorials),
    'slug',
  )
  return { course, library: loadLibrary(root) }
}
