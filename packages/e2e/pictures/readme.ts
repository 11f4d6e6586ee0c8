import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DEMO_PASSWORD, findFreePorts, portsFrom, startAcademy } from '@academy/local'
import { projectRoot } from '@academy/operator'
import { chromium } from '@playwright/test'
import { launchOptions } from '../fixtures/chromium.ts'
import { toWebp } from './webp.ts'

// Takes the pictures of the README, light and dark, from an academy with the sample content: npx -y pnpm@10 --filter @academy/e2e pictures:readme

const folder = path.join(projectRoot, '.github/pictures')
const TUTORIAL = '/courses/master-course/sessions/start-from-the-problem/tutorials/write-a-brief-that-gets-built'

const dataFolder = await mkdtemp(path.join(tmpdir(), 'academy-readme-'))
const academy = await startAcademy({
  mode: 'built',
  ports: portsFrom(await findFreePorts()),
  dataFolder,
  databaseUrl: undefined,
  durable: false,
})
const browser = await chromium.launch(launchOptions)
try {
  await mkdir(folder, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme, reducedMotion: 'reduce' })
    await page.goto(`${academy.webUrl}/login`)
    await page.getByLabel('Email', { exact: true }).fill('bundle@academy.test')
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(`${academy.webUrl}/dashboard`)
    await page.goto(academy.webUrl + TUTORIAL)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await writeFile(path.join(folder, `tutorial-${colorScheme}.webp`), await toWebp(browser, await page.screenshot()))
    await page.close()
  }
} finally {
  await browser.close()
  await academy.stop()
  await rm(dataFolder, { recursive: true, force: true })
}
