import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Font } from 'satori'
import type { ResponseBody } from './response-body.ts'

/** Size in pixels that chats and social networks expect. */
const WIDTH = 1200
const HEIGHT = 630

/** Maximum number of cached pictures: more than a course has tutorials. A picture takes about 80 kB. */
const MAX_PICTURES = 300

/** The fonts of the web app, in a format that satori reads. The second file of each has the letters of further European languages. */
const require = createRequire(import.meta.url)
const DISPLAY = { name: 'Display', family: 'bricolage-grotesque', package: require.resolve('@fontsource/bricolage-grotesque/package.json') }
const TEXT = { name: 'Text', family: 'figtree', package: require.resolve('@fontsource/figtree/package.json') }
const FONTS = [
  { ...DISPLAY, weight: 700 },
  { ...DISPLAY, weight: 400 },
  { ...TEXT, weight: 400 },
  { ...TEXT, weight: 600 },
] as const

/** Thrown if the fonts lack a character of the text, such as Arabic letters, which would be empty boxes in the picture. */
class MissingGlyphs extends Error {
  override name = 'MissingGlyphs'
}

/** Reads a file of a font. */
type ReadFont = (file: string) => Promise<Buffer>

async function loadFonts(readFont: ReadFont): Promise<Font[]> {
  const fonts = FONTS.flatMap(({ name, family, package: manifest, weight }) =>
    ['latin', 'latin-ext'].map(async (subset) => ({
      name: subset === 'latin' ? name : `${name} ${subset}`,
      weight,
      data: await readFont(path.join(path.dirname(manifest), 'files', `${family}-${subset}-${weight}-normal.woff`)),
    })),
  )
  return await Promise.all(fonts)
}

/** Loads fonts and libraries for the first picture, because that takes longer than the rest of the server's start. */
async function loadRasterizer(readFont: ReadFont) {
  const [{ default: satori }, { default: sharp }, fonts] = await Promise.all([import('satori'), import('sharp'), loadFonts(readFont)])
  // saves memory rather than time, because the server draws each picture once; a palette would take another 100 MB
  sharp.cache(false)
  sharp.concurrency(1)
  return async (element: unknown): Promise<Buffer> => {
    let missing = ''
    const svg = await satori(element as Parameters<typeof satori>[0], {
      width: WIDTH,
      height: HEIGHT,
      fonts,
      loadAdditionalAsset: async (_language, segment) => {
        missing += segment
        return []
      },
    })
    if (missing !== '') throw new MissingGlyphs(`The fonts of the pictures have no “${missing}”.`)
    return await sharp(Buffer.from(svg)).png().toBuffer()
  }
}

/** Creates a function that draws pictures one at a time and caches them. It returns undefined for a text that the fonts cannot show. */
export function createPictureDrawer(readFont: ReadFont = readFile): (element: unknown) => Promise<ResponseBody | undefined> {
  let rasterizer: ReturnType<typeof loadRasterizer> | undefined
  let last: Promise<unknown> = Promise.resolve()
  const cache = new LRUCache<string, { picture: ResponseBody | undefined }, unknown>({
    max: MAX_PICTURES,
    fetchMethod: async (key, _earlier, { context: element }) => {
      const drawing = last.then(async () => {
        rasterizer ??= loadRasterizer(readFont).catch((error: unknown) => {
          // The next picture tries again.
          rasterizer = undefined
          throw error
        })
        return await (await rasterizer)(element)
      })
      last = drawing.catch(() => undefined)
      try {
        return { picture: { type: 'image/png', etag: `"${key}"`, plain: await drawing } }
      } catch (error) {
        if (error instanceof MissingGlyphs) return { picture: undefined }
        throw error
      }
    },
  })
  return async (element) => {
    const key = createHash('sha256').update(JSON.stringify(element)).digest('base64url').slice(0, 22)
    const cached = await cache.fetch(key, { context: element })
    return cached?.picture
  }
}
