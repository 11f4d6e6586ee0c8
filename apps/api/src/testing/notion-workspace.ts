import { callControl, startStandins } from '@academy/standins'
import { newTemplate, newTestDatabase } from '@academy/standins/testing/test-database'
import { type BlockObjectRequest, Client, type CreatePageParameters, isFullDatabase, LogLevel } from '@notionhq/client'
import { NOTION_VERSION } from '../plugins/notion/notion-version.ts'

type Properties = NonNullable<CreatePageParameters['properties']>

const UNLIMITED = { perSecond: 100_000, burst: 100_000 }

const text = (content: string) => (content === '' ? [] : [{ text: { content } }])

/** What stands on a page whose content does not matter to a test: a page without any is refused. */
const SOME_WORDS = 'Some words.'

/** The marks and words of a page; what is not given is as an author would leave it: empty. */
type PageInput = {
  /** Of “Status”; not every workspace has the property. */
  status?: 'Draft' | 'Published'
  name?: string
  slug?: string
  description?: string
  order?: number | null
  free?: boolean
  vip?: boolean
  duration?: number | null
  reading?: number
  building?: number
  feedback?: string | null
  video?: string | null
  diagram?: { name: string; type: string; bytes: Buffer } | { url: string }
  diagramDescription?: string
  /** A day. */
  factsCheckedOn?: string
  tags?: string[]
  premium?: boolean
  sample?: boolean
  triedWith?: string
  triedOn?: string
  tries?: string
  useWhen?: string
  /** Ids of pages. */
  related?: string[]
  /** A paragraph unless given, for tutorials and resources. */
  blocks?: BlockObjectRequest[]
}

export const paragraphOf = (content: string): BlockObjectRequest => ({ paragraph: { rich_text: text(content) } })
export const headingOf = (content: string): BlockObjectRequest => ({ heading_2: { rich_text: text(content) } })
export const codeOf = (content: string, language: 'javascript' | 'plain text' = 'plain text'): BlockObjectRequest => ({
  code: { rich_text: text(content), language },
})
/** A file of a checkpoint: a code block whose caption is the path. */
export const fileOf = (path: string, content: string): BlockObjectRequest => ({
  code: { rich_text: text(content), caption: text(path), language: 'plain text' },
})
export const toggleOf = (content: string, children: string[]): BlockObjectRequest => ({
  toggle: { rich_text: text(content), children: children.map((child) => ({ paragraph: { rich_text: text(child) } })) },
})

/** Starts the stand-ins on a database, without Notion's limit of requests, and connects the official client. */
async function startNotion(databaseUrl: string) {
  const standins = await startStandins({ databaseUrl, siteUrl: 'http://localhost:3000', limits: { notion: UNLIMITED } })
  const notion = new Client({
    auth: standins.notionToken,
    baseUrl: standins.notionBaseUrl,
    notionVersion: NOTION_VERSION,
    logLevel: LogLevel.ERROR,
  })
  return { standins, notion }
}

