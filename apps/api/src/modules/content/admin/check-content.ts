import Fastify from 'fastify'
import type { Config } from '../../../config.ts'
import { openNotion } from '../../../plugins/notion/notion.ts'
import { measureFile } from '../files/save-file.ts'
import type { ConfirmationReason } from '../mirror/confirmation-required.ts'
import { PageRefused, PageWithdrawn, type RefusedPage } from '../mirror/page-refused.ts'
import { findDatabases } from '../notion/find-databases.ts'
import { readWorkspace } from '../notion/read-workspace.ts'
import { buildPage } from '../pages/build-pages.ts'
import { equalOrders } from '../pages/equal-orders.ts'
import { startContentWorker } from '../pages/start-content-worker.ts'
import { findCourse, placeOf, refusedPage, type ValidatedPage, validatePage, validatePages } from '../pages/validate-pages.ts'
import { forEachConcurrently } from '../sync/for-each-concurrently.ts'

export { NotionUnusable } from '../mirror/page-refused.ts'

/** A warning about a page that is not shown as its author meant it. */
export type CheckedWarning = Pick<RefusedPage, 'page_id' | 'kind' | 'title' | 'url'> & { rule: string; warning: string }

/** A draft or archived page. */
type WithdrawnPage = Pick<RefusedPage, 'page_id' | 'kind' | 'title' | 'url'> & { by: PageWithdrawn['by'] }

export type ContentCheck = {
  pages: number
  refused: RefusedPage[]
  warnings: CheckedWarning[]
  withdrawn: WithdrawnPage[]
  /** Why a sync would wait for an admin's confirmation. */
  holds: Pick<ConfirmationReason, 'rule' | 'reason'>[]
}

/** Returns a reason if the course of this academy is missing: no page can be shown then. A workspace without any course page is empty. */
function missingCourse(pages: ValidatedPage[], courseId: string): ContentCheck['holds'] {
  const courses = pages.filter(({ kind }) => kind === 'course')
  if (courses.length === 0 || findCourse(pages, new Map(), courseId)) return []
  const titles = courses.map(({ title }) => `“${title}”`).join(', ')
  const reason = `No page in “Courses” has the slug “${courseId}”, which every address of the academy uses. The pages there are ${titles}.`
  return [{ rule: 'course_slug_changed', reason }]
}

/**
 * Validates a whole workspace as a sync would, without a database and without publishing: properties, page content, pictures and videos.
 * @throws NotionUnusable when a database is missing; the client's errors when Notion is unreachable.
 */
export async function checkContent(
  workspace: NonNullable<Config['notion']>,
  { siteOrigin, courseId }: { siteOrigin: string; courseId: string },
): Promise<ContentCheck> {
  // Notion's pauses need no log here; problems are returned as values.
  const { log } = Fastify({ logger: false })
  const notion = openNotion(workspace, log)
  const signal = new AbortController().signal
  const worker = startContentWorker()
  try {
    const { databases, reasons } = await findDatabases(notion, {}, signal)
    const listed = await readWorkspace(databases, { notion, signal, select: validatePage, editedSince: undefined })
    const pages = validatePages(listed, { publishedPages: new Map(), courseId })
    const findSyncedFrom = async () => []
    const context = { notion, siteOrigin, worker, saveFile: measureFile, log, signal, now: () => new Date(), findSyncedFrom }
    const withdrawn = pages.flatMap(({ id, kind, title, url, outcome }) =>
      outcome instanceof PageWithdrawn ? [{ page_id: id, kind, title, url, by: outcome.by }] : [],
    )
    const refused: RefusedPage[] = []
    const warnings: CheckedWarning[] = []
    const orders = equalOrders(pages.flatMap(placeOf))
    await forEachConcurrently(pages, async (entry) => {
      const { id, kind, title, url, outcome } = entry
      try {
        if (outcome instanceof PageRefused) throw outcome
        if (outcome instanceof PageWithdrawn) return
        const { row } = await buildPage(outcome, context)
        const order = orders.get(id)
        const all = order ? [...row.warnings, order] : row.warnings
        warnings.push(...all.map(({ rule, message }) => ({ page_id: id, kind, title, url, rule, warning: message })))
      } catch (error) {
        if (!(error instanceof PageRefused)) throw error
        refused.push(refusedPage(entry, error))
      }
    })
    return { pages: pages.length, refused, warnings, withdrawn, holds: [...reasons, ...missingCourse(pages, courseId)] }
  } finally {
    await worker.close()
    notion.close()
  }
}
