import { isSvg } from './clean-svg.ts'

// The type of a file by its first bytes, because names and headers may be wrong; undefined for a type that is not copied.

/** Pictures that consist of pixels. */
export type RasterType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif'
type SoundType = 'audio/mpeg' | 'audio/mp4' | 'audio/ogg' | 'audio/wav' | 'audio/aac'
type DocumentType = 'application/pdf'
type VideoType = 'video/mp4' | 'video/webm'
/** Types of downloads. SVG, text and web pages are missing, because browsers would run or render them. */
export type DownloadType = DocumentType | SoundType | VideoType | RasterType

/** Returns bytes as text, such as `RIFF`: most file formats have such a signature. */
const textAt = (bytes: Buffer, from: number, length = 4): string => bytes.subarray(from, from + length).toString('latin1')

const startsWith = (bytes: Buffer, hex: string): boolean => bytes.subarray(0, hex.length / 2).toString('hex') === hex

/** Returns whether the file is of the RIFF family, of this format. */
const isRiff = (bytes: Buffer, format: string): boolean => textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === format

/** Returns the brand of a file of the MP4 family, such as `avif`; undefined for other files. */
const mp4Brand = (bytes: Buffer): string | undefined => (textAt(bytes, 4) === 'ftyp' ? textAt(bytes, 8) : undefined)

function rasterType(bytes: Buffer): RasterType | undefined {
  if (startsWith(bytes, '89504e470d0a1a0a')) return 'image/png'
  if (startsWith(bytes, 'ffd8ff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(textAt(bytes, 0, 6))) return 'image/gif'
  if (isRiff(bytes, 'WEBP')) return 'image/webp'
  return /^avi[fs]$/.test(mp4Brand(bytes) ?? '') ? 'image/avif' : undefined
}

export const pictureType = (bytes: Buffer): RasterType | 'image/svg+xml' | undefined =>
  rasterType(bytes) ?? (isSvg(bytes.subarray(0, 4096).toString('utf8')) ? 'image/svg+xml' : undefined)

/** Matches MP4 brands that every browser plays. Others are pictures, sounds or camera formats. */
const PLAYED_BRANDS = /^(?:isom|iso[2-9]|mp4[12]|avc1|dash|M4V |MSNV|mmp4)$/

export function videoType(bytes: Buffer): VideoType | undefined {
  if (PLAYED_BRANDS.test(mp4Brand(bytes) ?? '')) return 'video/mp4'
  const isMatroska = startsWith(bytes, '1a45dfa3')
  return isMatroska && bytes.subarray(4, 64).includes('webm') ? 'video/webm' : undefined
}

/** Returns the type of a sound that every browser plays. */
export function soundType(bytes: Buffer): SoundType | undefined {
  if (textAt(bytes, 0) === 'OggS') return 'audio/ogg'
  if (isRiff(bytes, 'WAVE')) return 'audio/wav'
  if (/^M4[AB] $/.test(mp4Brand(bytes) ?? '')) return 'audio/mp4'
  if (textAt(bytes, 0, 3) === 'ID3') return 'audio/mpeg'
  const [first = 0, second = 0] = bytes
  if (first !== 0xff) return undefined
  // Twelve one bits, then the layer: 00 in AAC, 01 in MP3.
  if ((second & 0xf6) === 0xf0) return 'audio/aac'
  return (second & 0xe6) === 0xe2 ? 'audio/mpeg' : undefined
}

export const documentType = (bytes: Buffer): DocumentType | undefined => (textAt(bytes, 0, 5) === '%PDF-' ? 'application/pdf' : undefined)

export const downloadType = (bytes: Buffer): DownloadType | undefined =>
  documentType(bytes) ?? soundType(bytes) ?? videoType(bytes) ?? rasterType(bytes)
