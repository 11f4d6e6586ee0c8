import { PageRefused } from '../page-refused.ts'
import { type CopiedFile, copiedFile } from './copied-file.ts'
import { type FetchFileOptions, fetchFile } from './fetch-file.ts'
import { type DocumentType, type DownloadType, documentType, downloadType, type SoundType, soundType } from './upload-type.ts'
import { type VideoType, videoType } from './video-type.ts'

type CopyOptions = Omit<FetchFileOptions, 'maxBytes'>

/** Clips, short sounds and papers. A film belongs on a video host, which sends it in the size that a learner's line can take. */
const MOST_BYTES = 25 * 1024 * 1024

/** Fetches what was uploaded and is of one kind by its bytes. @throws PageRefused saying what is wrong with it, `reason` if it is of another kind. */
const copierOf =
  <Type extends string>(typeOf: (bytes: Buffer) => Type | undefined, reason: string) =>
  async (address: string, options: CopyOptions): Promise<CopiedFile<Type>> => {
    const bytes = await fetchFile(address, { ...options, maxBytes: MOST_BYTES })
    const type = typeOf(bytes)
    if (!type) throw new PageRefused('file_type', reason)
    return copiedFile(type, bytes)
  }

export const copyVideo = copierOf<VideoType>(videoType, 'An uploaded video is neither MP4 nor WebM.')
export const copySound = copierOf<SoundType>(soundType, 'An uploaded sound is none of MP3, M4A, AAC, Ogg or WAV.')
export const copyPdf = copierOf<DocumentType>(documentType, 'An uploaded PDF is none.')
const copyDownload = copierOf<DownloadType>(downloadType, 'An uploaded file is of a kind that is not copied.')

/** A file that stands on a page to be downloaded; undefined if it is too large, or of a kind that is not copied: the page does without. */
export async function copyIfOffered(address: string, options: CopyOptions): Promise<CopiedFile<DownloadType> | undefined> {
  try {
    return await copyDownload(address, options)
  } catch (error) {
    if (error instanceof PageRefused && ['file_type', 'file_too_large'].includes(error.rule)) return undefined
    throw error
  }
}
