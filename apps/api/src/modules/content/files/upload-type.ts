import type { RasterType } from './convert-picture.ts'
import { fourCharactersAt } from './four-characters-at.ts'
import { pictureType } from './picture-type.ts'
import { type VideoType, videoType } from './video-type.ts'

export type SoundType = 'audio/mpeg' | 'audio/mp4' | 'audio/ogg' | 'audio/wav' | 'audio/aac'
export type DocumentType = 'application/pdf'
/** Types of downloads. SVG, text and web pages are missing, because browsers would run or render them. */
export type DownloadType = DocumentType | SoundType | VideoType | RasterType

/** Returns the type of a sound by its first bytes, of those that every browser plays. */
export function soundType(bytes: Buffer): SoundType | undefined {
  if (fourCharactersAt(bytes, 0) === 'OggS') return 'audio/ogg'
  if (fourCharactersAt(bytes, 0) === 'RIFF' && fourCharactersAt(bytes, 8) === 'WAVE') return 'audio/wav'
  if (fourCharactersAt(bytes, 4) === 'ftyp' && ['M4A ', 'M4B '].includes(fourCharactersAt(bytes, 8))) return 'audio/mp4'
  if (bytes.subarray(0, 3).toString('latin1') === 'ID3') return 'audio/mpeg'
  const [first = 0, second = 0] = bytes
  if (first !== 0xff) return undefined
  // Twelve one bits, then the layer: 00 in AAC, 01 in MP3.
  if ((second & 0xf6) === 0xf0) return 'audio/aac'
  return (second & 0xe6) === 0xe2 ? 'audio/mpeg' : undefined
}

export const documentType = (bytes: Buffer): DocumentType | undefined =>
  bytes.subarray(0, 5).toString('latin1') === '%PDF-' ? 'application/pdf' : undefined

function rasterType(bytes: Buffer): RasterType | undefined {
  const type = pictureType(bytes)
  return type === 'image/svg+xml' ? undefined : type
}

/** Returns the type of an author's download; undefined for a type that is not copied. */
export const downloadType = (bytes: Buffer): DownloadType | undefined =>
  documentType(bytes) ?? soundType(bytes) ?? videoType(bytes) ?? rasterType(bytes)
