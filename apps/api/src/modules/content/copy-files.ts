import type { Captions } from './captions.ts'
import type { CopiedFile } from './files/copied-file.ts'
import { copiedFile } from './files/copied-file.ts'
import { copyPicture } from './files/copy-picture.ts'
import { copyVideo } from './files/copy-video.ts'
import { filePath } from './files/file-links.ts'
import type { BlockNode } from './render/block-node.ts'
import { mediaUrl } from './render/media.ts'
import type { RenderContext } from './render/render-context.ts'

export type CopyOptions = { trustedOrigin: string; signal: AbortSignal }

/** Every block of a tree, from top to bottom. */
function* blocksIn(nodes: BlockNode[]): Generator<BlockNode['block']> {
  for (const { block, children } of nodes) {
    yield block
    yield* blocksIn(children)
  }
}

/**
 * Copies all that a page shows: pictures wherever they are, videos that were uploaded, and their captions.
 * @throws PageRefused when one of them cannot be shown.
 */
export async function copyFiles(
  nodes: BlockNode[],
  captions: Captions,
  options: CopyOptions,
): Promise<{ files: CopiedFile[] } & Pick<RenderContext, 'imageOf' | 'videoOf'>> {
  const files: CopiedFile[] = []
  const paths = new Map<string, string>()
  const tracks = new Map<string, string>()
  const keep = (file: CopiedFile): string => {
    files.push(file)
    return filePath(file.hash)
  }
  for (const block of blocksIn(nodes)) {
    if (block.type === 'image') paths.set(block.id, keep(await copyPicture(mediaUrl(block.image), options)))
    if (block.type !== 'video' || block.video.type !== 'file') continue
    paths.set(block.id, keep(await copyVideo(mediaUrl(block.video), options)))
    const source = captions.get(block.id)
    if (source !== undefined) tracks.set(block.id, keep(copiedFile('text/vtt', Buffer.from(source, 'utf8'))))
  }
  return {
    files,
    imageOf: (blockId) => paths.get(blockId),
    videoOf: (blockId) => {
      const src = paths.get(blockId)
      return src === undefined ? undefined : { src, captions: tracks.get(blockId) }
    },
  }
}
