import type { BlockObjectResponse } from '@notionhq/client'
import type { Captions } from './captions.ts'
import { type CopiedFile, copiedFile } from './files/copied-file.ts'
import { copyPicture } from './files/copy-picture.ts'
import { copyIfOffered, copyPdf, copySound, copyVideo } from './files/copy-upload.ts'
import type { FetchFileOptions } from './files/fetch-file.ts'
import { filePath } from './files/file-links.ts'
import { downloadName, nameInAddress } from './files/file-name.ts'
import type { DownloadType } from './files/upload-type.ts'
import type { BlockNode } from './render/block-node.ts'
import { mediaUrl } from './render/media.ts'
import type { CopiedUpload, RenderContext } from './render/render-context.ts'

export type CopyOptions = Omit<FetchFileOptions, 'maxBytes'>

/** Every block of a tree, from top to bottom. */
function* blocksIn(nodes: BlockNode[]): Generator<BlockNode['block']> {
  for (const { block, children } of nodes) {
    yield block
    yield* blocksIn(children)
  }
}

/** Sounds, PDFs and other files that were uploaded, by the name that learners see; undefined for all other blocks, and for what is not copied. */
async function uploadIn(
  block: BlockObjectResponse,
  options: CopyOptions,
): Promise<{ file: CopiedFile<DownloadType>; name: string } | undefined> {
  switch (block.type) {
    case 'audio': {
      if (block.audio.type !== 'file') return undefined
      const { url } = block.audio.file
      return { file: await copySound(url, options), name: nameInAddress(url) }
    }
    case 'pdf': {
      if (block.pdf.type !== 'file') return undefined
      const { url } = block.pdf.file
      return { file: await copyPdf(url, options), name: nameInAddress(url) }
    }
    case 'file': {
      if (block.file.type !== 'file') return undefined
      const { url } = block.file.file
      const file = await copyIfOffered(url, options)
      return file && { file, name: block.file.name || nameInAddress(url) }
    }
    default:
      return undefined
  }
}

/**
 * Copies all that a page shows: pictures wherever they are, and videos with their captions, sounds, PDFs and files that were uploaded.
 * @throws PageRefused when one of them cannot be shown.
 */
export async function copyFiles(
  nodes: BlockNode[],
  captions: Captions,
  options: CopyOptions,
): Promise<{ files: CopiedFile[] } & Pick<RenderContext, 'imageOf' | 'videoOf' | 'uploadOf'>> {
  const files: CopiedFile[] = []
  const paths = new Map<string, string>()
  const tracks = new Map<string, string>()
  const uploads = new Map<string, CopiedUpload>()
  const keep = (file: CopiedFile): string => {
    files.push(file)
    return filePath(file.hash)
  }
  for (const block of blocksIn(nodes)) {
    const upload = await uploadIn(block, options)
    if (upload) {
      const { file, name } = upload
      uploads.set(block.id, { src: keep(file), name: downloadName(name, file.type), bytes: file.bytes.length })
    }
    if (block.type === 'image') paths.set(block.id, keep(await copyPicture(mediaUrl(block.image), options)))
    if (block.type !== 'video' || block.video.type !== 'file') continue
    paths.set(block.id, keep(await copyVideo(mediaUrl(block.video), options)))
    const source = captions.get(block.id)
    if (source !== undefined) tracks.set(block.id, keep(copiedFile('text/vtt', Buffer.from(source, 'utf8'))))
  }
  return {
    files,
    imageOf: (blockId) => paths.get(blockId),
    uploadOf: (blockId) => uploads.get(blockId),
    videoOf: (blockId) => {
      const src = paths.get(blockId)
      return src === undefined ? undefined : { src, captions: tracks.get(blockId) }
    },
  }
}
