import { loadSampleContent } from '@academy/sample-content'
import type { Request } from '@playwright/test'
import { expectAccessible } from '../accessibility/check-page.ts'
import { createAccount } from '../fixtures/accounts.ts'
import { expect, PASSWORD, signIn, submitSignIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

const { course, library } = loadSampleContent()
const tutorials = course.sessions.flatMap((session) =>
  session.tutorials.map((tutorial) => ({ ...tutorial, session: session.slug, free: session.free || tutorial.free })),
)
const freeTutorials = tutorials.filter(({ free }) => free)
const [first] = freeTutorials
if (first === undefined) throw new Error('the sample course has no free tutorial')
const locked = tutorials.find(({ free }) => !free)

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('PUBLIC-03 PUBLIC-06 PUBLIC-07 a visitor compares prices and reads a free tutorial whole', async ({ page }) => {
    await page.goto(webUrl('/welcome'))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('working software')
    await expect(page.getByText('€249', { exact: true })).toBeVisible()
    await page.getByRole('radio', { name: 'USD' }).check()
    await expect(page.getByText('$289', { exact: true })).toBeVisible()
    await expect(page.getByText('€249', { exact: true })).toBeHidden()
    for (const { name } of library.filter(({ sample }) => sample)) await expect(page.getByText(name, { exact: true })).toBeVisible()
    await page.getByRole('link', { name: first.name }).click()
    await expect(page.getByRole('heading', { level: 1, name: first.name })).toBeVisible()
    const paragraph = first.body.split('\n\n').find((text) => /^[A-Z][a-z ]/.test(text)) ?? ''
    await expect(page.getByText(paragraph.slice(0, 40))).toBeVisible()
  })
})

test('PUBLIC-15 /welcome loads at most 60 kB, compressed, without fonts and pictures', async ({ page }) => {
  const requests: Request[] = []
  page.on('requestfinished', (request) => {
    if (['document', 'stylesheet', 'script'].includes(request.resourceType())) requests.push(request)
  })
  await page.goto(webUrl('/welcome'), { waitUntil: 'networkidle' })
  const sizes = await Promise.all(requests.map(async (request) => (await request.sizes()).responseBodySize))
  expect(requests.map((request) => request.resourceType())).toContain('document')
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60_000)
})

test('A11Y-04 PUBLIC-06 the pages for visitors are accessible, do not scroll sideways at 320 pixels, and copy prompts', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(webUrl('/welcome'))
  await expectAccessible(page)
  const card = page.getByRole('region', { name: 'A prompt from the course' })
  await card.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  const [name = ''] = await card.getByRole('link').allTextContents()
  const source = freeTutorials.find((tutorial) => tutorial.name === name)
  await expect(card.getByRole('link')).toHaveAttribute('href', `/free/${source?.slug}`)
  const prompt = /^## Prompt\n\n```text\n([\s\S]*?)\n```/m.exec(source?.body ?? '')?.[1]
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(prompt)
  for (const path of [`/free/${first.slug}`, '/proof']) {
    await page.goto(webUrl(path))
    await expectAccessible(page)
  }
})

test('PUBLIC-19 on a phone /welcome is at most 7,000 pixels high, and a bar leads to the sign-up where nothing else does', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(webUrl('/welcome'))
  // On a slow machine the fonts come after the page.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(7_000)
  const bar = page.locator('[data-bottom-bar]')
  await expect(bar).toBeHidden()
  await page.getByRole('heading', { name: 'What you learn' }).evaluate((heading) => heading.scrollIntoView())
  await expect(bar.getByRole('link', { name: 'Start for free' })).toBeInViewport()
  await page.getByRole('heading', { name: 'Official Launch Pricing' }).evaluate((heading) => heading.scrollIntoView())
  await expect(bar).toBeHidden()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeInViewport()
})

