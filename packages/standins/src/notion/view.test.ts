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
