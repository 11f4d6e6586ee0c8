import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkpoint } from '@academy/sample-content'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { createOwner } from '../fixtures/accounts.ts'
import { expect, PASSWORD, storeSession, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

const openSession = async (page: Page, session: string) => {
  await page.goto(webUrl(`/courses/master-course/sessions/${session}`))
  await expect(page.getByRole('navigation', { name: 'In this session:' })).toBeVisible()
}
const downloadButton = (page: Page) => page.getByRole('button', { name: /^Download the project of this session/ })

/** Downloads the project of a session. Returns its files by their paths below the one folder of the zip file. */
async function download(page: Page, session: string, folder: string): Promise<Map<string, string>> {
  await openSession(page, session)
  const downloadEvent = page.waitForEvent('download')
  await downloadButton(page).click()
  const saved = await downloadEvent
  expect(saved.suggestedFilename()).toBe(`${folder}.zip`)
  const files = Object.entries(unzipSync(readFileSync(await saved.path())))
  for (const [name] of files) expect(name.startsWith(`${folder}/`), name).toBe(true)
  return new Map(files.map(([name, bytes]) => [name.slice(folder.length + 1), new TextDecoder().decode(bytes)]))
}

test('EDITION-13 EDITION-15 an owner of the course downloads the project of a session, and its own tests pass', async ({ page }) => {
  await storeSession(page, await createOwner('download'), PASSWORD)
  const files = await download(page, 'ship-it', 'signal-board-session-13')
  expect(files).toEqual(checkpoint('13'))
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-download-'))
  try {
    for (const [name, text] of files) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
      writeFileSync(path.join(folder, name), text)
    }
    const env = { ...process.env, NODE_OPTIONS: '', FORCE_COLOR: '0' }
    const output = execFileSync(process.execPath, ['--test', '--test-reporter=tap'], { cwd: folder, env, encoding: 'utf8' })
    expect(output).toMatch(/# pass 2\d/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('EDITION-16 an account without the course downloads the project of the free session; the button of another session opens the prices', async ({
  page,
}) => {
  await storeSession(page)
  expect(await download(page, 'start-from-the-problem', 'signal-board-session-01')).toEqual(checkpoint('01'))
  await openSession(page, 'build-in-slices')
  await expect(downloadButton(page)).toContainText('Part of the Master Course')
  // The page shows a locked tutorial, so it opens the prices before the user presses the button.
  const prices = page.getByRole('dialog', { name: 'Unlock Master Course' })
  await expect(prices).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(prices).toHaveCount(0)
  await downloadButton(page).click()
  await expect(prices).toBeVisible()
})
