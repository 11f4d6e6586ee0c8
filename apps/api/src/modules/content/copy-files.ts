import type { BlockObjectResponse } from '@notionhq/client'
import PQueue from 'p-queue'
import type { BuildContext } from './build-context.ts'
import type { Captions, VideoExtras } from './captions.ts'
import { type CopyOptions, copyFile, type FileKind, type SavedFile } from './files/copy-file.ts'
import { filePath } from './files/file-links.ts'
import { downloadName, nameInAddress } from './files/file-name.ts'
import { PageRefused } from './page-refused.ts'
import type { BlockNode, Warning } from './render/block-node.ts'
import { mediaUrl } from './render/media.ts'
import type { CopiedVideo } from './render/render-context.ts'
import type { PageFiles } from './render-page.ts'

/** The most files of a page. */
const MAX_FILES = 200
const MAX_MEGABYTES = 250

/** Concurrent file copies in this process: a picture is in memory while it is converted. */
const copying = new PQueue({ concurrency: 1 })

/** Copies the files of one page, each address once, within a limit of files and of bytes. */
export type FileCopier = {
  /**
   * Copies a file, or adds a warning that begins with `what`. The page is published without a missing file.
   * @returns undefined when the file is missing.
   */
  copy: (kind: FileKind, address: string, what: string, block_id?: string) => Promise<SavedFile | undefined>
  /** Saves captions, which Notion holds as text. */
  saveCaptions: (source: string) => Promise<SavedFile>
  /** The hashes of all copied files, each once. */
  hashes: () => string[]
  warnings: () => Warning[]
}

export function createFileCopier({ notion, worker, saveFile, signal }: BuildContext): FileCopier {
  const options: CopyOptions = { trustedOrigin: notion.origin, signal, cleanSvg: worker.cleanSvg, saveFile }
  const copies = new Map<string, Promise<SavedFile>>()
  const sizes = new Map<string, number>()
  const warnings: Warning[] = []

  const copyWithinLimits = async (kind: FileKind, address: string): Promise<SavedFile> => {
    if (copies.size >= MAX_FILES) throw new PageRefused('too_many_files', `The page has more than ${MAX_FILES} files. Split it.`)
    const used = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    if (used >= MAX_MEGABYTES * 1024 * 1024)
      throw new PageRefused('too_many_files', `The files of the page are larger than ${MAX_MEGABYTES} MB together. Split it.`)
    const file = await copying.add(() => copyFile(kind, address, options))
    sizes.set(file.hash, file.bytes)
    return file
  }

  const copyOnce = (kind: FileKind, address: string): Promise<SavedFile> => {
    const key = `${kind} ${address}`
    const copy = copies.get(key) ?? copyWithinLimits(kind, address)
    copies.set(key, copy)
    return copy
  }

  return {
    copy: async (kind, address, what, block_id) => {
      try {
        return await copyOnce(kind, address)
      } catch (error) {
        if (!(error instanceof PageRefused)) throw error
        const message = `${what} is missing: ${error.message}`
        warnings.push({ rule: error.rule, message, ...(block_id === undefined ? {} : { block_id }) })
        return undefined
      }
    },
    saveCaptions: async (source) => {
      const file = await saveFile('text/vtt', [Buffer.from(source, 'utf8')])
      sizes.set(file.hash, file.bytes)
      return { ...file, type: 'text/vtt' }
    },
    hashes: () => [...sizes.keys()],
    warnings: () => warnings,
  }
}

/** Every block of a tree, from top to bottom. */
function* blocksIn(nodes: BlockNode[]): Generator<BlockNode['block']> {
  for (const { block, children } of nodes) {
    yield block
    yield* blocksIn(children)
  }
}

/** A file that a block shows. `name` is what learners see it as, where they can save it. */
type BlockFile = { kind: FileKind; url: string; what: string; name?: string }

/** Returns the file that a block shows, unless it stays where it is: only pictures are copied from other sites. */
function fileIn(block: BlockObjectResponse): BlockFile | undefined {
  switch (block.type) {
    case 'image':
      return { kind: 'picture', url: mediaUrl(block.image), what: 'A picture' }
    case 'video':
      return block.video.type === 'file' ? { kind: 'video', url: block.video.file.url, what: 'An uploaded video' } : undefined
    case 'audio': {
      if (block.audio.type !== 'file') return undefined
      const { url } = block.audio.file
      return { kind: 'sound', url, what: 'An uploaded sound', name: nameInAddress(url) }
    }
    case 'pdf': {
      if (block.pdf.type !== 'file') return undefined
      const { url } = block.pdf.file
      return { kind: 'pdf', url, what: 'An uploaded PDF', name: nameInAddress(url) }
    }
    case 'file': {
      if (block.file.type !== 'file') return undefined
      const { url } = block.file.file
      return { kind: 'download', url, what: 'An uploaded file', name: block.file.name || nameInAddress(url) }
    }
    default:
      return undefined
  }
}

/** Saves what stands below a video, and returns the addresses. */
async function copyExtras({ captions, chapters, poster }: VideoExtras, copier: FileCopier): Promise<Omit<CopiedVideo, 'src'>> {
  const saved = async (source: string | undefined) =>
    source === undefined ? undefined : filePath((await copier.saveCaptions(source)).hash)
  const picture = poster === undefined ? undefined : await copier.copy('picture', poster, 'The poster of a video')
  return { captions: await saved(captions), chapters: await saved(chapters), poster: picture && filePath(picture.hash) }
}

/** Copies the pictures of a page, and its uploaded videos with captions, sounds, PDFs and files. */
export async function copyFiles(nodes: BlockNode[], captions: Captions, copier: FileCopier): Promise<PageFiles> {
  const files: PageFiles = { images: new Map(), videos: new Map(), uploads: new Map() }
  for (const block of blocksIn(nodes)) {
    const wanted = fileIn(block)
    const file = wanted && (await copier.copy(wanted.kind, wanted.url, wanted.what, block.id))
    if (!file) continue
    const src = filePath(file.hash)
    if (wanted.name !== undefined) files.uploads.set(block.id, { src, name: downloadName(wanted.name, file.type), bytes: file.bytes })
    else if (wanted.kind === 'picture') files.images.set(block.id, src)
    else {
      files.videos.set(block.id, { src, ...(await copyExtras(captions.get(block.id) ?? {}, copier)) })
    }
  }
  return files
}
