import type { SyncedFrom } from '../mirror/content.table.ts'
import { PageRefused } from '../mirror/page-refused.ts'
import { readBlocks } from '../notion/read-blocks.ts'
import type { BlockNode, Warning } from '../render/block-node.ts'
import { RENDERER_VERSION } from '../render/version.ts'
import type { BuildContext, PageContext } from './build-context.ts'
import { captionWarnings, extractCaptions } from './captions.ts'
import { copyFiles, type FileCopier } from './copy-files.ts'
import { publishedBlocks, type RenderedKind, type RenderedParts, type RenderJob, type RenderResult } from './render-page.ts'

/** A rendered page with the columns that all pages have. */
export type RenderedPage<Parts> = { parts: Parts; columns: Columns }
type Columns = { warnings: Warning[]; renderer: number; synced_from: SyncedFrom[]; fetched_at: Date }

/**
 * Fetches the blocks of a page.
 * @throws PageRefused when the page is too large, or Notion does not give it out.
 */
export async function fetchBlocks(page_id: string, ctx: PageContext): Promise<{ nodes: BlockNode[]; columns: Omit<Columns, 'warnings'> }> {
  // The time before the content is read: a later edit may be missing in it.
  const fetched_at = ctx.now()
  const nodes = await readBlocks(page_id, ctx)
  const synced_from = await ctx.findSyncedFrom(ctx.originals, page_id)
  return { nodes, columns: { renderer: RENDERER_VERSION, synced_from, fetched_at } }
}

/**
 * Fetches the blocks of a page, copies their files with `copier`, and renders them.
 * @throws PageRefused when the page may not be published.
 */
export async function readPage<Kind extends RenderedKind>(
  { kind, page_id, video_url }: { kind: Kind; page_id: string; video_url: string | null },
  copier: FileCopier,
  ctx: PageContext,
): Promise<RenderedPage<RenderedParts[Kind]>> {
  const { nodes: all, columns } = await fetchBlocks(page_id, ctx)
  const { nodes, captions } = extractCaptions(publishedBlocks(kind, all))
  const files = await copyFiles(nodes, captions, copier)
  const { parts, warnings } = await renderInWorker(page_id, { kind, nodes, files, video_url, siteOrigin: ctx.siteOrigin }, ctx)
  return { parts, columns: { ...columns, warnings: [...copier.warnings(), ...captionWarnings(nodes, captions), ...warnings] } }
}

/** Renders a page in the worker. Refuses a page on which the renderer fails, so that the others are still published. */
async function renderInWorker<Kind extends RenderedKind>(
  page_id: string,
  job: RenderJob<Kind>,
  { worker, log, signal }: BuildContext,
): Promise<RenderResult<Kind>> {
  try {
    return await worker.render(job)
  } catch (err) {
    signal.throwIfAborted()
    if (err instanceof PageRefused) throw err
    log.error({ err, page_id }, 'failed to render a page')
    throw new PageRefused('not_rendered', 'The page could not be shown because of a mistake in the academy. Its log says more.', {
      mayPassLater: true,
    })
  }
}
