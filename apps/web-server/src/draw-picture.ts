import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Font } from 'satori'
import type { ReadyBody } from './ready-pages.ts'

/** In pixels, as chats and social networks show it. */
const WIDTH = 1200
const HEIGHT = 630

/** More than a course has tutorials: each text is drawn once. A picture takes some 80 kB. */
const MAX_PICTURES = 300

/** The fonts of the web app, in a form that satori reads. The second file of each has the letters of further European languages. */
const require = createRequire(import.meta.url)
const DISPLAY = { name: 'Display', family: 'bricolage-grotesque', package: require.resolve('@fontsource/bricolage-grotesque/package.json') }
const TEXT = { name: 'Text', family: 'figtree', package: require.resolve('@fontsource/figtree/package.json') }
const FONTS = [
  { ...DISPLAY, weight: 700 },
  { ...DISPLAY, weight: 400 },
  { ...TEXT, weight: 400 },
  { ...TEXT, weight: 600 },
] as const

/** The fonts lack a sign of the text, such as Arabic letters: the picture would show empty boxes. */
class MissingGlyphs extends Error {
  override name = 'MissingGlyphs'
}

async function loadFonts(): Promise<Font[]> {
  const fonts = FONTS.flatMap(({ name, family, package: manifest, weight }) =>
    ['latin', 'latin-ext'].map(async (subset) => ({
      name: subset === 'latin' ? name : `${name} ${subset}`,
      weight,
      data: await readFile(path.join(path.dirname(manifest), 'files', `${family}-${subset}-${weight}-normal.woff`)),
    })),
  )
  return await Promise.all(fonts)
}

/** Loads fonts and libraries when the first picture is drawn: they take longer than the rest of the server's start. */
async function loadRasterizer() {
  const [{ default: satori }, { default: sharp }, fonts] = await Promise.all([import('satori'), import('sharp'), loadFonts()])
  // Little memory is worth more here than speed: each picture is drawn once. A palette would take another 100 MB.
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

/** Draws pictures one at a time and caches them. Returns undefined for a text that the fonts cannot show. */
export function pictureDrawer(): (element: unknown) => Promise<ReadyBody | undefined> {
  let rasterizer: ReturnType<typeof loadRasterizer> | undefined
  let last: Promise<unknown> = Promise.resolve()
  const cache = new LRUCache<string, { picture: ReadyBody | undefined }, unknown>({
    max: MAX_PICTURES,
    fetchMethod: async (key, _earlier, { context: element }) => {
      const drawing = last.then(async () => {
        rasterizer ??= loadRasterizer()
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
    const drawn = await cache.fetch(key, { context: element })
    return drawn?.picture
  }
}
