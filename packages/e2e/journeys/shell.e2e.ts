import { createAccount } from '../fixtures/accounts.ts'
import { expect, PASSWORD, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

test('SHELL-01 SHELL-09 SHELL-13 a collapsed sidebar is 3rem wide, stays collapsed for 7 days, and opens to 16rem', async ({ page }) => {
  await signIn(page)
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  expect((await sidebar.boundingBox())?.width).toBe(16 * 16)
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(3 * 16)

  const cookie = (await page.context().cookies()).find((cookie) => decodeURIComponent(cookie.name) === 'sidebar:state')
  expect(cookie).toMatchObject({ value: 'false', path: '/', sameSite: 'Lax' })
  expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(7)

  await page.reload()
  await expect(sidebar).toHaveAttribute('data-state', 'collapsed')
})

test('the chosen theme applies from the first paint, and “System” follows the system', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await signIn(page)
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await paper()
  await page.getByRole('button', { name: /learner@academy\.test/ }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect.poll(paper).not.toBe(light)
  const dark = await paper()
  await page.goto(webUrl('/settings'), { waitUntil: 'commit' })
  await page.locator('body').waitFor({ state: 'attached' })
  // the body exists before the style sheet, but nothing is painted until that has arrived
  await expect.poll(paper).not.toBe('rgba(0, 0, 0, 0)')
  expect(await paper()).toBe(dark)

  await page.getByRole('button', { name: /learner@academy\.test/ }).click()
  await page.getByRole('menuitemradio', { name: 'System' }).click()
  await expect.poll(paper).toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(paper).toBe(dark)
})

test('ERR-05 SET-07 SET-09 a user changes the name, and the shell shows it', async ({ page }) => {
  await signIn(page, await createAccount('renamed'), PASSWORD)
  await page.goto(webUrl('/settings'))
  const save = page.getByRole('button', { name: 'Save changes' })
  await page.getByLabel('First name').fill('Renate')
  await save.click()
  await expect(page.getByText('Your profile has been updated successfully.')).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toContainText('Renate')

  await page.getByLabel('First name').fill('   ')
  await save.click()
  await expect(page.getByRole('main').getByText('First name is required.')).toBeVisible()
})

test('SHELL-07 locked items have the color of locked items, and open items do not', async ({ page }) => {
  const lockable = ['Community', 'Prompt Library', 'My Prompts', 'Premium Slack Support']
  const grayItems = () =>
    page.getByRole('complementary', { name: 'Sidebar' }).evaluate((sidebar) => {
      const probe = sidebar.appendChild(document.createElement('i'))
      probe.style.color = 'var(--color-locked)'
      const locked = getComputedStyle(probe).color
      probe.remove()
      const items = [...sidebar.querySelectorAll('nav a, nav button')].filter((item) => getComputedStyle(item).color === locked)
      return items.map((item) => item.textContent?.replace(' (locked)', ''))
    })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await signIn(page)
    await expect.poll(grayItems).toEqual(lockable)
    await signIn(page, 'bundle@academy.test')
    await expect.poll(grayItems).toEqual([])
  }
})

// a phone in portrait and in landscape, and a window of 1280 x 1024 pixels at 400% zoom
for (const viewport of [
  { width: 390, height: 500 },
  { width: 844, height: 390 },
  { width: 320, height: 256 },
]) {
  test(`ROUTE-03 A11Y-04 the public header stays at the top of ${viewport.width} x ${viewport.height} pixels, and covers nothing that has the focus`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    for (const path of ['/login', '/signup']) {
      await page.goto(webUrl(path))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      // Its link is one of the controls, and may load after the form.
      await expect(page.getByRole('complementary', { name: 'About the academy' })).toBeVisible()
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(50)
      const { y, height = 0 } = (await page.getByRole('banner').boundingBox()) ?? {}
      expect(y).toBe(0)
      expect(height).toBeLessThanOrEqual(viewport.height * 0.15)
      // backwards, so that each control scrolls into view below the header
      const controls = page.getByRole('main').locator('a, button, input')
      await controls.last().focus()
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      for (let left = (await controls.count()) - 1; left > 0; left -= 1) {
        await page.keyboard.press('Shift+Tab')
        const focused = page.locator('main :focus')
        const name = await focused.evaluate((element) => element.outerHTML.slice(0, 80))
        expect((await focused.boundingBox())?.y, name).toBeGreaterThanOrEqual(height)
      }
    }
  })
}
