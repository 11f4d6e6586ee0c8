import { PageRefused } from '../page-refused.ts'
import { cleanSvg } from './clean-svg.ts'
import { type CopiedFile, copiedFile } from './copied-file.ts'
import { type FetchFileOptions, fetchFile } from './fetch-file.ts'
import { type PictureType, pictureType } from './picture-type.ts'

export type Picture = CopiedFile<PictureType>

const MOST_BYTES = 2 * 1024 * 1024

/** Checks bytes from outside and makes a picture of them that can do nothing but be looked at. */
export function pictureFrom(fetched: Buffer): Picture {
  const type = pictureType(fetched)
  if (!type) throw new PageRefused('file_type', 'A picture is none of PNG, JPEG, GIF, WebP, AVIF or SVG.')
  return copiedFile(type, type === 'image/svg+xml' ? svgFrom(fetched) : fetched)
}

function svgFrom(fetched: Buffer): Buffer {
  const clean = cleanSvg(fetched.toString('utf8'))
  if (clean === undefined) throw new PageRefused('file_type', 'An SVG has no picture in it.')
  return Buffer.from(clean, 'utf8')
}

/** Fetches a picture and checks it. @throws PageRefused saying what is wrong with it. */
export async function copyPicture(address: string, options: Omit<FetchFileOptions, 'maxBytes'>): Promise<Picture> {
  return pictureFrom(await fetchFile(address, { ...options, maxBytes: MOST_BYTES }))
}
