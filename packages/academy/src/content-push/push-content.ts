import type { SampleContent } from '@academy/sample-content'
import type { Client } from '@notionhq/client'
import { ensureWorkspace } from './ensure-workspace.ts'
import { type ExistingPage, existingPages } from './existing-pages.ts'
import { courseProperties, libraryProperties, sessionProperties, tutorialProperties } from './page-properties.ts'
import { joinRelated, type Outcome, type PageSource, type Pushed, pushPage } from './push-page.ts'
import { type DatabaseTitle, LIBRARY_RELATED } from './schema.ts'

type Options = {
  notion: Client
  /** The page that was shared with the integration; databases are found and made below it. */
  rootPageId: string
  content: SampleContent
  log?: (line: string) => void
}

export type PushCounts = Record<Outcome, number>

/** Sessions are described by their properties alone. */
const noBody = { body: '', files: {} }

/**
 * Makes a Notion workspace hold the content: creates databases and pages that are missing, rewrites pages whose Markdown
 * changed since the last push, and leaves all others, an author's edits in them included, alone. Throws nothing away: a page
 * whose Markdown is gone is only named. Safe to repeat and to interrupt. Pages are told apart by their slug.
 * Throws a Problem if the workspace contradicts the schema.
 */
export async function pushContent({ notion, rootPageId, content, log = () => undefined }: Options): Promise<PushCounts> {
  const workspace = await ensureWorkspace(notion, rootPageId)
  const counts: PushCounts = { created: 0, updated: 0, unchanged: 0 }

  /** What pushes into one database, page by page. */
  const into = async (title: DatabaseTitle, relation?: string) => {
    const isNew = workspace.created.has(title)
    const existing = isNew ? new Map<string, ExistingPage>() : await existingPages(notion, workspace[title], title, relation)
    const ids = new Map([...existing].map(([slug, { id }]) => [slug, id]))
    const idOf = (slug: string) => ids.get(slug)
    const pushed = new Set<string>()
    return {
      push: async (source: PageSource): Promise<Pushed> => {
        const page = await pushPage(notion, workspace[title], source, existing.get(source.slug), idOf)
        ids.set(source.slug, page.id)
        pushed.add(source.slug)
        counts[page.outcome] += 1
        if (page.outcome !== 'unchanged') log(`${page.outcome} ${source.file}`)
        return page
      },
      join: (source: PageSource, page: Pushed) => joinRelated(notion, source, page, idOf),
      nameLeft: () => {
        for (const [slug, { mark }] of existing) {
          if (mark !== '' && !pushed.has(slug)) log(`left as it is: "${slug}" in ${title}, which no Markdown describes any more`)
        }
      },
    }
  }

  const [courses, sessions, tutorials] = [await into('Courses'), await into('Sessions', 'course'), await into('Tutorials', 'session')]
  const { course } = content
  const { id: courseId } = await courses.push({ ...course, properties: courseProperties(course) })
  for (const session of course.sessions) {
    const parent = { column: 'course', pageId: courseId }
    const { id: sessionId } = await sessions.push({ ...session, ...noBody, properties: sessionProperties(session), parent })
    for (const tutorial of session.tutorials) {
      await tutorials.push({ ...tutorial, properties: tutorialProperties(tutorial), parent: { column: 'session', pageId: sessionId } })
    }
  }

  // Items lead to each other in circles: an item is written as soon as it can be, and joined to those that come later at the end.
  const library = await into('Library')
  const items = content.library.map((item): PageSource => {
    const related = { column: LIBRARY_RELATED, slugs: item.related }
    return { ...item, properties: (blocks) => libraryProperties(item, blocks), related }
  })
  const written: [PageSource, Pushed][] = []
  for (const source of items) written.push([source, await library.push(source)])
  for (const [source, page] of written) await library.join(source, page)

  for (const database of [courses, sessions, tutorials, library]) database.nameLeft()
  return counts
}
