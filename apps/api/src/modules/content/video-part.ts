import type { BlockNode } from './render/block-node.ts'
import { renderEmbed } from './render/media.ts'
import type { RenderContext } from './render/render-context.ts'
import { renderPart } from './render/render-part.ts'
import { sanitise } from './render/sanitise.ts'
import { playerUrl } from './render/video.ts'

const isVideo = ({ block }: BlockNode): boolean => block.type === 'video' || block.type === 'embed'

/** Returns the video of the Video property, else the one below the heading; null without either. */
export function renderVideoPart(url: string | null, nodes: BlockNode[], ctx: RenderContext): string | null {
  if (url === null) return renderPart(nodes, ctx)
  if (!playerUrl(url)) {
    ctx.warn(
      'video_host',
      'The address in “Video” is of none of the allowed players (YouTube, Vimeo, Loom, Mux): it is shown as a link. A file plays if it is uploaded to the page.',
    )
  }
  if (nodes.some(isVideo)) ctx.warn('video_twice', 'The page has a video in its property and one below the heading: the property is shown.')
  const rest =
    renderPart(
      nodes.filter((node) => !isVideo(node)),
      ctx,
    ) ?? ''
  return sanitise(renderEmbed(url, [], ctx)) + rest || null
}
