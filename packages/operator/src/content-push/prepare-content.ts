import { createHash } from 'node:crypto'
import type { ContentFile, SampleContent } from '@academy/sample-content'
import { CommandError } from '../command-error.ts'
import { checkpointBlocks, checksBlocks } from './checkpoint-blocks.ts'
import { type Block, markdownToBlocks } from './markdown-blocks.ts'
import { courseProperties, libraryProperties, type Properties, sessionProperties, tutorialProperties } from './page-properties.ts'
import { type DatabaseTitle, LIBRARY_RELATED } from './schema.ts'
import type { Related } from './source-hash.ts'

/** Notion's limits: bytes of a single-part upload, characters of a URL and of an option, columns of a table. */
const MAX_FILE_BYTES = 20 * 1024 * 1024
const MAX_URL_LENGTH = 2000
const MAX_OPTION = 100
const MAX_COLUMNS = 100

/** A converted and validated page, which Notion accepts. */
export type PreparedPage = {
  /** The Markdown file, for messages. */
  file: string
  slug: string
  /** Without relations to other pages, and without the diagram, which must be uploaded first. */
  properties: Properties
  blocks: Block[]
  /** Hash of the converted page, so that an improved conversion also updates pages with unchanged Markdown. */
  hash: string
  files: Readonly<Record<string, ContentFile>>
  /** Absent if the database has no such column. */
  diagram?: ContentFile | null
  /** The relation to other pages of the same database. */
  related?: Related
  /** Whether the page is created as a draft. Later pushes leave its status to the author. */
  draft?: boolean
}

type PreparedContent = {
  courses: { page: PreparedPage; sessions: { page: PreparedPage; tutorials: PreparedPage[] }[] }[]
  library: PreparedPage[]
}

type Source = Omit<PreparedPage, 'properties' | 'blocks' | 'hash'> & {
  toBlocks: () => Block[]
  /** Receives the blocks of the page. */
  properties: (blocks: readonly Block[]) => Properties
}

const digest = (file: ContentFile) => createHash('sha256').update(file.bytes).digest('hex')

function hashOf({ files, diagram }: Source, properties: Properties, blocks: Block[]): string {
  const digests = Object.entries(files).map(([url, file]) => [url, digest(file)])
  const text = JSON.stringify([properties, blocks, digests, diagram ? [diagram.name, digest(diagram)] : null])
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** Returns all URLs in a block or property. `isLink`: the URL of a text link. */
function* urlsIn(value: unknown, isLink = false): Generator<{ url: string; isLink: boolean }> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'url' && typeof inner === 'string') yield { url: inner, isLink }
    else yield* urlsIn(inner, key === 'link')
  }
}

function* allBlocks(blocks: readonly Block[]): Generator<Block> {
  for (const block of blocks) {
    yield block
    yield* allBlocks(block.children)
  }
}

const isTooLarge = ({ bytes }: ContentFile): boolean => bytes.length > MAX_FILE_BYTES

/** Returns the problems for which Notion would refuse a page. */
function* problemsOf({ properties, blocks, files, diagram, slug }: Omit<PreparedPage, 'file' | 'hash'>): Generator<string> {
  if (slug === '') yield 'it has no slug'
  for (const { url, isLink } of [...urlsIn(properties), ...urlsIn(blocks)]) {
    if (!URL.canParse(url) && !(isLink && url.startsWith('/')))
      yield `"${url.slice(0, 80)}" is not a complete address: it must begin with https://`
    else if (url.length > MAX_URL_LENGTH) yield `an address is longer than ${MAX_URL_LENGTH} characters: ${url.slice(0, 80)}…`
  }
  for (const block of allBlocks(blocks)) {
    if (block.file !== undefined && files[block.file] === undefined) yield `there is no file "${block.file}"`
    if (block.type === 'table' && Number(block.content.table_width) > MAX_COLUMNS) yield `a table has more than ${MAX_COLUMNS} columns`
  }
  for (const file of [...Object.values(files), ...(diagram ? [diagram] : [])]) {
    if (isTooLarge(file)) yield `"${file.name}" is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`
  }
  const { multi_select: tags = [] } = (properties.Tag ?? {}) as { multi_select?: { name: string }[] }
  for (const { name } of tags) {
    if (name === '' || name.length > MAX_OPTION || name.includes(','))
      yield `the tag "${name.slice(0, 80)}" should have 1 to ${MAX_OPTION} characters and no comma`
  }
}

/** Collects the problems of all pages, so that an author can fix them at once. */
class Preparation {
  readonly problems: string[] = []
  readonly #slugs = new Map<string, string>()

  prepare(database: DatabaseTitle, source: Source): PreparedPage {
    const { toBlocks, properties: propertiesOf, ...page } = source
    const report = (problem: string): void => void this.problems.push(`${page.file}: ${problem}`)
    const other = this.#slugs.get(`${database} ${page.slug}`)
    if (other !== undefined) report(`${other} has the same slug "${page.slug}"`)
    this.#slugs.set(`${database} ${page.slug}`, page.file)
    try {
      const blocks = toBlocks()
      const properties = propertiesOf(blocks)
      for (const problem of problemsOf({ ...page, properties, blocks })) report(problem)
      return { ...page, properties, blocks, hash: hashOf(source, properties, blocks) }
    } catch (error) {
      report((error as Error).message)
      return { ...page, properties: {}, blocks: [], hash: '' }
    }
  }

  checkRelated(pages: readonly PreparedPage[]): void {
    const slugs = new Set(pages.map(({ slug }) => slug))
    for (const { file, related } of pages) {
      const missing = related?.slugs.filter((slug) => !slugs.has(slug)) ?? []
      if (missing.length > 0) this.problems.push(`${file}: it relates to a page that does not exist (${missing.join(', ')})`)
    }
  }
}

/**
 * Converts and validates all content before the push writes anything, so that it never erases a page and then fails to write the new version.
 * Throws a CommandError that lists all problems.
 */
export function prepareContent({ course: first, furtherCourses, library }: SampleContent): PreparedContent {
  const preparation = new Preparation()
  const prepared: PreparedContent = {
    courses: [first, ...furtherCourses].map((course) => ({
      page: preparation.prepare('Courses', {
        ...course,
        toBlocks: () => markdownToBlocks(course.body),
        properties: () => courseProperties(course),
      }),
      sessions: course.sessions.map((session) => ({
        page: preparation.prepare('Sessions', {
          ...session,
          toBlocks: () => [...checkpointBlocks(session.checkpoint), ...checksBlocks(session.checks)],
          files: {},
          properties: () => sessionProperties(session),
        }),
        tutorials: session.tutorials.map((tutorial) =>
          preparation.prepare('Tutorials', {
            ...tutorial,
            toBlocks: () => markdownToBlocks(tutorial.body),
            properties: () => tutorialProperties(tutorial),
          }),
        ),
      })),
    })),
    library: library.map((item) =>
      preparation.prepare('Library', {
        ...item,
        toBlocks: () => markdownToBlocks(item.body),
        properties: (blocks) => libraryProperties(item, blocks),
        related: { column: LIBRARY_RELATED, slugs: item.related },
      }),
    ),
  }
  preparation.checkRelated(prepared.library)
  const { problems } = preparation
  if (problems.length > 0)
    throw new CommandError(`Nothing was written. The content has mistakes:\n${problems.map((line) => `  ${line}`).join('\n')}`)
  return prepared
}
