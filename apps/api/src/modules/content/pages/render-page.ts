import type { ResourceParts, TutorialParts } from '../mirror/stored-parts.ts'
import type { BlockNode, Warning } from '../render/block-node.ts'
import { cleanText } from '../render/escape.ts'
import { type Highlight, highlightAll } from '../render/highlight.ts'
import type { CopiedPicture, CopiedUpload, CopiedVideo, RenderContext } from '../render/render-context.ts'
import { findSections } from './page-sections.ts'
import { renderResource } from './resource-parts.ts'
import { renderTutorial } from './tutorial-parts.ts'
import { renderVideoPart } from './video-part.ts'

/** What a page of each kind is rendered to; the video of a course is null without one. */
export type RenderedParts = { course: string | null; tutorial: TutorialParts; resource: ResourceParts }
export type RenderedKind = keyof RenderedParts

/** Our own copies of a page's files, by the id of their block. */
export type PageFiles = { images: Map<string, CopiedPicture>; videos: Map<string, CopiedVideo>; uploads: Map<string, CopiedUpload> }

/** A page to render: plain data, so that it can be sent to a worker. */
export type RenderJob<Kind extends RenderedKind = RenderedKind> = {
  kind: Kind
  nodes: BlockNode[]
  files: PageFiles
  /** The Video property of a course or a tutorial. */
  video_url: string | null
  /** Where the web app lives. */
  siteOrigin: string
}

export type RenderResult<Kind extends RenderedKind = RenderedKind> = { parts: RenderedParts[Kind]; warnings: Warning[] }

/** Returns the blocks of a page that are published: of a course's page those below each heading “Video”. The rest is the authors' own. */
export const publishedBlocks = (kind: RenderedKind, nodes: BlockNode[]): BlockNode[] =>
  kind === 'course' ? findSections(nodes, (name) => name === 'video').flatMap((section) => section.nodes) : nodes

function partsOf({ kind, nodes, video_url }: RenderJob, ctx: RenderContext): RenderedParts[RenderedKind] {
  switch (kind) {
    case 'course':
      return renderVideoPart(video_url, nodes, ctx)
    case 'tutorial':
      return renderTutorial(nodes, video_url, ctx)
    case 'resource':
      return renderResource(nodes, ctx)
  }
}

/** Renders a page to HTML that is safe to inject. The warnings say what could not be shown as its author meant it. */
export async function renderPage(job: RenderJob, highlight: Highlight): Promise<RenderResult> {
  const { nodes, files, siteOrigin } = job
  const code = await highlightAll(nodes, highlight)
  const warnings: Warning[] = []
  const parts = partsOf(job, {
    siteOrigin,
    codeOf: (blockId) => code.get(blockId),
    imageOf: (blockId) => files.images.get(blockId),
    videoOf: (blockId) => files.videos.get(blockId),
    uploadOf: (blockId) => files.uploads.get(blockId),
    // A message quotes the author's text, and may cut it inside a character.
    warn: (rule, message, block_id) => void warnings.push({ rule, message: cleanText(message), block_id }),
  })
  return { parts, warnings }
}
