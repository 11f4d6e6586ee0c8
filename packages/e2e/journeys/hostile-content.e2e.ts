import { ADMIN_EMAIL } from '@academy/local'
import type { Page } from '@playwright/test'
import { END, NAME, publishHostilePages } from '../fixtures/hostile-pages.ts'
import { expect, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'
import { provoke, watchPage } from '../fixtures/watch-page.ts'

const TUTORIAL = '/courses/master-course/sessions/hostile/tutorials/hostile'
const main = (page: Page) => page.getByRole('main')

/** Reloads a URL until the mirror has its content. */
const openMirrored = (page: Page, path: string, shown: string) =>
  expect(async () => {
    await page.goto(webUrl(path))
    await page.waitForLoadState('networkidle')
    expect(await main(page).getByText(shown).count()).toBeGreaterThan(0)
  }).toPass({ timeout: 60_000 })

test.describe.configure({ timeout: 240_000 })

test('D-48 130 attacks, written into every part of the workspace, run no script in a reader’s browser', async ({ page }) => {
  const watch = await watchPage(page)
  await publishHostilePages()
  await signIn(page, ADMIN_EMAIL)
  const nothingHappens = async () => {
    expect(await provoke(page)).toEqual([])
    expect(watch).toEqual({ ran: [], violations: [], foreign: [] })
  }

  await openMirrored(page, TUTORIAL, END)
  await expect(main(page).getByText(END)).toHaveCount(5)
  await expect(main(page).getByText('<script>alert(1)</script>').first(), 'it is shown as what it is: text').toBeAttached()
  await nothingHappens()
  await page.getByRole('button', { name: 'Watch Video' }).click()
  await expect(main(page).getByText(END)).toHaveCount(6)
  await nothingHappens()

  await openMirrored(page, '/courses/master-course', NAME)
  await nothingHappens()
  await page.getByRole('button', { name: 'Watch Video' }).click()
  await expect(page.getByText(END)).toBeAttached()
  await nothingHappens()

  await openMirrored(page, '/resources/hostile', END)
  await nothingHappens()
  for (const name of ['All Code Examples', 'Additional Instructions']) {
    await page.getByRole('tab', { name }).click()
    await expect(page.getByRole('tabpanel', { name }).getByText(END)).toBeAttached()
    await nothingHappens()
  }

  for (const path of ['/dashboard', '/courses', '/resources', '/admin/content']) {
    await page.goto(webUrl(path))
    await expect(main(page).getByText('Hostile').first()).toBeAttached()
    await nothingHappens()
  }
})

test.describe('watchPage', () => {
  test.use({ expectedLogs: [/Content Security Policy/] })

  test('detects each kind of script that it watches for', async ({ page }) => {
    const watch = await watchPage(page)
    await page.goto('about:blank')
    await page.setContent('<main><img src="data:image/png;base64,AA" onerror="alert(1)"><a href="javascript:alert(1)">x</a></main>')
    await expect.poll(() => watch.ran).toEqual(['alert', 'dialog alert'])
    expect(await provoke(page)).toEqual(['IMG[onerror]', 'A javascript:alert(1)'])
    await page.goto(webUrl('/login'))
    await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src="https://evil.example/x.png" onerror="alert(2)">'))
    await expect.poll(() => watch.violations.length).toBeGreaterThan(1)
  })
})
