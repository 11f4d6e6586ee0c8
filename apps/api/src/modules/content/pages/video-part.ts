import type { BlockNode } from '../render/block-node.ts'
import { renderEmbed } from '../render/media.ts'
import type { RenderContext } from '../render/render-context.ts'
import { renderPart } from '../render/render-part.ts'
import { sanitize } from '../render/sanitize.ts'
import { playerUrl } from '../render/video.ts'

const isVideo = ({ block }: BlockNode): boolean => block.type === 'video' || block.type === 'embed'

/** Renders the video part. With a Video property, its video replaces the videos below the heading. Null for an empty part. */
export function renderVideoPart(url: string | null, nodes: BlockNode[], ctx: RenderContext): string | null {
  if (url === null) return renderPart(nodes, ctx)
  if (!playerUrl(url)) {
    ctx.warn(
      'video_host',
      'The URL in “Video” does not belong to an allowed player (YouTube, Vimeo, Loom, Mux), so it is shown as a link. To play a video file, upload it to the page.',
    )
  }
  if (nodes.some(isVideo))
    ctx.warn('video_twice', 'The page has a video in its property and one below the heading. The video of the property is shown.')
  const rest =
    renderPart(
      nodes.filter((node) => !isVideo(node)),
      ctx,
    ) ?? ''
  return sanitize(renderEmbed(url, [], ctx)) + rest || null
}
