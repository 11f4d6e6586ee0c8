import type { ContentPreview } from '@academy/contract'
import type { PageObjectResponse } from '@notionhq/client'
import type { FastifyBaseLogger } from 'fastify'
import type { Db, Sql } from '../../database/open-database.ts'
import { RETRY_SOON, Refusal } from '../../http/errors.ts'
import { isNotionFailure, type NotionAccess } from '../../plugins/notion/notion.ts'
import { buildPage } from './build-pages.ts'
import { loadPublishedPages, type MirrorPage } from './content.store.ts'
import { filePath } from './files/file-links.ts'
import { saveFileTo } from './files/save-file.ts'
import { databaseTitles } from './notion/find-databases.ts'
import { pageIdOf } from './notion/ids.ts'
import { findPage } from './notion/requests.ts'
import { NotionUnusable, type PageKind, PageRefused, pageKinds } from './page-refused.ts'
import { loadPinnedDatabases } from './pinned-databases.store.ts'
import { describeLeftOut, isAbortedBy, type PreviewLimits, previewLimits } from './preview-limits.ts'
import { escapeHtml } from './render/escape.ts'
import { startContentWorker } from './start-content-worker.ts'
import { identityAfterRun, isPublishable, type PageProperties, readProperties, slugTaken, validatePage } from './validate-pages.ts'

type PreviewContext = {
  db: Db
  sql: Sql
  notion: NotionAccess
  siteOrigin: string
  log: FastifyBaseLogger
  signal: AbortSignal
  /** The time limit of the request, in milliseconds. */
  requestTimeoutMs: number
}
type Section = ContentPreview['sections'][number]

/** Returns the kind of a page by its database; undefined for pages of other databases. */
async function kindOf({ db, notion }: PreviewContext, { parent }: PageObjectResponse): Promise<PageKind | undefined> {
  if (parent.type !== 'data_source_id') return undefined
  const { pinned } = await loadPinnedDatabases(db, notion.rootPageId)
  return pageKinds.find((kind) => pinned[kind]?.data_source_id === pageIdOf(parent.data_source_id))
}

const section = (name: string, html: string | null | undefined): Section[] => (html ? [{ name, html }] : [])

/** Returns why a sync would refuse the slug of a page: another page is published with it and still has it in Notion. */
async function slugProblem({ db, notion, signal }: PreviewContext, { kind, properties }: PageProperties): Promise<PageRefused | undefined> {
  const { notion_page_id, public_id } = properties
  const publishedPages = await loadPublishedPages(db)
  const [id, owner] = [...publishedPages].find(([, page]) => page.kind === kind && page.public_id === public_id) ?? []
  if (id === undefined || id === notion_page_id) return undefined
  const page = await findPage(notion, id, signal)
  const hasSlug = page && identityAfterRun(validatePage(kind, page), publishedPages)?.public_id === public_id
  return hasSlug ? slugTaken(public_id, owner?.name) : undefined
}

const asProblem = ({ rule, message }: PageRefused): ContentPreview['problem'] => ({ rule, reason: message })

/** Returns the sections that learners would see. */
function sectionsOf(page: MirrorPage): Section[] {
  switch (page.kind) {
    case 'course':
      return section('Video', page.row.video)
    case 'session': {
      const files = page.row.checkpoint?.files.map(({ path }) => `<li><code>${escapeHtml(path)}</code></li>`)
      return section('Checkpoint', files && `<ul>${files.join('')}</ul>`)
    }
    case 'tutorial': {
      const { parts, diagram, diagram_description } = page.row
      const tips = parts.tips.map(({ parent_html, children_html }) => `<p><strong>${parent_html}</strong></p>${children_html}`).join('')
      return [
        ...section('Diagram', diagram && `<img src="${filePath(diagram)}" alt="${escapeHtml(diagram_description ?? 'Diagram')}">`),
        ...section('Description', parts.description),
        ...section('Tools', parts.tools),
        ...section('Video', parts.video),
        ...section('Prompt', parts.prompt),
        ...section('Code sample', parts.code_sample),
        ...section('Pro tips', tips),
        ...section('Transition', parts.transition),
      ]
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
 * undefined for a page that is in no database of the academy. Addresses of files are not signed yet. `left_out` names what could not be read in time.
 * @throws Refusal 503 when Notion does not answer.
 */
export async function previewPage(ctx: PreviewContext, pageId: string): Promise<ContentPreview | undefined> {
  const limits = previewLimits(ctx.requestTimeoutMs)
  try {
    return await renderPreview(ctx, pageId, limits)
  } catch (err) {
    if (isAbortedBy(limits.blocksUntil, err))
      throw new Refusal(503, 'unavailable', 'Notion is too slow for a preview at the moment. Please try again soon.', RETRY_SOON)
    if (!isNotionFailure(err) && !(err instanceof NotionUnusable)) throw err
    ctx.log.error({ err }, 'failed to read a page from Notion for its preview')
    throw new Refusal(503, 'unavailable', 'Notion does not answer at the moment. Please try again soon.', RETRY_SOON)
  }
}

async function renderPreview(ctx: PreviewContext, pageId: string, limits: PreviewLimits): Promise<ContentPreview | undefined> {
  const page = await findPage(ctx.notion, pageId, AbortSignal.any([ctx.signal, limits.blocksUntil]))
  const kind = page && (await kindOf(ctx, page))
  if (!page || !kind) return undefined
  const { id, title, url, outcome } = validatePage(kind, page)
  const status: ContentPreview['status'] = isPublishable(outcome) ? 'publishable' : outcome instanceof PageRefused ? 'refused' : outcome.by
  const preview = { page_id: id, title, url, database: databaseTitles[kind], status }
  const { notion, siteOrigin, log, signal, sql } = ctx
  const worker = startContentWorker()
  try {
    if (outcome instanceof PageRefused) throw outcome
    const context = { notion, siteOrigin, worker, saveFile: saveFileTo(sql), log, signal, limits, now: () => new Date() }
    const properties = readProperties(kind, page)
    const taken = await slugProblem({ ...ctx, signal: AbortSignal.any([signal, limits.blocksUntil]) }, properties)
    const { files: _, ...built } = await buildPage(properties, { ...context, findSyncedFrom: async () => [] })
    const warnings = built.row.warnings.map(({ message }) => message)
    return {
      ...preview,
      problem: taken ? asProblem(taken) : null,
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
