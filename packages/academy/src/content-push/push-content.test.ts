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

/** What an author adds to a page in Notion. */
async function editByHand(page: PageObjectResponse | undefined) {
  const paragraph = { rich_text: [{ text: { content: 'By hand' } }] }
  await workspace.notion.blocks.children.append({ block_id: page?.id ?? '', children: [{ paragraph }] })
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
  expect(await push(smallCourse(), (line) => log.push(line))).toEqual({ created: 9, updated: 0, unchanged: 0 })
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
  expect(await outline(workspace.notion, tutorials.first?.id ?? '')).toEqual(['heading_2 Description', 'paragraph Hello you.'])
})

const relatedTo = (page: PageObjectResponse | undefined) => {
  const related = page?.properties.Related
  return related?.type === 'relation' ? related.relation.map(({ id }) => id) : undefined
}

test('LIB-10 the library gets its items with tags, flags, excerpts and parts, and leads in circles', async () => {
  await push()
  const { one, two, three } = await pages('Library')
  expect(one?.properties).toMatchObject({
    Name: { title: [{ plain_text: 'ONE' }] },
    Description: { rich_text: [{ plain_text: 'About one' }] },
    Tag: { multi_select: [{ name: 'Data' }, { name: 'Testing' }] },
    Premium: { checkbox: true },
    Order: { number: 1 },
    Content: { rich_text: [{ plain_text: 'Do it, then rest.' }] },
    CodeSample: { rich_text: [{ plain_text: 'let a = 1\nlet b = 2' }] },
  })
  expect([relatedTo(one), relatedTo(two), relatedTo(three)]).toEqual([[two?.id, three?.id], [one?.id], [two?.id, one?.id]])
  expect(await outline(workspace.notion, one?.id ?? '')).toEqual([
    'heading_2 Prerequisite',
    'paragraph Time.',
    'heading_2 Prompt',
    'heading_3 First',
    'code Do it,\nthen rest.',
    'heading_2 Code sample',
    'code let a = 1\nlet b = 2',
  ])
})

test('an item is joined when it is written where it can be; only those that lead ahead cost a second request', async () => {
  await push()
  const { one, two, three } = await pages('Library')
  const updated = writes(workspace.calls).filter(({ method }) => method === 'PATCH')
  const ofItems = updated.filter(({ path }) => [one, two, three].some((page) => path.endsWith(page?.id ?? '')))
  expect(ofItems.map(({ path }) => path)).toEqual([`/pages/${one?.id}`])
})

test('an item that was thrown away comes back, and the others lead to the new one, their text untouched', async () => {
  await push()
  const before = await pages('Library')
  await editByHand(before.three)
  await workspace.notion.pages.update({ page_id: before.two?.id ?? '', in_trash: true })
  expect(await push()).toEqual({ created: 1, updated: 2, unchanged: 6 })
  const { one, two, three } = await pages('Library')
  expect([one?.id, three?.id]).toEqual([before.one?.id, before.three?.id])
  expect([relatedTo(one), relatedTo(three)]).toEqual([
    [two?.id, three?.id],
    [two?.id, one?.id],
  ])
  expect(await outline(workspace.notion, three?.id ?? '')).toContain('paragraph By hand')
  expect(await push()).toMatchObject({ unchanged: 9 })
})

test('relations that an author changed in Notion stay until the Markdown changes', async () => {
  await push()
  const { one, two } = await pages('Library')
  await workspace.notion.pages.update({ page_id: two?.id ?? '', properties: { Related: { relation: [] } } })
  expect(await push()).toMatchObject({ unchanged: 9 })
  expect(relatedTo((await pages('Library')).two)).toEqual([])
  const changed = smallCourse()
  changed.library = changed.library.map((item) => (item.slug === 'two' ? { ...item, related: ['one', 'three'] } : item))
  expect(await push(changed)).toEqual({ created: 0, updated: 1, unchanged: 8 })
  const after = await pages('Library')
  expect(relatedTo(after.two)).toEqual([one?.id, after.three?.id])
})

test('what no Markdown describes any more is named and left where it is', async () => {
  await push()
  const fewer = smallCourse()
  fewer.library = fewer.library.slice(0, 2).map((item) => ({ ...item, related: [] }))
  const log: string[] = []
  expect(await push(fewer, (line) => log.push(line))).toEqual({ created: 0, updated: 2, unchanged: 6 })
  expect(log).toContain('left as it is: "three" in Library, which no Markdown describes any more')
  expect(Object.keys(await pages('Library'))).toHaveLength(3)
})

test('an item that relates to nobody is told', async () => {
  const broken = smallCourse()
  broken.library = broken.library.map((item) => ({ ...item, related: ['nobody'] }))
  await expect(push(broken)).rejects.toThrow('library/one.md: relates to a page that does not exist (nobody)')
})

