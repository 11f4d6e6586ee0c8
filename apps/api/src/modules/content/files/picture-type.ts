import { isSvg } from './clean-svg.ts'
import { fourCharactersAt } from './four-characters-at.ts'

/** The types of pictures that are copied. */
export type PictureType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif' | 'image/svg+xml'

const startsWith = (bytes: Buffer, hex: string, at = 0): boolean => bytes.subarray(at, at + hex.length / 2).toString('hex') === hex

/** Returns the type of a picture by its first bytes, because names and headers may be wrong; undefined for a type that is not copied. */
export function pictureType(bytes: Buffer): PictureType | undefined {
  if (startsWith(bytes, '89504e470d0a1a0a')) return 'image/png'
  if (startsWith(bytes, 'ffd8ff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(bytes.subarray(0, 6).toString('latin1'))) return 'image/gif'
  if (fourCharactersAt(bytes, 0) === 'RIFF' && fourCharactersAt(bytes, 8) === 'WEBP') return 'image/webp'
  if (fourCharactersAt(bytes, 4) === 'ftyp' && ['avif', 'avis'].includes(fourCharactersAt(bytes, 8))) return 'image/avif'
  return isSvg(bytes.subarray(0, 4096).toString('utf8')) ? 'image/svg+xml' : undefined
}