/** Creates a workspace with the four databases of an academy, without pages. Returns the name of its database, of which each test gets a copy. */
async function createEmptyWorkspace() {
  const databaseUrl = await newTemplate('workspace')
  const { standins, notion } = await startNotion(databaseUrl)

  const makeDatabase = async (title: string, properties: Record<string, unknown>): Promise<string> => {
    const made = await notion.databases.create({
      parent: { type: 'page_id', page_id: standins.notionRootPageId },
      title: text(title),
      initial_data_source: { properties: properties as never },
    })
    const whole = await notion.databases.retrieve({ database_id: made.id })
    const [source] = isFullDatabase(whole) ? whole.data_sources : []
    if (!source) throw new Error('the new database has no data source')
    return source.id
  }

  const named = {
    Name: { title: {} },
    Slug: { rich_text: {} },
    Status: { select: { options: [{ name: 'Draft' }, { name: 'Published' }] } },
  }
  const listed = { ...named, Description: { rich_text: {} }, Order: { number: {} }, Free: { checkbox: {} } }
  const courses = await makeDatabase('Courses', {
    ...named,
    Text: { rich_text: {} },
    Video: { url: {} },
    Product: { rich_text: {} },
    'Opens for the Studio on': { date: {} },
    'Opens on': { date: {} },
  })
  const sessions = await makeDatabase('Sessions', {
    ...listed,
    course: { relation: { data_source_id: courses, dual_property: { synced_property_name: 'sessions' } } },
  })
  const tutorials = await makeDatabase('Tutorials', {
    ...listed,
    VIP: { checkbox: {} },
    Duration: { number: {} },
    Reading: { number: {} },
    Building: { number: {} },
    Feedback: { select: { options: [{ name: 'feedback' }, { name: 'testimonial' }] } },
    Video: { url: {} },
    Diagram: { files: {} },
    'Diagram description': { rich_text: {} },
    'Facts checked on': { date: {} },
    session: { relation: { data_source_id: sessions, single_property: {} } },
  })
  const library = await makeDatabase('Library', {
    ...named,
    Description: { rich_text: {} },
    Tag: { multi_select: {} },
    Premium: { checkbox: {} },
    Sample: { checkbox: {} },
    'Tried with': { rich_text: {} },
    'Tried on': { date: {} },
    Tries: { rich_text: {} },
    'Use when': { rich_text: {} },
    Content: { rich_text: {} },
    CodeSample: { rich_text: {} },
    Order: { number: {} },
  })
  await notion.dataSources.update({
    data_source_id: library,
    properties: { Related: { relation: { data_source_id: library, single_property: {} } } },
  })
  await standins.stop()
  return { template: new URL(databaseUrl).pathname.slice(1), dataSources: { courses, sessions, tutorials, library } }
}

let emptyWorkspace: ReturnType<typeof createEmptyWorkspace> | undefined

/**
 * A workspace in the Notion stand-in with the four databases of an academy, made and changed through the official client: without pages, or a copy
 * of the workspace in the database `copied`.
 */
