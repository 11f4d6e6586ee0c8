import type { SampleContent } from '@academy/sample-content'
import type { Client } from '@notionhq/client'
import { ensureWorkspace } from './ensure-workspace.ts'
import { existingPages } from './existing-pages.ts'
import { courseProperties, sessionProperties, tutorialProperties } from './page-properties.ts'
import { type Outcome, type PageSource, pushPage } from './push-page.ts'
import type { DatabaseTitle } from './schema.ts'

type Options = {
  notion: Client
  /** The page that was shared with the integration; databases are found and made below it. */
  rootPageId: string
  content: SampleContent
  log?: (line: string) => void
}

export type PushCounts = Record<Outcome, number>

/** Courses and sessions are described by their properties alone. */
const noBody = { body: '', files: {} }

/**
 * Makes a Notion workspace hold the content: creates databases and pages that are missing, rewrites pages whose Markdown
 * changed since the last push, and leaves all others, an author's edits in them included, alone. Safe to repeat and to
 * interrupt. Pages are told apart by their slug. Throws a Problem if the workspace contradicts the schema.
 */
export async function pushContent({ notion, rootPageId, content, log = () => undefined }: Options): Promise<PushCounts> {
  const workspace = await ensureWorkspace(notion, rootPageId)
  const counts: PushCounts = { created: 0, updated: 0, unchanged: 0 }

  const into = async (title: DatabaseTitle, relation?: string) => {
    const existing = await existingPages(notion, workspace[title], title, relation)
    return async (source: PageSource): Promise<string> => {
      const { id, outcome } = await pushPage(notion, workspace[title], source, existing.get(source.slug))
      counts[outcome] += 1
      if (outcome !== 'unchanged') log(`${outcome} ${source.file}`)
      return id
    }
  }
  const pushCourse = await into('Courses')
  const pushSession = await into('Sessions', 'course')
  const pushTutorial = await into('Tutorials', 'session')

  const { course } = content
  const courseId = await pushCourse({ ...course, ...noBody, properties: courseProperties(course) })
  for (const session of course.sessions) {
    const parent = { column: 'course', pageId: courseId }
    const sessionId = await pushSession({ ...session, ...noBody, properties: sessionProperties(session), parent })
    for (const tutorial of session.tutorials) {
      await pushTutorial({ ...tutorial, properties: tutorialProperties(tutorial), parent: { column: 'session', pageId: sessionId } })
    }
  }
  return counts
}