test.describe('currency', () => {
  // Chromium logs the lookup that fails.
  test.use({ expectedLogs: [/net::ERR_FAILED/] })

  test('PUBLIC-16 a visitor sees prices in the currency of the country, and in the app the currency that the visitor chose', async ({
    page,
  }) => {
    const radio = (name: string) => page.getByRole('radio', { name })
    const openFrom = async (country: string) => {
      await page.setExtraHTTPHeaders({ 'x-country': country })
      const lookup = page.waitForResponse('**/api/geo')
      const response = await page.goto(webUrl('/welcome'))
      expect((await (await lookup).allHeaders())['cache-control']).toBe('no-store')
      return response?.text()
    }
    const height = () => page.evaluate(() => document.fonts.ready.then(() => document.documentElement.scrollHeight))
    const french = await openFrom('FR')
    await expect(page.getByText('€249', { exact: true })).toBeVisible()
    const american = await openFrom('US')
    await expect(page.getByText('$289', { exact: true })).toBeVisible()
    await expect(page.getByText('€249', { exact: true })).toBeHidden()
    expect(american).toEqual(french)

    await page.route('**/api/geo', (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await page.goto(webUrl('/welcome'))
    await failed
    await expect(radio('EUR')).toBeChecked()
    await page.unroute('**/api/geo')

    await openFrom('US')
    await expect(radio('USD')).toBeChecked()
    const before = await height()
    await radio('EUR').check()
    expect(await height()).toBe(before)
    await page.reload()
    await expect(radio('EUR')).toBeChecked()
    await signIn(page)
    await page.goto(webUrl('/settings?tab=pricing'))
    await expect(radio('EUR')).toBeChecked()
    await expect(page.getByText('€249', { exact: true })).toBeVisible()
  })
})

test('PUBLIC-11 PUBLIC-21 a visitor leaves a free tutorial for an account and comes back to it; a signed-in user reads it in the app', async ({
  page,
}) => {
  await page.goto(webUrl(`/free/${first.slug}`))
  await page.getByRole('article').getByRole('link', { name: 'Create your account' }).click()
  await expect(page.getByText(`You continue with the free tutorial ${first.name}.`)).toBeVisible()
  await page.getByRole('link', { name: 'Sign in', exact: true }).first().click()
  const email = await createAccount('visitor')
  await submitSignIn(page, email, PASSWORD)
  await expect(page.getByRole('heading', { level: 2, name: first.name })).toBeVisible()
  await page.goto(webUrl('/welcome'))
  await expect(page.getByRole('banner').getByRole('link', { name: 'Open your course' })).toHaveAttribute('href', '/courses/master-course')
  await page.goto(webUrl(`/free/${first.slug}`))
  await expect(page).toHaveURL(/\/courses\/master-course\/sessions\/[^/]+\/tutorials\/[^/]+$/)
})

test('PUBLIC-03 what follows the diagram of a free tutorial stays in its place while the diagram loads', async ({ page }) => {
  let deliver = () => {}
  const released = new Promise<void>((resolve) => {
    deliver = resolve
  })
  await page.route('**/api/files/*', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(webUrl(`/free/${first.slug}`), { waitUntil: 'domcontentloaded' })
  await page.evaluate(() => document.fonts.ready)
  const diagram = page.getByRole('main').locator('img.diagram')
  await diagram.scrollIntoViewIfNeeded()
  const end = () => page.getByRole('article').evaluate((article) => article.getBoundingClientRect().bottom + scrollY)
  const before = await end()
  expect(await diagram.evaluate((image: HTMLImageElement) => image.complete)).toBe(false)
  deliver()
  await expect.poll(() => diagram.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(await end()).toBe(before)
})

test('PUBLIC-08 previews name a tutorial, also a locked one', async () => {
  const read = async (path: string) => (await fetch(webUrl(path))).text()
  const deepLink = await read(`/courses/master-course/sessions/${locked?.session}/tutorials/${locked?.slug}`)
  for (const html of [await read(`/free/${first.slug}`), deepLink]) {
    const { name, description } = html === deepLink && locked ? locked : first
    expect(html).toContain(`<title>${name} · `)
    expect(html).toContain(`<meta property="og:title" content="${name}">`)
    expect(html).toContain(`<meta property="og:description" content="${description.replaceAll('"', '&quot;')}">`)
    expect(html.match(/property="og:title"/g)).toHaveLength(1)
    expect(html).toMatch(/<link rel="canonical" href="http[^"]+">/)
  }
})

test('PUBLIC-04 PUBLIC-09 no page for visitors contains a line of paid content', async () => {
  const plain = (text: string) =>
    text
      .replace(/<[^>]*>|[^\p{L}\p{N}]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .toLowerCase()
  const goals = [...tutorials, ...library].map(({ name, description }) => `${name}\n${description}`)
  const open = plain([...goals, ...[...freeTutorials, ...library.filter(({ sample }) => sample)].map(({ body }) => body)].join('\n'))
  const lines = [...tutorials.filter(({ free }) => !free), ...library.filter(({ sample }) => !sample)]
    .flatMap(({ body }) => body.split('\n'))
    .map(plain)
    .filter((line) => line.length >= 40 && !open.includes(line))
  expect(lines.length).toBeGreaterThan(1_000)
  const paths = [
    '/welcome',
    '/llms.txt',
    '/sitemap.xml',
    '/proof',
    '/news.atom',
    ...freeTutorials.flatMap(({ slug }) => [`/free/${slug}`, `/free/${slug}.md`]),
    ...tutorials.map(({ session, slug }) => `/courses/master-course/sessions/${session}/tutorials/${slug}`),
    ...tutorials.filter(({ free }) => !free).flatMap(({ slug }) => [`/free/${slug}`, `/free/${slug}.md`]),
  ]
  for (const path of paths) {
    const page = plain(await (await fetch(webUrl(path))).text())
    expect([path, lines.filter((line) => page.includes(line))]).toEqual([path, []])
  }
  const sitemap = await (await fetch(webUrl('/sitemap.xml'))).text()
  for (const { slug } of freeTutorials) expect(sitemap).toContain(`/free/${slug}</loc>`)
})

test('FEED-02 a browser reads the feed as XML, with the pages of the tutorials', async ({ page }) => {
  await page.goto(webUrl('/welcome'))
  const address = await page.locator('link[type="application/atom+xml"]').getAttribute('href')
  const entries = await page.evaluate(async (url) => {
    const feed = new DOMParser().parseFromString(await (await fetch(url)).text(), 'application/xml')
    return [...feed.querySelectorAll('entry')].map((entry) => ({
      title: entry.querySelector('title')?.textContent,
      href: entry.querySelector('link')?.getAttribute('href') ?? '',
    }))
  }, address ?? '')
  expect(entries).toHaveLength(50)
  expect(entries.every(({ title }) => title)).toBe(true)
  const tutorial = entries.find(({ href }) => /\/(?:free|tutorials)\//.test(href))
  const html = await (await page.request.get(tutorial?.href ?? '')).text()
  expect(html).toContain(`property="og:title" content="${tutorial?.title}"`)
})
