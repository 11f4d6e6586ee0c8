import type { SampleContent } from '@academy/sample-content'
import type { Client } from '@notionhq/client'
import { ensureWorkspace } from './ensure-workspace.ts'
import { type ExistingPage, existingPages } from './existing-pages.ts'
import type { Block } from './markdown-blocks.ts'
import { type PreparedPage, prepareContent } from './prepare-content.ts'
import { isToBeWritten, joinRelated, type Outcome, type Parent, type Pushed, pushPage } from './push-page.ts'
import type { DatabaseTitle } from './schema.ts'

type Options = {
  notion: Client
  /** The page that was shared with the integration; databases are found and made below it. */
  rootPageId: string
  content: SampleContent
  log?: (line: string) => void
}

export type PushCounts = Record<Outcome, number>

/** A Free workspace with more than one member has room for so many blocks, ever. */
const FREE_BLOCKS = 1_000

const countBlocks = (blocks: readonly Block[]): number => blocks.reduce((sum, { children }) => sum + 1 + countBlocks(children), 0)

/** A warning where a push creates more blocks than a Free workspace takes. A page counts as a block as well. */
function blockWarning(blocks: number): string | undefined {
  if (blocks <= FREE_BLOCKS) return undefined
  return (
    `this push creates about ${blocks.toLocaleString('en')} blocks. Notion’s Free plan allows a workspace with more than one member ` +
    `${FREE_BLOCKS.toLocaleString('en')} blocks in all, and deleting blocks gives no room back. A paid plan, or a Free workspace with one member, has no limit.`
  )
}

/**
 * Makes a Notion workspace hold the content: creates databases and pages that are missing, rewrites pages whose Markdown
 * changed since the last push, and leaves all others, an author's edits in them included, alone. Throws nothing away: a page
 * whose Markdown is gone is only named. Safe to repeat and to interrupt. Pages are told apart by their slug.
 * Throws a CommandError, before any page changes, if the content has mistakes or the workspace contradicts the schema.
 */
export async function pushContent({ notion, rootPageId, content, log = () => undefined }: Options): Promise<PushCounts> {
  const { course, sessions, library } = prepareContent(content)
  const workspace = await ensureWorkspace(notion, rootPageId)
  const counts: PushCounts = { created: 0, updated: 0, unchanged: 0 }

  /** What pushes into one database, page by page. */
  const into = async (title: DatabaseTitle, pages: readonly PreparedPage[], relation?: string) => {
    const isNew = workspace.created.has(title)
    const existing = isNew ? new Map<string, ExistingPage>() : await existingPages(notion, workspace[title], title, relation)
    const ids = new Map([...existing].map(([slug, { id }]) => [slug, id]))
    const idOf = (slug: string) => ids.get(slug)
    return {
      blocksToWrite: pages
        .filter((page) => isToBeWritten(page, existing.get(page.slug)))
        .reduce((sum, { slug, blocks }) => sum + countBlocks(blocks) + (existing.has(slug) ? 0 : 1), 0),
      push: async (page: PreparedPage, parent?: Parent): Promise<Pushed> => {
        const pushed = await pushPage(notion, { dataSourceId: workspace[title], page, parent, existing: existing.get(page.slug), idOf })
        ids.set(page.slug, pushed.id)
        counts[pushed.outcome] += 1
        if (pushed.outcome !== 'unchanged') log(`${pushed.outcome} ${page.file}`)
        return pushed
      },
      join: (page: PreparedPage, pushed: Pushed) => joinRelated(notion, page, pushed, idOf),
      nameLeft: () => {
        const slugs = new Set(pages.map(({ slug }) => slug))
        for (const [slug, { mark }] of existing) {
          if (mark !== '' && !slugs.has(slug)) log(`left as it is: "${slug}" in ${title}, which no Markdown describes any more`)
        }
      },
    }
  }

  // Every database is read before the first page changes, so that a contradiction is found in time.
  const tutorials = sessions.flatMap((session) => session.tutorials)
  const inCourses = await into('Courses', [course])
  const inSessions = await into(
    'Sessions',
    sessions.map(({ page }) => page),
    'course',
  )
  const inTutorials = await into('Tutorials', tutorials, 'session')
  const inLibrary = await into('Library', library)
  const databases = [inCourses, inSessions, inTutorials, inLibrary]
  const warning = blockWarning(databases.reduce((sum, { blocksToWrite }) => sum + blocksToWrite, 0))
  if (warning) log(`warning: ${warning}`)

  const { id: courseId } = await inCourses.push(course)
  for (const session of sessions) {
    const { id: sessionId } = await inSessions.push(session.page, { column: 'course', pageId: courseId })
    for (const tutorial of session.tutorials) await inTutorials.push(tutorial, { column: 'session', pageId: sessionId })
  }

  // Items lead to each other in circles: an item is written as soon as it can be, and joined to those that come later at the end.
  const written: [PreparedPage, Pushed][] = []
  for (const item of library) written.push([item, await inLibrary.push(item)])
  for (const [item, pushed] of written) await inLibrary.join(item, pushed)

  for (const database of databases) database.nameLeft()
  return counts
}
