import path from 'node:path'
import { ADMIN_EMAIL, createNotionClient, mirrorWorkspace } from '@academy/local'
import { projectRoot } from '@academy/operator'
import { expect, type Locator } from '@playwright/test'
import { withAcademy } from './with-academy.ts'

// Takes the pictures of the guide for authors, from an academy with the sample content: npx -y pnpm@10 --filter @academy/e2e pictures:author-guide

const folder = path.join(projectRoot, 'apps/web/src/features/author-guide/pictures')
/** CSS pixels that a picture shows above its element and to the left of it. */
const MARGIN = 16

await withAcademy(folder, async ({ academy, browser, signIn, open: openPath, save: saveWebp }) => {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 900 },
    deviceScaleFactor: 1.5,
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  const { standins, webUrl, databaseUrl } = academy
  const notion = createNotionClient(standins)
  const find = async (query: string, value: 'page' | 'data_source' = 'page') => {
    const { results } = await notion.search({ query, filter: { property: 'object', value } })
    const [found] = results
    if (!found || !('url' in found)) throw new Error(`the workspace has no ${value} “${query}”`)
    return found
  }
  const sync = () => standins.withoutNotionLimit(() => mirrorWorkspace({ standins, databaseUrl, webUrl }))

  /** Saves a part of the page as WebP. It begins at the top left corner of an element; `width` and `height` are CSS pixels. */
  async function save(name: string, element: Locator, width: number, height: number): Promise<void> {
    await element.scrollIntoViewIfNeeded()
    const box = await element.evaluate((node) => {
      const { left, top } = node.getBoundingClientRect()
      return { x: left + window.scrollX, y: top + window.scrollY }
    })
    const clip = { x: box.x - MARGIN, y: box.y - MARGIN, width, height }
    await saveWebp(name, await page.screenshot({ clip, fullPage: true }))
  }

  const text = (content: string) => [{ text: { content } }]
  /** Adds a draft of a session with a project of two files. */
  async function addProject() {
    const file = (caption: string, language: 'html' | 'javascript', content: string) => ({
      code: { language, rich_text: text(content), caption: text(caption) },
    })
    const created = await notion.pages.create({
      parent: { data_source_id: (await find('Sessions', 'data_source')).id },
      properties: { Name: { title: text('Count what you hear') }, Status: { select: { name: 'Draft' } } },
      children: [
        { heading_2: { rich_text: text('Checkpoint: Signal Board') } },
        file('index.html', 'html', '<h1>Signal board</h1>\n<p></p>\n<script type="module" src="src/board.js"></script>'),
        file(
          'src/board.js',
          'javascript',
          "const topics = ['invoices', 'export', 'login']\ndocument.querySelector('p').textContent = topics.join(', ')",
        ),
      ],
    })
    if (!('url' in created)) throw new Error('the workspace did not return the new session')
    return created
  }

  // the workspace
  const tutorial = await find('Write a brief that gets built')
  const tutorialsSource = await find('Tutorials', 'data_source')
  const { results: tutorialPages } = await notion.dataSources.query({ data_source_id: tutorialsSource.id })
  const setStatus = async (title: string, status: string) => {
    await notion.pages.update({ page_id: (await find(title)).id, properties: { Status: { select: { name: status } } } })
  }
  await setStatus('Know what you can build', 'Published')
  await setStatus('Know what a coding tool sees', 'Draft')
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto(tutorialsSource.url)
  await save('database', heading, 992, 438)
  await page.setViewportSize({ width: 752, height: 900 })
  await page.goto(tutorial.url)
  await save('notion-page', page.getByRole('heading', { name: 'Content' }), 736, 484)
  await page.goto((await addProject()).url)
  await save('notion-checkpoint', page.getByRole('heading', { name: 'Content' }), 736, 400)
  await page.setViewportSize({ width: 1440, height: 900 })

  // the admin's pages
  await signIn(page, ADMIN_EMAIL)
  const open = (path: string) => openPath(page, path)
  await open('/courses/master-course/sessions/start-from-the-problem/tutorials/write-a-brief-that-gets-built')
  await save('tutorial', page.getByRole('heading', { name: 'Write a brief that gets built' }), 736, 590)
  await open('/courses/master-course/sessions/set-up-your-workshop')
  await save('download', page.getByRole('button', { name: /^Download the project/ }), 314, 130)
  await page.setViewportSize({ width: 1280, height: 900 })

  // a draft, a refused page and a held sync
  const session = await find('Start from the problem')
  const draft = await notion.pages.create({
    parent: { data_source_id: tutorialsSource.id },
    properties: {
      Name: { title: text('Name the first version') },
      Slug: { rich_text: text('name-the-first-version') },
      Description: { rich_text: text('Give what you shipped a name, so that others can speak of it.') },
      Status: { select: { name: 'Draft' } },
      session: { relation: [{ id: session.id }] },
    },
    children: [
      { heading_2: { rich_text: text('Description') } },
      {
        paragraph: {
          rich_text: text('A version with a name can be asked for, compared and gone back to. One without a name is “the old one”.'),
        },
      },
      { heading_2: { rich_text: text('Prompt') } },
      {
        code: {
          language: 'plain text',
          rich_text: text('List everything that changed since the last version.\nPut it into three sentences that a customer understands.'),
        },
      },
    ],
  })
  const pageWithInvalidSlug = await find('Turn wishes into checks')
  await notion.pages.update({ page_id: pageWithInvalidSlug.id, properties: { Slug: { rich_text: text('turn wishes into checks') } } })
  const refused = page.getByRole('heading', { name: /refused/ })
  // while the API runs a sync, this one does nothing
  await expect(async () => {
    await sync()
    await open('/admin/content')
    await expect(refused).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 120_000 })
  await save('refused', refused, 992, 198)
  await open(`/admin/content/${draft.id.replaceAll('-', '')}`)
  await save('preview', heading, 992, 553)

  const setTrashed = (in_trash: boolean) =>
    standins.withoutNotionLimit(() =>
      Promise.all(tutorialPages.slice(0, 15).map(({ id }) => notion.pages.update({ page_id: id, in_trash }))),
    )
  // The API syncs after each change in Notion. It publishes the removal of a few pages and holds only the removal of many, so this tries again.
  await expect(async () => {
    await setTrashed(false)
    await sync()
    await setTrashed(true)
    await sync()
    await open('/admin/content')
    await expect(page.getByRole('button', { name: 'Confirm and sync' })).toBeEnabled({ timeout: 10_000 })
  }).toPass({ timeout: 240_000 })
  await save('held', page.getByRole('region', { name: /^This sync needs your confirmation/ }), 992, 220)
})
