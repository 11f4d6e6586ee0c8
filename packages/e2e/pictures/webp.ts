import type { Browser } from '@playwright/test'

/** From 0 to 1. */
const QUALITY = 0.75

/** Converts a PNG screenshot to WebP, on a canvas in a new page of the browser. */
export async function toWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage()
  try {
    const webp = await page.evaluate(
      async ([source, quality]) => {
        const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${source}`)).blob())
        const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height })
        canvas.getContext('2d')?.drawImage(picture, 0, 0)
        return canvas.toDataURL('image/webp', quality).split(',')[1] ?? ''
      },
      [png.toString('base64'), QUALITY] as const,
    )
    return Buffer.from(webp, 'base64')
  } finally {
    await page.close()
  }
}
