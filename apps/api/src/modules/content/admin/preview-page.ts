import type { ContentPreview } from '@academy/contract'
import { renderParts } from '@academy/contract/tutorial-parts'
import type { PageObjectResponse } from '@notionhq/client'
import type { FastifyBaseLogger } from 'fastify'
import type { Db, Sql } from '../../../database/open-database.ts'
import { HttpError, RETRY_SOON } from '../../../http/errors.ts'
import { isNotionFailure, type NotionAccess } from '../../../plugins/notion/notion.ts'
import { saveFileTo } from '../files/save-file.ts'
import { NotionUnusable, type PageKind, PageRefused, pageKinds } from '../mirror/page-refused.ts'
import { partFields } from '../mirror/part-fields.ts'
import { databaseTitles, type PinnedDatabases } from '../notion/find-databases.ts'
import { normalizeNotionId } from '../notion/page-properties.ts'
import { describeLeftOut, isAbortedBy, type PreviewLimits, previewLimits } from '../notion/preview-limits.ts'
import { findPage } from '../notion/requests.ts'
import { buildPage } from '../pages/build-pages.ts'
import type { MirrorPage } from '../pages/content.store.ts'
import { equalOrders } from '../pages/equal-orders.ts'
import { startContentWorker } from '../pages/start-content-worker.ts'
import { isPublishable, placeOf, readProperties, type ValidatedPage, validatePage } from '../pages/validate-pages.ts'
import { filePath } from '../read/file-links.ts'
import { escapeHtml } from '../render/escape.ts'
import { currentProperties, lostPropertyReasons } from '../sync/lost-properties.ts'
import { loadPinnedDatabases } from '../sync/pinned-databases.store.ts'
import { loadPlaces } from './content-state.store.ts'
import { refusalByOthers } from './refusal-by-others.ts'

type PreviewContext = {
  db: Db
  sql: Sql
  notion: NotionAccess
  /** The id of the Master Course in URLs. */
  courseId: string
  siteOrigin: string
  log: FastifyBaseLogger
  signal: AbortSignal
  /** The time limit of the request, in milliseconds. */
  requestTimeoutMs: number
}
type Section = ContentPreview['sections'][number]

/** Returns the kind of a page by its database; undefined for pages of other databases. */
function kindOf(pinned: PinnedDatabases, { parent }: PageObjectResponse): PageKind | undefined {
  if (parent.type !== 'data_source_id') return undefined
  return pageKinds.find((kind) => pinned[kind]?.data_source_id === normalizeNotionId(parent.data_source_id))
}

const section = (name: string, html: string | null | undefined): Section[] => (html ? [{ name, html }] : [])

const asProblem = ({ rule, message }: PageRefused): ContentPreview['problem'] => ({ rule, reason: message })

/** Returns the sections that learners would see. */
function sectionsOf(page: MirrorPage): Section[] {
  switch (page.kind) {
    case 'course':
      return section('Video', page.row.video)
    case 'session': {
      const files = page.row.checkpoint?.files.map(({ path }) => `<li><code>${escapeHtml(path)}</code></li>`)
      const checks = page.row.checks?.checks.map(
        ({ check, success, hint }) => `<li><code>${escapeHtml(check)}</code> ${escapeHtml(success)} ✗ ${escapeHtml(hint)}</li>`,
      )
      return [
        ...section('Checkpoint', files && `<ul>${files.join('')}</ul>`),
        ...section('Checks', checks && `<ol>${checks.join('')}</ol>`),
      ]
    }
    case 'tutorial': {
      const { parts, diagram, diagram_size, diagram_description } = page.row
      const asHtml = (html: string, { heading }: { heading: string }): Section => ({ name: heading, html })
      return renderParts<Section>(
        { ...partFields(parts, diagram && filePath(diagram)), diagram_size, diagram_description },
        {
          introduction: asHtml,
          section: asHtml,
          video: asHtml,
          diagram: ({ url, description }, part) => asHtml(`<img src="${url}" alt="${escapeHtml(description ?? 'Diagram')}">`, part),
          prompt: asHtml,
          code: asHtml,
          tips: (tips, part) =>
            asHtml(tips.map(({ parent_html, children_html }) => `<p><strong>${parent_html}</strong></p>${children_html}`).join(''), part),
          transition: asHtml,
        },
      )
    }
    case 'resource': {
      const { prerequisite, prompt, code_sample, additional_instructions } = page.row.parts
      return [
        ...section('Prerequisite', prerequisite?.html),
        ...section('Prompt', prompt?.html),
        ...section('Code sample', code_sample?.html),
        ...section('Additional instructions', additional_instructions?.html),
      ]
    }
  }
}

