import type { BlockObjectResponse } from '@notionhq/client'
import PQueue from 'p-queue'
import { type CopyOptions, copyFile, type FileKind, type SavedFile } from '../files/copy-file.ts'
import { downloadName, fileNameFromUrl } from '../files/file-name.ts'
import { PageRefused } from '../mirror/page-refused.ts'
import { isAbortedBy } from '../notion/preview-limits.ts'
import { filePath } from '../read/file-links.ts'
import { type BlockNode, type Warning, withDescendants } from '../render/block-node.ts'
import { type MediaFile, mediaUrl } from '../render/media.ts'
import type { CopiedVideo } from '../render/render-context.ts'
import type { BuildContext } from './build-context.ts'
import type { Captions, VideoExtras } from './captions.ts'
import type { PageFiles } from './render-page.ts'

/** The most files of a page. */
const MAX_FILES = 200
const MAX_MEGABYTES = 250

/** Concurrent file copies in this process: a picture is in memory while it is converted. */
const copying = new PQueue({ concurrency: 1 })

export type FileCopier = ReturnType<typeof createFileCopier>

/** Returns what copies the files of one page, each URL once, within a limit of files and of bytes. */
export function createFileCopier({ notion, worker, saveFile, signal, limits }: BuildContext) {
  const until = limits?.filesUntil
  const ends = until ? AbortSignal.any([signal, until]) : signal
  const options: CopyOptions = { trustedOrigin: notion.origin, signal: ends, cleanSvg: worker.cleanSvg, saveFile }
  const copies = new Map<string, Promise<SavedFile>>()
  const sizes = new Map<string, number>()
  const warnings: Warning[] = []

  const copyWithinLimits = async (kind: FileKind, url: string): Promise<SavedFile> => {
    if (copies.size >= MAX_FILES) throw new PageRefused('too_many_files', `The page has more than ${MAX_FILES} files. Split it.`)
    const used = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    if (used >= MAX_MEGABYTES * 1024 * 1024)
      throw new PageRefused('too_many_files', `The files of the page are larger than ${MAX_MEGABYTES} MB together. Split it.`)
    const file = await copying.add(() => copyFile(kind, url, options), { signal: ends })
    sizes.set(file.hash, file.bytes)
    return file
  }

  const copyOnce = (kind: FileKind, url: string): Promise<SavedFile> => {
    const key = `${kind} ${url}`
    const copy = copies.get(key) ?? copyWithinLimits(kind, url)
    copies.set(key, copy)
    return copy
  }

  return {
    /**
     * Copies a file, or adds a warning that begins with `what`. The page is published without a missing file. A preview leaves out a file for
     * which it has no time. Returns undefined when the file is missing.
     */
    copy: async (kind: FileKind, url: string, what: string, block_id?: string): Promise<SavedFile | undefined> => {
      try {
        return await copyOnce(kind, url)
      } catch (error) {
        if (isAbortedBy(until, error)) {
          limits?.leftOut.push(what)
          return undefined
        }
        if (!(error instanceof PageRefused)) throw error
        const message = `${what} is missing: ${error.message}`
        warnings.push({ rule: error.rule, message, block_id })
        return undefined
      }
    },
    /** Saves captions, which Notion holds as text. */
    saveCaptions: async (source: string): Promise<SavedFile> => {
      const file = await saveFile('text/vtt', [Buffer.from(source, 'utf8')])
      sizes.set(file.hash, file.bytes)
      return { ...file, type: 'text/vtt' }
    },
    /** Returns the hashes of all copied files, each once. */
    hashes: () => [...sizes.keys()],
    warnings: () => warnings,
  }
}

/** A file that a block shows. `name` is its name for learners, where they can save it. */
type BlockFile = { kind: FileKind; url: string; what: string; name?: string }

const uploadIn = (media: MediaFile, kind: FileKind, what: string): BlockFile | undefined =>
  media.type === 'file' ? { kind, url: media.file.url, what } : undefined

const withName = (upload: BlockFile | undefined, name?: string): BlockFile | undefined =>
  upload && { ...upload, name: name || fileNameFromUrl(upload.url) }

/** Returns the file to copy of a block: its picture, or its upload. Other files of other sites are only linked. */
function fileIn(block: BlockObjectResponse): BlockFile | undefined {
  switch (block.type) {
    case 'image':
      return { kind: 'picture', url: mediaUrl(block.image), what: 'A picture' }
    case 'video':
      return uploadIn(block.video, 'video', 'An uploaded video')
    case 'audio':
      return withName(uploadIn(block.audio, 'sound', 'An uploaded sound'))
    case 'pdf':
      return withName(uploadIn(block.pdf, 'pdf', 'An uploaded PDF'))
    case 'file':
      return withName(uploadIn(block.file, 'download', 'An uploaded file'), block.file.name)
    default:
      return undefined
  }
}

/** Saves the captions, the chapters and the poster of a video. Returns their URLs. */
async function copyExtras({ captions, chapters, poster }: VideoExtras, copier: FileCopier): Promise<Omit<CopiedVideo, 'src'>> {
  const saved = async (source: string | undefined) =>
    source === undefined ? undefined : filePath((await copier.saveCaptions(source)).hash)
  const picture = poster === undefined ? undefined : await copier.copy('picture', poster, 'The poster of a video')
  return { captions: await saved(captions), chapters: await saved(chapters), poster: picture && filePath(picture.hash) }
}

/** Copies the pictures of a page, and its uploaded videos with captions, sounds, PDFs and files. */
export async function copyFiles(nodes: BlockNode[], captions: Captions, copier: FileCopier): Promise<PageFiles> {
  const files: PageFiles = { images: new Map(), videos: new Map(), uploads: new Map() }
  for (const { block } of withDescendants(nodes)) {
    const source = fileIn(block)
    const file = source && (await copier.copy(source.kind, source.url, source.what, block.id))
    if (!file) continue
    const src = filePath(file.hash)
    if (source.name !== undefined) files.uploads.set(block.id, { src, name: downloadName(source.name, file.type), bytes: file.bytes })
    else if (source.kind === 'picture') files.images.set(block.id, { src, size: file.size })
    else files.videos.set(block.id, { src, ...(await copyExtras(captions.get(block.id) ?? {}, copier)) })
  }
  return files
}