test('an uploaded video comes with the captions below it', async () => {
  const clip = { name: 'clip.webm', contentType: 'video/webm', bytes: Buffer.from('not really a film') }
  const body = '## Video\n\n![What the brief is for](./clip.webm)\n\n```vtt\nWEBVTT\n\n00:00.000 --> 00:01.000\nHello.\n```'
  await push(smallCourse({ body, files: { './clip.webm': clip } }))
  const { first } = await pages('Tutorials')
  const { results } = await workspace.notion.blocks.children.list({ block_id: first?.id ?? '' })
  expect(results).toMatchObject([
    { type: 'heading_2' },
    { type: 'video', video: { type: 'file', caption: [{ plain_text: 'What the brief is for' }] } },
    { type: 'code', code: { language: 'plain text', rich_text: [{ plain_text: expect.stringContaining('WEBVTT') }] } },
  ])
  const { video } = results[1] as unknown as { video: { file: { url: string } } }
  expect((await fetch(video.file.url)).headers.get('content-type')).toBe('video/webm')
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
  expect(await push()).toEqual({ created: 0, updated: 0, unchanged: 9 })
  expect(writes(workspace.calls)).toEqual([])
})

test('changed Markdown rewrites its page, under the same id, and no other', async () => {
  await push()
  const before = await pages('Tutorials')
  expect(await push(smallCourse({ body: '## Description\n\nBye.', name: 'Renamed' }))).toEqual({ created: 0, updated: 1, unchanged: 8 })
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
  await editByHand(first)
  expect(await push()).toMatchObject({ unchanged: 9 })
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
  await editByHand((await pages('Tutorials')).first)
  await workspace.notion.pages.update({ page_id: start?.id ?? '', in_trash: true })
  expect(await push()).toEqual({ created: 1, updated: 2, unchanged: 6 })
  const again = await pages('Sessions')
  const { first } = await pages('Tutorials')
  expect(first?.properties.session).toMatchObject({ relation: [{ id: again.start?.id }] })
  expect(await outline(workspace.notion, first?.id ?? '')).toContain('paragraph By hand')
})

// Each write in turn is the last that gets through: wherever it stops, the next push ends with the whole content.
test('a push that was interrupted anywhere is completed by the next', { timeout: 120_000 }, async () => {
  const { notion, calls } = workspace
  const long = smallCourse({ body: `## Description\n\n${Array.from({ length: 130 }, (_, index) => `Line ${index}`).join('\n\n')}` })
  await push(long)
  const total = writes(calls).length
  expect(total).toBeGreaterThan(20)
  for (let allowed = 0; allowed < total; allowed += 1) {
    // an empty page is an empty workspace to a push
    const { id: rootPageId } = await notion.pages.create({ parent: { page_id: workspace.rootPageId }, properties: {} })
    const run = () => pushContent({ notion, rootPageId, content: long })
    calls.length = 0
    workspace.fail = (call) => writes([call]).length > 0 && writes(calls).length >= allowed
    await expect(run(), `stopped after ${allowed} writes`).rejects.toThrow('the connection was lost')
    workspace.fail = () => false
    const { created, updated, unchanged } = await run()
    expect(created + updated + unchanged, `stopped after ${allowed} writes`).toBe(9)
    expect(await run()).toEqual({ created: 0, updated: 0, unchanged: 9 })
    const { Tutorials, Library } = await ensureWorkspace(notion, rootPageId)
    const isFirst = { property: 'Slug', rich_text: { equals: 'first' } } as const
    const { results } = await notion.dataSources.query({ data_source_id: Tutorials, filter: isFirst })
    expect(results).toHaveLength(1)
    expect(await outline(notion, results[0]?.id ?? '')).toHaveLength(131)
    const isJoined = { property: 'Related', relation: { is_not_empty: true } } as const
    const joined = await notion.dataSources.query({ data_source_id: Library, filter: isJoined })
    expect(joined.results, `stopped after ${allowed} writes`).toHaveLength(3)
  }
})

test('a push waits where Notion limits its requests', { timeout: 60_000 }, async () => {
  const limited = await workspaces.open({ perSecond: 2, burst: 20 })
  expect(await pushContent({ notion: limited.notion, rootPageId: limited.rootPageId, content: smallCourse() })).toMatchObject({
    created: 9,
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

test('a column of the library that leads elsewhere is told', async () => {
  await push()
  const { Library, Courses } = await ensureWorkspace(workspace.notion, workspace.rootPageId)
  await workspace.notion.dataSources.update({ data_source_id: Library, properties: { Related: null } })
  const elsewhere = { relation: { data_source_id: Courses, single_property: {} } }
  await workspace.notion.dataSources.update({ data_source_id: Library, properties: { Related: elsewhere } })
  await expect(push()).rejects.toThrow('Column "Related" of the database "Library" should be a relation that leads to "Library" itself.')
})

test('a column that is missing is added', async () => {
  await push()
  const { Tutorials } = await ensureWorkspace(workspace.notion, workspace.rootPageId)
  await workspace.notion.dataSources.update({ data_source_id: Tutorials, properties: { VIP: null } })
  expect(await push()).toMatchObject({ unchanged: 9 })
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