/**
 * Reads one page from Notion now and renders it as a sync would, without publishing it: also a draft, or a page that was refused. Returns
 * undefined for a page that is in no database of the academy. URLs of files are not signed yet. `left_out` names what could not be read in time.
 * @throws HttpError 503 when Notion does not answer.
 */
export async function previewPage(ctx: PreviewContext, pageId: string): Promise<ContentPreview | undefined> {
  const limits = previewLimits(ctx.requestTimeoutMs)
  try {
    return await renderPreview(ctx, pageId, limits)
  } catch (err) {
    if (isAbortedBy(limits.blocksUntil, err))
      throw new HttpError(503, 'unavailable', 'Notion did not answer in time for a preview. Please try again soon.', RETRY_SOON)
    if (!isNotionFailure(err) && !(err instanceof NotionUnusable)) throw err
    ctx.log.error({ err }, 'failed to read a page from Notion for its preview')
    throw new HttpError(503, 'unavailable', 'Notion does not answer at the moment. Please try again soon.', RETRY_SOON)
  }
}

async function renderPreview(ctx: PreviewContext, pageId: string, limits: PreviewLimits): Promise<ContentPreview | undefined> {
  const { db, notion, siteOrigin, log, signal, sql, courseId } = ctx
  const { pinned, knownProperties } = await loadPinnedDatabases(db, notion.rootPageId)
  const readSignal = AbortSignal.any([signal, limits.blocksUntil])
  const page = await findPage(notion, pageId, readSignal)
  const kind = page && kindOf(pinned, page)
  if (!page || !kind) return undefined
  const validated = validatePage(kind, page)
  const { id, title, url, outcome } = validated
  const status: ContentPreview['status'] = isPublishable(outcome) ? 'publishable' : outcome instanceof PageRefused ? 'refused' : outcome.by
  const preview = { page_id: id, title, url, database: databaseTitles[kind], status }
  const readPage = async (other: string): Promise<ValidatedPage | undefined> => {
    const found = await findPage(notion, other, readSignal)
    const kindOfOther = found && kindOf(pinned, found)
    return kindOfOther && validatePage(kindOfOther, found)
  }
  const worker = startContentWorker()
  try {
    if (outcome instanceof PageRefused) throw outcome
    const context = { notion, siteOrigin, worker, saveFile: saveFileTo(sql), log, signal, limits, now: () => new Date() }
    const properties = readProperties(kind, page)
    const [lost] = lostPropertyReasons(knownProperties, currentProperties(knownProperties, [validated]))
    const refusal = lost
      ? new PageRefused(lost.rule, lost.reason)
      : await refusalByOthers({ ...validated, outcome: properties }, { db, courseId, readPage })
    const { files: _, ...built } = await buildPage(properties, { ...context, findSyncedFrom: async () => [] })
    const others = (await loadPlaces(db)).filter(({ page_id }) => page_id !== id)
    const order = equalOrders([...placeOf({ ...validated, outcome: properties }), ...others]).get(id)
    const warnings = [...built.row.warnings, ...(order ? [order] : [])].map(({ message }) => message)
    return {
      ...preview,
      status: refusal && status === 'publishable' ? 'refused' : status,
      problem: refusal ? asProblem(refusal) : null,
      description: built.row.description,
      warnings,
      sections: sectionsOf(built),
      left_out: describeLeftOut(limits),
    }
  } catch (error) {
    if (!(error instanceof PageRefused)) throw error
    return { ...preview, problem: asProblem(error), description: '', warnings: [], sections: [], left_out: describeLeftOut(limits) }
  } finally {
    await worker.close()
  }
}