export async function startNotionWorkspace(copied?: string) {
  emptyWorkspace ??= createEmptyWorkspace()
  const { template, dataSources } = await emptyWorkspace
  const { courses, sessions, tutorials, library } = dataSources
  const databaseUrl = await newTestDatabase('standins', copied ?? template)
  const { standins, notion } = await startNotion(databaseUrl)

  const namedProperties = ({ name = 'Untitled page', slug = '', status }: PageInput): Properties => ({
    Name: { title: text(name) },
    Slug: { rich_text: text(slug) },
    ...(status && { Status: { select: { name: status } } }),
  })
  const listedProperties = (input: PageInput): Properties => ({
    ...namedProperties(input),
    Description: { rich_text: text(input.description ?? '') },
    Order: { number: input.order ?? null },
    Free: { checkbox: input.free ?? false },
  })
  const upload = async (filename: string, type: string, bytes: Buffer): Promise<string> => {
    const { id } = await notion.fileUploads.create({ mode: 'single_part', filename, content_type: type })
    await notion.fileUploads.send({ file_upload_id: id, file: { filename, data: new Blob([new Uint8Array(bytes)], { type }) } })
    return id
  }
  const diagramOf = async (diagram: PageInput['diagram']): Promise<Properties> => {
    if (!diagram) return {}
    if ('url' in diagram) return { Diagram: { files: [{ name: 'diagram', external: { url: diagram.url } }] } }
    const { name, type, bytes } = diagram
    return { Diagram: { files: [{ name, file_upload: { id: await upload(name, type, bytes) } }] } }
  }
  const create = async (data_source_id: string, properties: Properties, children: BlockObjectRequest[] = []): Promise<string> =>
    (await notion.pages.create({ parent: { data_source_id }, properties, ...(children.length ? { children } : {}) })).id

  return {
    databaseUrl,
    notion,
    standins,
    rootPageId: standins.notionRootPageId,
    dataSources,
    /** Returns the id of the upload, which a page can attach. */
    upload,
    /** Environment variables that point an API at this workspace. */
    env: {
      NOTION_TOKEN: standins.notionToken,
      NOTION_ROOT_PAGE_ID: standins.notionRootPageId,
      NOTION_BASE_URL: standins.notionBaseUrl,
      NOTION_REQUESTS_PER_SECOND: '1000',
    },
    addCourse: (input: PageInput & { text?: string; product?: string; opensOn?: string; studioOpensOn?: string } = {}) =>
      create(
        courses,
        {
          ...namedProperties(input),
          Text: { rich_text: text(input.text ?? '') },
          Video: { url: input.video ?? null },
          Product: { rich_text: text(input.product ?? '') },
          'Opens for the Studio on': { date: input.studioOpensOn ? { start: input.studioOpensOn } : null },
          'Opens on': { date: input.opensOn ? { start: input.opensOn } : null },
        },
        input.blocks,
      ),
    addSession: (courseId: string | undefined, input: PageInput = {}) =>
      create(sessions, { ...listedProperties(input), course: { relation: courseId ? [{ id: courseId }] : [] } }, input.blocks),
    addTutorial: async (sessionId: string | undefined, input: PageInput = {}) =>
      await create(
        tutorials,
        {
          ...listedProperties(input),
          VIP: { checkbox: input.vip ?? false },
          Duration: { number: input.duration ?? null },
          Reading: { number: input.reading ?? null },
          Building: { number: input.building ?? null },
          Feedback: { select: input.feedback ? { name: input.feedback } : null },
          Video: { url: input.video ?? null },
          ...(await diagramOf(input.diagram)),
          'Diagram description': { rich_text: text(input.diagramDescription ?? '') },
          'Facts checked on': { date: input.factsCheckedOn ? { start: input.factsCheckedOn } : null },
          session: { relation: sessionId ? [{ id: sessionId }] : [] },
        },
        input.blocks ?? [paragraphOf(SOME_WORDS)],
      ),
    addResource: (input: PageInput & { content?: string; codeSample?: string } = {}) =>
      create(
        library,
        {
          ...namedProperties(input),
          Description: { rich_text: text(input.description ?? '') },
          Tag: { multi_select: (input.tags ?? []).map((name) => ({ name })) },
          Premium: { checkbox: input.premium ?? false },
          Sample: { checkbox: input.sample ?? false },
          'Tried with': { rich_text: text(input.triedWith ?? '') },
          Tries: { rich_text: text(input.tries ?? '') },
          'Tried on': { date: input.triedOn ? { start: input.triedOn } : null },
          'Use when': { rich_text: text(input.useWhen ?? '') },
          Content: { rich_text: text(input.content ?? '') },
          CodeSample: { rich_text: text(input.codeSample ?? '') },
          Related: { relation: (input.related ?? []).map((id) => ({ id })) },
          Order: { number: input.order ?? null },
        },
        input.blocks ?? [paragraphOf(SOME_WORDS)],
      ),
    setProperties: async (page_id: string, properties: Properties): Promise<void> =>
      void (await notion.pages.update({ page_id, properties })),
    append: async (block_id: string, ...children: BlockObjectRequest[]): Promise<void> =>
      void (await notion.blocks.children.append({ block_id, children })),
    archive: async (page_id: string, is_archived = true): Promise<void> => void (await notion.pages.update({ page_id, is_archived })),
    trash: async (page_id: string): Promise<void> => void (await notion.pages.update({ page_id, in_trash: true })),
    setFault: (fault: Record<string, unknown>) => callControl(standins.url, 'PUT', '/control/faults', { service: 'notion', ...fault }),
    /** Returns the active faults: one with `times` ends when a request arrives that it affects. */
    faults: async () => (await callControl<{ faults: unknown[] }>(standins.url, 'GET', '/control/faults')).faults,
    clearFaults: () => callControl(standins.url, 'DELETE', '/control/faults'),
    advanceClock: (advance_seconds: number) => callControl(standins.url, 'POST', '/control/clock', { service: 'notion', advance_seconds }),
    stop: standins.stop,
  }
}

export type NotionWorkspace = Awaited<ReturnType<typeof startNotionWorkspace>>
