import { PageRefused } from '../page-refused.ts'
import { type CopiedFile, copiedFile } from './copied-file.ts'
import { type FetchFileOptions, fetchFile } from './fetch-file.ts'

export type VideoType = 'video/mp4' | 'video/webm'

/** Clips. A film belongs on a video host, which sends it in the size that a learner's line can take. */
const MOST_BYTES = 25 * 1024 * 1024

/** Brands of MP4 files that every browser plays; others with the same frame are pictures, sounds or films of cameras. */
const brands = /^(?:isom|iso[2-9]|mp4[12]|avc1|dash|M4V |MSNV|mmp4)$/

/** What a video is by its bytes; names and headers may say anything. Undefined for all that is not copied. */
export function videoType(bytes: Buffer): VideoType | undefined {
  const word = (at: number): string => bytes.subarray(at, at + 4).toString('latin1')
  if (word(4) === 'ftyp' && brands.test(word(8))) return 'video/mp4'
  const isMatroska = bytes.subarray(0, 4).toString('hex') === '1a45dfa3'
  return isMatroska && bytes.subarray(4, 64).includes('webm') ? 'video/webm' : undefined
}

/** Fetches an uploaded video and checks it. @throws PageRefused saying what is wrong with it. */
export async function copyVideo(address: string, options: Omit<FetchFileOptions, 'maxBytes'>): Promise<CopiedFile<VideoType>> {
  const bytes = await fetchFile(address, { ...options, maxBytes: MOST_BYTES })
  const type = videoType(bytes)
  if (!type) throw new PageRefused('file_type', 'An uploaded video is neither MP4 nor WebM.')
  return copiedFile(type, bytes)
}
