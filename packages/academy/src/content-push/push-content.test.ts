import { type Client, collectPaginatedAPI, isFullBlock, isFullPage, type PageObjectResponse } from '@notionhq/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ensureWorkspace } from './ensure-workspace.ts'
import { pushContent } from './push-content.ts'
import { smallCourse } from './testing/small-course.ts'
import { startWorkspaces, writes } from './testing/start-workspace.ts'

let workspaces: Awaited<ReturnType<typeof startWorkspaces>>
let workspace: Awaited<ReturnType<typeof workspaces.open>>
beforeAll(async () => {
  workspaces = await startWorkspaces()
})
afterAll(() => workspaces.stop())
beforeEach(async () => {
  workspace = await workspaces.open()
})
afterEach(() => workspace.close())

const push = (content = smallCourse(), log?: (line: string) => void) =>
  pushContent({ notion: workspace.notion, rootPageId: workspace.rootPageId, content, ...(log && { log }) })

/** Pages of a database by slug, as a reader finds them. */
async function pages(title: 'Courses' | 'Sessions' | 'Tutorials' | 'Library'): Promise<Record<string, PageObjectResponse>> {
  const sources = await ensureWorkspace(workspace.notion, workspace.rootPageId)
  const rows = await collectPaginatedAPI(workspace.notion.dataSources.query, { data_source_id: sources[title] })
  const full = rows.filter((row) => row.object === 'page' && isFullPage(row))
  return Object.fromEntries(full.map((row) => [plain(row as PageObjectResponse, 'Slug'), row as PageObjectResponse]))
}

const plain = (page: PageObjectResponse | undefined, column: string) => {
  const property = page?.properties[column]
  const items = property?.type === 'rich_text' ? property.rich_text : property?.type === 'title' ? property.title : []
  return items.map((item) => item.plain_text).join('')
}

async function outline(notion: Client, id: string): Promise<string[]> {
  const blocks = await collectPaginatedAPI(notion.blocks.children.list, { block_id: id })
  const lines = blocks.map(async (block) => {
    if (!isFullBlock(block)) return []
    const content = (block as unknown as Record<string, { rich_text?: { plain_text: string }[] }>)[block.type]
    const text = (content?.rich_text ?? []).map((item) => item.plain_text).join('')
    const below = block.has_children ? await outline(notion, block.id) : []
    return [`${block.type} ${text}`.trim(), ...below.map((line) => `  ${line}`)]
  })
  return (await Promise.all(lines)).flat()
}

test('an empty workspace gets the four databases, all pages and their relations', async () => {
  const log: string[] = []
  expect(await push(smallCourse(), (line) => log.push(line))).toEqual({ created: 6, updated: 0, unchanged: 0 })
  expect(log[0]).toBe('created course.md')
  const [courses, sessions, tutorials] = [await pages('Courses'), await pages('Sessions'), await pages('Tutorials')]
  expect(plain(courses['master-course'], 'Text')).toBe('One.\n\nTwo with code.')
  expect(courses['master-course']?.properties.sessions).toMatchObject({ relation: [{ id: sessions.start?.id }, { id: sessions.more?.id }] })
  expect(tutorials.second?.properties).toMatchObject({
    VIP: { checkbox: true },
    Free: { checkbox: false },
    Order: { number: 2 },
    Duration: { number: 24 },
    Feedback: { select: { name: 'testimonial' } },
    Video: { url: null },
    Diagram: { files: [{ name: 'map.svg', type: 'file' }] },
    session: { relation: [{ id: sessions.start?.id }] },
  })
  expect(tutorials.first?.properties.Feedback).toMatchObject({ select: null })
  expect(await pages('Library')).toEqual({})
  expect(await outline(workspace.notion, tutorials.first?.id ?? '')).toEqual(['heading_2 Description', 'paragraph Hello you.'])
})

test('files come back from Notion as they went in', async () => {
  await push()
  const { third } = await pages('Tutorials')
  const { results } = await workspace.notion.blocks.children.list({ block_id: third?.id ?? '' })
  const image = results[1] as { image?: { file?: { url: string }; caption?: { plain_text: string }[] } }
  expect(image.image?.caption?.[0]?.plain_text).toBe('A picture of a map')
  const answer = await fetch(image.image?.file?.url ?? '')
  expect(answer.headers.get('content-type')).toContain('image/svg+xml')
  expect(await answer.text()).toContain('<title>picture</title>')
})

test('a second push finds everything unchanged and writes nothing', async () => {
  await push()
  workspace.calls.length = 0
  expect(await push()).toEqual({ created: 0, updated: 0, unchanged: 6 })
  expect(writes(workspace.calls)).toEqual([])
})

test('changed Markdown rewrites its page, under the same id, and no other', async () => {
  await push()
  const before = await pages('Tutorials')
  expect(await push(smallCourse({ body: '## Description\n\nBye.', name: 'Renamed' }))).toEqual({ created: 0, updated: 1, unchanged: 5 })
  const after = await pages('Tutorials')
  expect(after.first?.id).toBe(before.first?.id)
  expect(plain(after.first, 'Name')).toBe('Renamed')
  expect(await outline(workspace.notion, after.first?.id ?? '')).toEqual(['heading_2 Description', 'paragraph Bye.'])
})

test('a reader sees an emptied page during one request only', async () => {
  await push()
  workspace.calls.length = 0
  await push(smallCourse({ body: '## Description\n\nBye.' }))
  expect(writes(workspace.calls).map(({ method, path }) => `${method} ${path.replace(/[0-9a-f-]{36}/, ':id')}`)).toEqual([
    'PATCH /pages/:id',
    'PATCH /blocks/:id/children',
    'PATCH /pages/:id',
  ])
})

