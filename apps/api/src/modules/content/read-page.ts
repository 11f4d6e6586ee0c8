import type { FastifyBaseLogger } from 'fastify'
import type { NotionAccess } from '../../plugins/notion.ts'
import { takeCaptions } from './captions.ts'
import { type CopyOptions, copyFiles } from './copy-files.ts'
import type { CopiedFile } from './files/copied-file.ts'
import { readBlocks } from './notion/read-blocks.ts'
import { PageRefused } from './page-refused.ts'
import type { BlockNode, Warning } from './render/block-node.ts'
import { type Highlight, highlightAll } from './render/highlight.ts'
import type { RenderContext } from './render/render-context.ts'
import { RENDERER } from './render/version.ts'

export type BuildContext = {
  notion: NotionAccess
  /** Where the web app lives. */
  siteOrigin: string
  highlight: Highlight
  log: FastifyBaseLogger
  signal: AbortSignal
  now: () => Date
}

/** What a page came out as, and the columns that every rendered page has. */
export type RenderedPage<T> = { made: T; files: CopiedFile[]; columns: { warnings: Warning[]; renderer: number; fetched_at: Date } }

type Reading<T> = {
  /** Which blocks of the page are published; all of them unless told. */
  select?: (nodes: BlockNode[]) => BlockNode[]
  render: (nodes: BlockNode[], ctx: RenderContext) => T
}

/**
 * Fetches what is written on a page, with its pictures, videos and other files, and renders it.
 * @throws PageRefused when the page may not be published.
 */
export async function readPage<T>(
  page_id: string,
  ctx: BuildContext,
  { select = (nodes) => nodes, render }: Reading<T>,
): Promise<RenderedPage<T>> {
  // Before the content: what is edited from here on counts as not seen.
  const fetched_at = ctx.now()
  const { nodes, captions } = takeCaptions(select(await readBlocks(ctx.notion, page_id, ctx.signal)))
  const { files, ...sources } = await copyFiles(nodes, captions, copyOptions(ctx))

  const code = await highlightAll(nodes, ctx.highlight)
  const warnings: Warning[] = []
  const made = renderSafely(page_id, ctx.log, () =>
    render(nodes, {
      siteOrigin: ctx.siteOrigin,
      codeOf: (blockId) => code.get(blockId),
      ...sources,
      warn: (rule, message, block_id) => void warnings.push({ rule, message, ...(block_id === undefined ? {} : { block_id }) }),
    }),
  )
  return { made, files, columns: { warnings, renderer: RENDERER, fetched_at } }
}

export const copyOptions = ({ notion, signal }: BuildContext): CopyOptions => ({ trustedOrigin: notion.origin, signal })

/** A page that breaks the renderer is our mistake, and must not keep the others from being published. */
function renderSafely<T>(page_id: string, log: FastifyBaseLogger, render: () => T): T {
  try {
    return render()
  } catch (err) {
    log.error({ err, page_id }, 'a page could not be rendered')
    throw new PageRefused('not_rendered', 'The page could not be shown because of a mistake in the academy. Its log says more.', {
      mayPassLater: true,
    })
  }
}
