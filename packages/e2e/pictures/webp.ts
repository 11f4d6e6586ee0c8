import type { Browser } from '@playwright/test'

const QUALITY = 0.75

/** Returns a PNG screenshot as WebP. Chromium itself converts it. */
export async function toWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const canvas = await browser.newPage()
  try {
    const webp = await canvas.evaluate(
      async ([source, quality]) => {
        const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${source}`)).blob())
        const drawn = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height })
        drawn.getContext('2d')?.drawImage(picture, 0, 0)
        return drawn.toDataURL('image/webp', quality).split(',')[1] ?? ''
      },
      [png.toString('base64'), QUALITY] as const,
    )
    return Buffer.from(webp, 'base64')
  } finally {
    await canvas.close()
  }
}
