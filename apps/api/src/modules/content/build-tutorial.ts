import type { FastifyBaseLogger } from 'fastify'
import type { NotionAccess } from '../../plugins/notion.ts'
import type { TutorialRow } from './content.store.ts'
import { copyPicture, type Picture } from './files/copy-picture.ts'
import { filePath } from './files/file-links.ts'
import { readBlocks } from './notion/read-blocks.ts'
import type { TutorialFacts } from './page-facts.ts'
import { PageRefused } from './page-refused.ts'
import type { BlockNode, Warning } from './render/block-node.ts'
import { type Highlight, highlightAll } from './render/highlight.ts'
import { mediaUrl } from './render/media.ts'
import { RENDERER, renderTutorial, type TutorialParts } from './tutorial-parts.ts'

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

/** Fetches a tutorial's page whole and makes of it what is published. @throws PageRefused when it may not be. */
export async function buildTutorial(facts: TutorialFacts, ctx: BuildContext): Promise<{ row: TutorialRow; pictures: Picture[] }> {
  const { video_url, diagram_url, ...stored } = facts
  // Before the content: what is edited from here on counts as not seen.
  const fetched_at = ctx.now()
  const nodes = await readBlocks(ctx.notion, facts.notion_page_id, ctx.signal)

  const copy = (address: string) => copyPicture(address, { trustedOrigin: ctx.notion.origin, signal: ctx.signal })
  const diagram = diagram_url === undefined ? undefined : await copy(diagram_url)
  const pictures = new Map<string, Picture>()
  for (const [blockId, address] of pictureAddresses(nodes)) pictures.set(blockId, await copy(address))

  const code = await highlightAll(nodes, ctx.highlight)
  const warnings: Warning[] = []
  const parts = renderSafely(facts, ctx, () =>
    renderTutorial(nodes, video_url, {
      siteOrigin: ctx.siteOrigin,
      codeOf: (blockId) => code.get(blockId),
      imageOf: (blockId) => {
        const picture = pictures.get(blockId)
        return picture && filePath(picture.hash)
      },
      warn: (rule, message, block_id) => void warnings.push({ rule, message, ...(block_id === undefined ? {} : { block_id }) }),
    }),
  )
  return {
    row: { ...stored, parts, diagram: diagram?.hash ?? null, warnings, renderer: RENDERER, fetched_at },
    pictures: [...(diagram ? [diagram] : []), ...pictures.values()],
  }
}

/** A page that breaks the renderer is our mistake, and must not keep the others from being published. */
function renderSafely({ notion_page_id }: TutorialFacts, { log }: BuildContext, render: () => TutorialParts): TutorialParts {
  try {
    return render()
  } catch (err) {
    log.error({ err, page_id: notion_page_id }, 'a page could not be rendered')
    throw new PageRefused('not_rendered', 'The page could not be shown because of a mistake in the academy. Its log says more.', {
      mayPassLater: true,
    })
  }
}
