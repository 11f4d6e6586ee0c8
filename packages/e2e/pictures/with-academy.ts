import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Academy } from '@academy/local'
import { type Browser, chromium, type Page } from '@playwright/test'
import { launchOptions } from '../fixtures/chromium.ts'
import { startTemporaryAcademy } from '../fixtures/temporary-academy.ts'
import { submitSignIn } from '../fixtures/test.ts'
import { toWebp } from './webp.ts'

type Tools = {
  academy: Academy
  browser: Browser
  /** Signs in with a demo account and waits for the dashboard. */
  signIn(page: Page, email: string): Promise<void>
  /** Opens a path of the web app and waits until the page has loaded everything. */
  open(page: Page, urlPath: string): Promise<void>
  /** Converts a PNG screenshot to WebP and writes it to `<name>.webp` in the folder. */
  save(name: string, png: Buffer): Promise<void>
}

/** Starts an academy with the sample content and a browser, runs `takePictures`, and stops both. `save` writes pictures to `folder`. */
export async function withAcademy(folder: string, takePictures: (tools: Tools) => Promise<void>): Promise<void> {
  await mkdir(folder, { recursive: true })
  const academy = await startTemporaryAcademy({ durable: false })
  const browser = await chromium.launch(launchOptions)
  const { webUrl } = academy
  try {
    await takePictures({
      academy,
      browser,
      async signIn(page, email) {
        await page.goto(`${webUrl}/login`)
        await submitSignIn(page, email)
        await page.waitForURL(`${webUrl}/dashboard`)
      },
      async open(page, urlPath) {
        await page.goto(webUrl + urlPath)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForLoadState('networkidle')
      },
      save: async (name, png) => writeFile(path.join(folder, `${name}.webp`), await toWebp(browser, png)),
    })
  } finally {
    await browser.close()
    await academy.stop()
  }
}
