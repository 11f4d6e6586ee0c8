import type { FastifyBaseLogger } from 'fastify'
import type { NotionAccess } from '../../plugins/notion.ts'
import { copyPicture, type Picture } from './files/copy-picture.ts'
import { filePath } from './files/file-links.ts'
import { readBlocks } from './notion/read-blocks.ts'
import { PageRefused } from './page-refused.ts'
import type { BlockNode, Warning } from './render/block-node.ts'
import { type Highlight, highlightAll } from './render/highlight.ts'
import { mediaUrl } from './render/media.ts'
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

/** Addresses of all pictures in a tree, by the id of their block. */
function pictureAddresses(nodes: BlockNode[], found = new Map<string, string>()): Map<string, string> {
  for (const { block, children } of nodes) {
    if (block.type === 'image') found.set(block.id, mediaUrl(block.image))
    pictureAddresses(children, found)
  }
  return found
}

export const copyFor =
  ({ notion, signal }: BuildContext) =>
  (address: string): Promise<Picture> =>
    copyPicture(address, { trustedOrigin: notion.origin, signal })

/** What a page came out as, and the columns that every rendered page has. */
export type RenderedPage<T> = { made: T; pictures: Picture[]; columns: { warnings: Warning[]; renderer: number; fetched_at: Date } }

/**
 * Fetches what is written on a page, with its pictures unless they shall be left out, and renders it.
 * @throws PageRefused when the page may not be published.
 */
export async function readPage<T>(
  page_id: string,
  ctx: BuildContext,
  render: (nodes: BlockNode[], ctx: RenderContext) => T,
  { copyPictures = true } = {},
): Promise<RenderedPage<T>> {
  // Before the content: what is edited from here on counts as not seen.
  const fetched_at = ctx.now()
  const nodes = await readBlocks(ctx.notion, page_id, ctx.signal)
  const pictures = new Map<string, Picture>()
  const copy = copyFor(ctx)
  for (const [blockId, address] of copyPictures ? pictureAddresses(nodes) : []) pictures.set(blockId, await copy(address))

  const code = await highlightAll(nodes, ctx.highlight)
  const warnings: Warning[] = []
  const made = renderSafely(page_id, ctx.log, () =>
    render(nodes, {
      siteOrigin: ctx.siteOrigin,
      codeOf: (blockId) => code.get(blockId),
      imageOf: (blockId) => {
        const picture = pictures.get(blockId)
        return picture && filePath(picture.hash)
      },
      warn: (rule, message, block_id) => void warnings.push({ rule, message, ...(block_id === undefined ? {} : { block_id }) }),
    }),
  )
  return { made, pictures: [...pictures.values()], columns: { warnings, renderer: RENDERER, fetched_at } }
}

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
