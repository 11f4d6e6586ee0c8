import { cutSections } from './cut-sections.ts'
import type { BlockNode } from './render/block-node.ts'
import type { RenderContext } from './render/render-context.ts'
import { renderVideoPart } from './video-part.ts'

/** The intro video of a course: its Video property, or what stands below the heading "Video". The rest of the page is the authors' own. */
export function renderCourseVideo(nodes: BlockNode[], video: string | null, ctx: RenderContext): string | null {
  const otherHeadings = new Set<BlockNode>()
  const sections = cutSections(nodes, ['notes', 'video'], 'notes', (_heading, blockId) => {
    const node = nodes.find(({ block }) => block.id === blockId)
    if (node) otherHeadings.add(node)
  })
  // Another heading ends the section: what follows it is notes again.
  const end = sections.video.findIndex((node) => otherHeadings.has(node))
  const below = end === -1 ? sections.video : sections.video.slice(0, end)
  return renderVideoPart(video, below, ctx)
}
