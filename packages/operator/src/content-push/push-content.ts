import type { SampleContent } from '@academy/sample-content'
import type { Client } from '@notionhq/client'
import { ensureWorkspace } from './ensure-workspace.ts'
import { type ExistingPage, loadExistingPages } from './existing-pages.ts'
import type { Block } from './markdown-blocks.ts'
import { type PreparedPage, prepareContent } from './prepare-content.ts'
import { joinRelated, needsWrite, type Outcome, type Parent, type Pushed, pushPage } from './push-page.ts'
import type { DatabaseTitle } from './schema.ts'

type Options = {
  notion: Client
  /** The page that is shared with the integration; it contains the databases. */
  rootPageId: string
  content: SampleContent
  log?: (line: string) => void
}

type PushCounts = Record<Outcome, number>

/** The block limit of a Free workspace with more than one member. */
const FREE_BLOCKS = 1_000

const countBlocks = (blocks: readonly Block[]): number => blocks.reduce((sum, { children }) => sum + 1 + countBlocks(children), 0)

/** Returns a warning if a push creates more blocks than a Free workspace allows. Pages count as blocks. */
function blockWarning(blocks: number): string | undefined {
  if (blocks <= FREE_BLOCKS) return undefined
  return (
    `this push creates about ${blocks.toLocaleString('en')} blocks. Notion’s Free plan allows a workspace with more than one member ` +
    `${FREE_BLOCKS.toLocaleString('en')} blocks in all, and deleted blocks still count. A paid plan, or a Free workspace with one member, has no limit.`
  )
}

const DRAFT = { name: 'Draft' }

const hasBlocks = async (notion: Client, pageId: string): Promise<boolean> =>
  (await notion.blocks.children.list({ block_id: pageId, page_size: 1 })).results.length > 0

/**
 * Writes the content into a Notion workspace. Creates missing databases and pages, and rewrites pages whose Markdown has changed since
 * the last push. Keeps all other pages with the authors' edits. Deletes nothing: reports pages and texts without Markdown. Pages are identified by
 * their slug. A push can be interrupted and repeated. Throws a CommandError, before any page changes, if the content is invalid or the
 * workspace contradicts the schema.
 */
export async function pushContent({ notion, rootPageId, content, log = () => undefined }: Options): Promise<PushCounts> {
  const { courses, library } = prepareContent(content)
  const workspace = await ensureWorkspace(notion, rootPageId)
  const asDraft = { Status: workspace.hasStatusType ? { status: DRAFT } : { select: DRAFT } }
  const counts: PushCounts = { created: 0, updated: 0, unchanged: 0 }

  /** Loads the pages of one database, and returns functions that push pages to it. */
  const openDatabase = async (title: DatabaseTitle, pages: readonly PreparedPage[], relation?: string) => {
    const isNew = workspace.created.has(title)
    const existing = isNew ? new Map<string, ExistingPage>() : await loadExistingPages(notion, workspace[title], title, relation)
    const ids = new Map([...existing].map(([slug, { id }]) => [slug, id]))
    const idOf = (slug: string) => ids.get(slug)
    return {
      blocksToWrite: pages
        .filter((page) => needsWrite(page, existing.get(page.slug)))
        .reduce((sum, { slug, blocks }) => sum + countBlocks(blocks) + (existing.has(slug) ? 0 : 1), 0),
      push: async (page: PreparedPage, parent?: Parent): Promise<Pushed> => {
        const known = existing.get(page.slug)
        const pushed = await pushPage(notion, { dataSourceId: workspace[title], page, parent, existing: known, asDraft, idOf })
        ids.set(page.slug, pushed.id)
        counts[pushed.outcome] += 1
        if (pushed.outcome !== 'unchanged') log(`${pushed.outcome} ${page.file}`)
        const mayHaveOldText = known && page.blocks.length === 0 && needsWrite(page, known)
        if (mayHaveOldText && (await hasBlocks(notion, known.id)))
          log(`kept the text of "${page.slug}" in ${title}, which has none in its Markdown: delete it in Notion if it is outdated`)
        return pushed
      },
      join: (page: PreparedPage, pushed: Pushed) => joinRelated(notion, page, pushed, idOf),
      logUnmanagedPages: () => {
        const slugs = new Set(pages.map(({ slug }) => slug))
        for (const [slug, { sourceHash }] of existing) {
          if (sourceHash !== '' && !slugs.has(slug)) log(`kept "${slug}" in ${title}, which no longer has Markdown`)
        }
      },
    }
  }

  // reads every database before the first page changes, to find contradictions before any change
  const sessions = courses.flatMap((course) => course.sessions)
  const tutorials = sessions.flatMap((session) => session.tutorials)
  const inCourses = await openDatabase(
    'Courses',
    courses.map(({ page }) => page),
  )
  const inSessions = await openDatabase(
    'Sessions',
    sessions.map(({ page }) => page),
    'course',
  )
  const inTutorials = await openDatabase('Tutorials', tutorials, 'session')
  const inLibrary = await openDatabase('Library', library)
  const databases = [inCourses, inSessions, inTutorials, inLibrary]
  const warning = blockWarning(databases.reduce((sum, { blocksToWrite }) => sum + blocksToWrite, 0))
  if (warning) log(`warning: ${warning}`)

  for (const course of courses) {
    const { id: courseId } = await inCourses.push(course.page)
    for (const session of course.sessions) {
      const { id: sessionId } = await inSessions.push(session.page, { column: 'course', pageId: courseId })
      for (const tutorial of session.tutorials) await inTutorials.push(tutorial, { column: 'session', pageId: sessionId })
    }
  }

  // items relate to each other in cycles, so relations to later items are set at the end
  const written: [PreparedPage, Pushed][] = []
  for (const item of library) written.push([item, await inLibrary.push(item)])
  for (const [item, pushed] of written) await inLibrary.join(item, pushed)

  for (const database of databases) database.logUnmanagedPages()
  return counts
}
