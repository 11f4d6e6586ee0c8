import { wordAt } from './word-at.ts'

export type VideoType = 'video/mp4' | 'video/webm'

/** Brands of MP4 files that every browser plays; others with the same frame are pictures, sounds or films of cameras. */
const brands = /^(?:isom|iso[2-9]|mp4[12]|avc1|dash|M4V |MSNV|mmp4)$/

/** What a video is by its bytes; names and headers may say anything. Undefined for all that is not copied. */
export function videoType(bytes: Buffer): VideoType | undefined {
  if (wordAt(bytes, 4) === 'ftyp' && brands.test(wordAt(bytes, 8))) return 'video/mp4'
  const isMatroska = bytes.subarray(0, 4).toString('hex') === '1a45dfa3'
  return isMatroska && bytes.subarray(4, 64).includes('webm') ? 'video/webm' : undefined
}
