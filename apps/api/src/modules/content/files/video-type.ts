import { fourCharactersAt } from './four-characters-at.ts'

export type VideoType = 'video/mp4' | 'video/webm'

/** Brands of MP4 files that every browser plays. Other brands are pictures, sounds or camera formats. */
const brands = /^(?:isom|iso[2-9]|mp4[12]|avc1|dash|M4V |MSNV|mmp4)$/

/** Returns the type of a video by its first bytes; undefined for a type that is not copied. */
export function videoType(bytes: Buffer): VideoType | undefined {
  if (fourCharactersAt(bytes, 4) === 'ftyp' && brands.test(fourCharactersAt(bytes, 8))) return 'video/mp4'
  const isMatroska = bytes.subarray(0, 4).toString('hex') === '1a45dfa3'
  return isMatroska && bytes.subarray(4, 64).includes('webm') ? 'video/webm' : undefined
}
