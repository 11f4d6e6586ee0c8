import Fastify from 'fastify'
import type { Config } from '../../config.ts'
import { openNotion } from '../../plugins/notion.ts'
import { buildPage } from './build-pages.ts'
import { eachOf } from './each-of.ts'
import { judgedAlone, judgePages, refusedPage } from './judge-pages.ts'
import { readWorkspace } from './notion/read-workspace.ts'
import { PageRefused, type RefusedPage } from './page-refused.ts'
import { loadHighlighter } from './render/highlight.ts'

export { NotionUnusable } from './page-refused.ts'

/** What a page has that is not shown as its author meant it. */
export type CheckedWarning = Pick<RefusedPage, 'page_id' | 'kind' | 'title' | 'url'> & { rule: string; warning: string }

export type ContentCheck = { pages: number; refused: RefusedPage[]; warnings: CheckedWarning[] }

/**
 * Judges a whole workspace as a sync would, without a database and without publishing anything: properties, what is written on each
 * page, its pictures and videos.
 * @throws NotionUnusable when a database is missing; errors of Notion's client when it cannot be reached.
 */
export async function checkContent(workspace: NonNullable<Config['notion']>, siteOrigin: string): Promise<ContentCheck> {
  // Notion's waits are nobody's business here; what is wrong comes back as a value.
  const { log } = Fastify({ logger: false })
  const notion = openNotion(workspace, log)
  const signal = new AbortController().signal
  try {
    const pages = judgePages(await readWorkspace(notion, signal, judgedAlone), new Map())
    const context = { notion, siteOrigin, highlight: await loadHighlighter(), log, signal, now: () => new Date() }
    const refused: RefusedPage[] = []
    const warnings: CheckedWarning[] = []
    await eachOf(pages, async (entry) => {
      const { id, kind, title, url, verdict } = entry
      try {
        if (verdict instanceof PageRefused) throw verdict
        const { row } = await buildPage(verdict, context)
        const found = 'warnings' in row ? row.warnings : []
        warnings.push(...found.map(({ rule, message }) => ({ page_id: id, kind, title, url, rule, warning: message })))
      } catch (error) {
        if (!(error instanceof PageRefused)) throw error
        refused.push(refusedPage(entry, error))
      }
    })
    return { pages: pages.length, refused, warnings }
  } finally {
    notion.close()
  }
}
