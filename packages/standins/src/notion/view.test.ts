import { afterAll, expect, test } from 'vitest'
import { NOTION_ROOT_PAGE_ID } from './notion-standin.ts'
import { createDataSource, createPage, paragraph, startNotion, text } from './testing/start-notion.ts'

const notion = await startNotion()
afterAll(() => notion.stop())

const look = async (path: string) => {
  const response = await fetch(new URL(path, notion.baseUrl))
  return {
    status: response.status,
    url: response.url,
    html: await response.text(),
    policy: response.headers.get('content-security-policy'),
  }
}

test('the root page links to its pages and databases, which have their own URLs', async () => {
  const { databaseId, dataSourceId } = await createDataSource(notion, 'Courses', { Name: { title: {} }, Free: { checkbox: {} } })
  const properties = { Name: { title: text('A course') }, Free: { checkbox: true } }
  const children = [paragraph('Hello'), { toggle: { rich_text: text('More'), children: [paragraph('inside')] } }]
  const page = await createPage(notion, '', { parent: { data_source_id: dataSourceId }, properties, children })
  const root = await look('/notion/')
  expect(root.url).toContain(NOTION_ROOT_PAGE_ID.replaceAll('-', ''))
  expect(root.html).toContain(`<a href="/notion/${databaseId.replaceAll('-', '')}">Courses</a>`)
  const database = await look(`/notion/${databaseId}`)
  expect(database.html).toMatch(/<li><a href="\/notion\/[0-9a-f]{32}">A course<\/a><ul>.*<li>Free: yes<\/li>/)
  const shown = await look(page.url)
  expect(shown.status).toBe(200)
  expect(shown.html).toMatch(/Hello[\s\S]*More[\s\S]*<ul>[\s\S]*inside/)
})

test('shows the caption of a code block behind its text', async () => {
  const code = { language: 'javascript' as const, rich_text: text('const board = []'), caption: text('src/<board>.js') }
  const page = await createPage(notion, 'Project', { children: [{ code }] })
  expect((await look(page.url)).html).toContain('const board = [] src/&lt;board&gt;.js')
})

test('escapes hostile content', async () => {
  const hostile = '<script>alert(1)</script>'
  const link = [{ text: { content: hostile, link: { url: 'javascript:alert(1)' } } }]
  const children = [
    { paragraph: { rich_text: link } },
    { embed: { url: 'javascript:alert(1)' } },
    { image: { external: { url: 'data:text/html,x' } } },
  ]
  const page = await createPage(notion, hostile, { children })
  const { html, policy } = await look(page.url)
  expect(html).toContain('&lt;script&gt;')
  expect(html).not.toMatch(/<script|href="javascript/)
  expect(policy).toContain("default-src 'none'")
})

test('responds with 404 for unknown pages, and stays readable while Notion is down', async () => {
  expect(await look('/notion/Nothing-11111111111141118111111111111111')).toMatchObject({ status: 404 })
  expect(await look('/notion/nothing')).toMatchObject({ status: 404 })
  notion.faults.set({ service: 'notion', kind: 'down' })
  expect(await look('/notion/')).toMatchObject({ status: 200 })
  notion.faults.clear()
})

test('links to an uploaded video', async () => {
  const { id } = await notion.client.fileUploads.create({ filename: 'clip.webm', content_type: 'video/webm' })
  const data = new Blob(['not really a film'], { type: 'video/webm' })
  await notion.client.fileUploads.send({ file_upload_id: id, file: { filename: 'clip.webm', data } })
  const page = await createPage(notion, 'Clip', { children: [{ video: { file_upload: { id }, caption: text('A clip') } }] })
  expect((await look(page.url)).html).toMatch(/<a href="[^"]*clip\.webm\?[^"]*" rel="noreferrer">[^<]*<\/a> A clip/)
})