test('what an author edited in Notion stays until the Markdown changes', async () => {
  await push()
  const { first } = await pages('Tutorials')
  await workspace.notion.blocks.children.append({
    block_id: first?.id ?? '',
    children: [{ paragraph: { rich_text: [{ text: { content: 'By hand' } }] } }],
  })
  expect(await push()).toMatchObject({ unchanged: 6 })
  expect(await outline(workspace.notion, first?.id ?? '')).toContain('paragraph By hand')
})

test('a diagram that is gone from the Markdown is gone from Notion', async () => {
  const diagram = { name: 'a.svg', contentType: 'image/svg+xml', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }
  await push(smallCourse({ diagram }))
  expect(await push(smallCourse())).toMatchObject({ updated: 1 })
  expect((await pages('Tutorials')).first?.properties.Diagram).toMatchObject({ files: [] })
})

test('a page that somebody threw away is created anew, and what stood below it is joined to the new one', async () => {
  await push()
  const { start } = await pages('Sessions')
  await workspace.notion.pages.update({ page_id: start?.id ?? '', in_trash: true })
  expect(await push()).toEqual({ created: 1, updated: 2, unchanged: 3 })
  const again = await pages('Sessions')
  expect((await pages('Tutorials')).first?.properties.session).toMatchObject({ relation: [{ id: again.start?.id }] })
})

// Each write in turn is the last that gets through: wherever it stops, the next push ends with the whole course.
test('a push that was interrupted anywhere is completed by the next', { timeout: 120_000 }, async () => {
  const long = smallCourse({ body: `## Description\n\n${Array.from({ length: 130 }, (_, index) => `Line ${index}`).join('\n\n')}` })
  await push(long)
  const total = writes(workspace.calls).length
  expect(total).toBeGreaterThan(12)
  for (let allowed = 0; allowed < total; allowed += 1) {
    const broken = await workspaces.open()
    broken.fail = (call) => writes([call]).length > 0 && writes(broken.calls).length >= allowed
    const run = () => pushContent({ notion: broken.notion, rootPageId: broken.rootPageId, content: long })
    await expect(run(), `stopped after ${allowed} writes`).rejects.toThrow('the connection was lost')
    broken.fail = () => false
    const { created, updated, unchanged } = await run()
    expect(created + updated + unchanged, `stopped after ${allowed} writes`).toBe(6)
    expect(await run()).toEqual({ created: 0, updated: 0, unchanged: 6 })
    const { Tutorials } = await ensureWorkspace(broken.notion, broken.rootPageId)
    const { results } = await broken.notion.dataSources.query({
      data_source_id: Tutorials,
      filter: { property: 'Slug', rich_text: { equals: 'first' } },
    })
    expect(results).toHaveLength(1)
    expect(await outline(broken.notion, results[0]?.id ?? '')).toHaveLength(131)
    await broken.close()
  }
})

test('a push waits where Notion limits its requests', async () => {
  const limited = await workspaces.open({ perSecond: 20, burst: 15 })
  expect(await pushContent({ notion: limited.notion, rootPageId: limited.rootPageId, content: smallCourse() })).toMatchObject({
    created: 6,
  })
  expect(limited.calls.some(({ status }) => status === 429)).toBe(true)
  await limited.close()
})

test('a column that somebody renamed or made into another type is told, not worked around', async () => {
  await push()
  const { Tutorials, Library } = await ensureWorkspace(workspace.notion, workspace.rootPageId)
  await workspace.notion.dataSources.update({ data_source_id: Library, properties: { Premium: { rich_text: {} } } })
  await expect(push()).rejects.toThrow('Column "Premium" of the database "Library" should be of type checkbox, not rich_text.')
  await workspace.notion.dataSources.update({ data_source_id: Library, properties: { Premium: { checkbox: {} } } })
  await workspace.notion.dataSources.update({ data_source_id: Tutorials, properties: { Slug: { name: 'Kurzname' } } })
  await expect(push()).rejects.toThrow('The database "Tutorials" has pages but no column "Slug"')
})

test('a column that is missing is added', async () => {
  await push()
  const { Tutorials } = await ensureWorkspace(workspace.notion, workspace.rootPageId)
  await workspace.notion.dataSources.update({ data_source_id: Tutorials, properties: { VIP: null } })
  expect(await push()).toMatchObject({ unchanged: 6 })
  expect((await pages('Tutorials')).first?.properties.VIP).toMatchObject({ checkbox: false })
})

test('two pages with one slug are told', async () => {
  await push()
  const { Tutorials } = await ensureWorkspace(workspace.notion, workspace.rootPageId)
  const double = { Name: { title: [] }, Slug: { rich_text: [{ text: { content: 'first' } }] } }
  await workspace.notion.pages.create({ parent: { data_source_id: Tutorials }, properties: double })
  await expect(push()).rejects.toThrow('Two pages of the database "Tutorials" have the slug "first"')
})

test('the mirror image of the course relation is renamed where Notion named it itself', async () => {
  const { notion, rootPageId } = workspace
  const database = async (title: string, properties: Parameters<Client['databases']['create']>[0]['initial_data_source']) => {
    const parent = { type: 'page_id', page_id: rootPageId } as const
    const made = await notion.databases.create({ parent, title: [{ text: { content: title } }], initial_data_source: properties ?? {} })
    return 'data_sources' in made ? (made.data_sources[0]?.id ?? '') : ''
  }
  const courses = await database('Courses', { properties: { Name: { title: {} } } })
  const course = { relation: { data_source_id: courses, dual_property: {} } }
  await database('Sessions', { properties: { Name: { title: {} }, course } })
  await push()
  expect((await pages('Courses'))['master-course']?.properties.sessions).toMatchObject({ relation: [{}, {}] })
})
