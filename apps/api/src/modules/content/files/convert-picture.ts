import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { PageRefused } from '../mirror/page-refused.ts'
import type { RasterType } from './file-type.ts'

/** The size of a picture as it is shown, in pixels. */
export type PictureSize = { width: number; height: number }

/** Twice the widest column of the web app, for dense screens. */
const MAX_SIDE_PX = 2_000
/** A photo of today's telephones; more could fill the memory. */
const MAX_MEGAPIXELS = 50
const TIMEOUT_SECONDS = 20
/** Lossless keeps drawings and screenshots crisp. A PNG that becomes larger than this is probably a photo, and compressed as one. */
const MAX_LOSSLESS_BYTES = 500 * 1024

// Of the library's many formats, only these read author uploads.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
})
// No picture is converted twice, so a cache would only hold memory.
sharp.cache(false)

const unreadable = new PageRefused('picture_unreadable', 'It is damaged. Export it again.')
const tooManyPixels = new PageRefused(
  'picture_too_large',
  `It has more than ${MAX_MEGAPIXELS} million pixels. Make it smaller; ${MAX_SIDE_PX} pixels are enough for the longest side.`,
)

/**
 * Converts a picture to WebP, turned upright and limited to screen size, without camera metadata such as the location. Animated pictures
 * stay unchanged.
 * @throws PageRefused when it cannot be read or has too many pixels.
 */
export async function convertPicture(type: RasterType, bytes: Buffer): Promise<{ type: RasterType; bytes: Buffer; size: PictureSize }> {
  try {
    // Reads only the header of the file, so that its size is known before decoding.
    const { width, height, pageHeight = height, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > MAX_MEGAPIXELS * 1_000_000) throw tooManyPixels
    if (pages > 1) return { type, bytes, size: { width, height: pageHeight } }
    const upright = sharp(bytes, { limitInputPixels: MAX_MEGAPIXELS * 1_000_000, failOn: 'error' })
      .autoOrient()
      .resize({ width: MAX_SIDE_PX, height: MAX_SIDE_PX, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: TIMEOUT_SECONDS })
    const { data, info } = await smallestWebp(type, upright)
    return { type: 'image/webp', bytes: data, size: { width: info.width, height: info.height } }
  } catch (error) {
    throw error instanceof PageRefused ? error : unreadable
  }
}

async function smallestWebp(type: RasterType, picture: Sharp): Promise<{ data: Buffer; info: OutputInfo }> {
  if (type === 'image/png' || type === 'image/gif') {
    const lossless = await picture.clone().webp({ lossless: true }).toBuffer({ resolveWithObject: true })
    if (lossless.data.length <= MAX_LOSSLESS_BYTES) return lossless
  }
  return await picture.webp({ quality: 85, smartSubsample: true }).toBuffer({ resolveWithObject: true })
}
