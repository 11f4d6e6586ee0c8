import { DEMO_PASSWORD } from '@academy/local'
import { deliveredBy, recordedIn, snapshotSince } from '../fixtures/deliveries.ts'
import { expect, PASSWORD, signIn, test } from '../fixtures/test.ts'
import { standinsUrl, webUrl } from '../fixtures/urls.ts'

test('PRIVATE-01 REPLAY-01 REPLAY-03 REPLAY-04 REPLAY-05 REPLAY-09 REPLAY-10 a session is recorded from page to page; passwords, addresses and prompts are not in it', async ({
  page,
}) => {
  const STUDIO = 'studio@academy.test'
  const unique = Date.now().toString(36)
  const secrets = { Title: `Quill${unique}`, Description: `Zephyr${unique}`, 'Prompt Content': `Obelisk${unique}` }
  await page.goto(webUrl('/login'))
  await expect.poll(async () => (await recordedIn(page)).events.length).toBeGreaterThan(1)
  await page.getByLabel('Email', { exact: true }).pressSequentially(STUDIO)
  await page.getByLabel('Password', { exact: true }).pressSequentially(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Show password' }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(webUrl('/dashboard'))
  await page.getByRole('link', { name: 'My Prompts' }).first().click()
  await page.getByRole('button', { name: 'New Prompt' }).click()
  for (const [label, text] of Object.entries(secrets)) await page.getByLabel(label, { exact: true }).pressSequentially(text)
  await page.getByRole('button', { name: 'Create Prompt' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('searchbox').pressSequentially(secrets.Title)
  await expect(page).toHaveURL(/search=Quill/)
  await page.getByRole('link', { name: secrets.Title }).click()
  await expect(page.getByText(secrets['Prompt Content'])).toBeVisible()
  // a new visit begins with a full snapshot of the page, including the title of the tab
  const reloaded = Date.now()
  await page.reload()
  await expect(page.getByText(secrets['Prompt Content'])).toBeVisible()
  await snapshotSince(page, reloaded)
  await page.getByRole('link', { name: 'My Prompts' }).first().click()
  await page.getByRole('button', { name: `Actions for ${secrets.Title}` }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(secrets.Title)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Actions for ${secrets.Title}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  // an empty search result quotes the query
  const searched = Date.now()
  await page.goto(webUrl(`/resources?search=Marble${unique}`))
  await expect(page.getByText(`“Marble${unique}”`)).toBeVisible()
  await snapshotSince(page, searched)
  const opened = Date.now()
  await page.goto(webUrl('/settings'))
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(STUDIO)
  await snapshotSince(page, opened)
  await page.getByRole('link', { name: 'Community' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.mouse.wheel(0, 300)
  // Leaving the site sends what is left by beacon.
  await page.goto(standinsUrl('/'))

  const interactions = async () =>
    (await recordedIn(page)).batches.filter(({ type }) => type === 'interaction').flatMap(({ events }) => events)
  await expect
    .poll(async () => (await interactions()).map(({ type }) => type), { timeout: 60_000 })
    .toEqual(expect.arrayContaining(['click', 'scroll']))
  const { batches, events } = await recordedIn(page)
  expect(batches.find(({ sent_as }) => sent_as === 'bearer')).toMatchObject({ type: 'replay', encoding: 'gzip' })
  expect(batches.find(({ type, sent_as }) => type === 'interaction' && sent_as === 'query')).toBeDefined()
  const bytes = JSON.stringify([batches, events])
  expect(bytes).toContain('Master Course')
  for (const path of ['/login', '/dashboard', '/my-prompts', '/settings', '/community']) expect(bytes).toContain(`"${webUrl(path)}"`)
  // searches for the beginnings, to find texts that were recorded while they were typed
  for (const secret of ['studio(?:@|%40)', 'academy.test', DEMO_PASSWORD, 'Quill', 'Zephyr', 'Obelisk', 'Marble']) {
    expect(bytes.match(new RegExp(`.{0,60}${secret}.{0,20}`, 'gi')) ?? []).toEqual([])
  }
})

test('D-144 an administrator’s recording contains no email address of accounts', async ({ page }) => {
  const STUDIO = 'studio@academy.test'
  await signIn(page, 'admin@academy.test')
  await page.goto(webUrl('/admin/accounts'))
  await page.getByRole('searchbox').fill(STUDIO)
  await expect(page).toHaveURL(/search=studio/)
  await page.getByRole('link', { name: STUDIO }).click()
  await expect(page.getByRole('main').getByText(STUDIO).first()).toBeVisible()
  // a new visit begins with a full snapshot of the page
  const reloaded = Date.now()
  await page.reload()
  await expect(page.getByRole('main').getByText(STUDIO).first()).toBeVisible()
  await snapshotSince(page, reloaded)
  await page.goto(webUrl('/favicon.svg'))
  const { batches, events } = await recordedIn(page)
  const bytes = JSON.stringify([batches, events])
  expect(bytes).toContain(`"${webUrl('/admin')}"`)
  expect(bytes.match(/.{0,60}(?:academy\.test|studio(?:@|%40)).{0,20}/gi) ?? []).toEqual([])
})

test('REPLAY-06 REPLAY-07 events that a visit could not send are stored and sent by the next one; the library decides the batches (R-02)', async ({
  page,
}) => {
  // the specification says ten at a time (REPLAY-13); the installed library sends as few batches as it can, so this asserts no number
  const deliveries = '**/amplitude/sessions/v2/track?*'
  // no response, so that nothing of this visit arrives
  await page.route(deliveries, () => undefined)
  const tried = page.waitForRequest(/track\?.*type=replay/)
  await page.goto(webUrl('/login'))
  await tried
  expect((await recordedIn(page)).batches).toEqual([])
  const leftAt = await page.evaluate(() => Date.now())
  await page.unroute(deliveries)
  await page.goto(webUrl('/signup'))
  const pictureOfTheFirst = async () => {
    const { batches } = await recordedIn(page)
    const packed = batches.filter(({ type, sent_as }) => type === 'replay' && sent_as === 'bearer')
    return packed.flatMap(({ events }) => events).some(({ type, timestamp }) => type === 2 && Number(timestamp) < leftAt)
  }
  await expect.poll(pictureOfTheFirst).toBe(true)
})

test('REPLAY-11 clicks on the same element arrive as one event with their count', async ({ page }) => {
  await page.goto(webUrl('/login'))
  await expect.poll(async () => (await recordedIn(page)).events.length).toBeGreaterThan(1)
  const heading = page.getByRole('heading', { level: 1, name: 'Sign in' })
  for (const position of [
    { x: 5, y: 5 },
    { x: 5, y: 5 },
    { x: 15, y: 5 },
  ])
    await heading.click({ position })
  // Leaving the site sends what is left by beacon.
  await page.goto(standinsUrl('/'))
  const counts = async () => {
    const { batches } = await recordedIn(page)
    const clicks = batches
      .filter(({ type }) => type === 'interaction')
      .flatMap(({ events }) => events.filter(({ type }) => type === 'click'))
    return clicks.map(({ count }) => count).toSorted()
  }
  await expect.poll(counts).toEqual([1, 2])
})

test('ANALYTICS-14 REPLAY-10 sends the latest click and event when the visitor leaves for another site', async ({ page }) => {
  await page.goto(webUrl('/login'))
  await expect.poll(async () => (await recordedIn(page)).events.length).toBeGreaterThan(1)
  await expect.poll(async () => (await deliveredBy(page)).named('Page Viewed').length).toBe(1)
  await page.getByLabel('Email', { exact: true }).fill('ada@example.test')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  // in one task, so that nothing is sent between the click and the unload
  await page.evaluate((url) => {
    document.querySelector<HTMLElement>('main [type="submit"]')?.click()
    window.location.assign(url)
  }, standinsUrl('/'))
  await page.waitForURL(standinsUrl('/'))
  const clicks = async () => {
    const { batches } = await recordedIn(page)
    return batches.flatMap(({ type, events }) => (type === 'interaction' ? events : [])).filter(({ type }) => type === 'click')
  }
  await expect.poll(async () => (await clicks()).length).toBeGreaterThan(0)
  await expect.poll(async () => (await deliveredBy(page)).named('Sign In Button Clicked').length).toBe(1)
})
