import { callControl, startStandins } from '@academy/standins'
import { newTemplate, newTestDatabase } from '@academy/standins/testing/test-database'
import { type BlockObjectRequest, Client, type CreatePageParameters, isFullDatabase, LogLevel } from '@notionhq/client'
import { NOTION_VERSION } from '../plugins/notion/notion-version.ts'

type Properties = NonNullable<CreatePageParameters['properties']>

const UNLIMITED = { perSecond: 100_000, burst: 100_000 }

const text = (content: string) => (content === '' ? [] : [{ text: { content } }])

/** Returns the value of a property of each type, as Notion's API takes it. */
const valueAs = {
  title: (value: string) => ({ title: text(value) }),
  rich_text: (value: string) => ({ rich_text: text(value) }),
  number: (value: number) => ({ number: value }),
  checkbox: (value: boolean) => ({ checkbox: value }),
  select: (value: string) => ({ select: { name: value } }),
  multi_select: (value: string[]) => ({ multi_select: value.map((name) => ({ name })) }),
  date: (value: string) => ({ date: { start: value } }),
  url: (value: string) => ({ url: value }),
  relation: (value: string[]) => ({ relation: value.map((id) => ({ id })) }),
}

/** The properties of a database, each with its type and the field of the input that has its value. */
type Database = Readonly<Record<string, readonly [type: keyof typeof valueAs, field: string]>>

const NAMED = { Name: ['title', 'name'], Slug: ['rich_text', 'slug'], Status: ['select', 'status'] } as const satisfies Database
const LISTED = {
  ...NAMED,
  Description: ['rich_text', 'description'],
  Order: ['number', 'order'],
  Free: ['checkbox', 'free'],
} as const satisfies Database

const COURSES = {
  ...NAMED,
  Text: ['rich_text', 'text'],
  Video: ['url', 'video'],
  Product: ['rich_text', 'product'],
  'Opens for the Studio on': ['date', 'studioOpensOn'],
  'Opens on': ['date', 'opensOn'],
} as const satisfies Database
const TUTORIALS = {
  ...LISTED,
  VIP: ['checkbox', 'vip'],
  Duration: ['number', 'duration'],
  Reading: ['number', 'reading'],
  Building: ['number', 'building'],
  Feedback: ['select', 'feedback'],
  Video: ['url', 'video'],
  'Diagram description': ['rich_text', 'diagramDescription'],
  'Facts checked on': ['date', 'factsCheckedOn'],
} as const satisfies Database
const LIBRARY = {
  ...NAMED,
  Description: ['rich_text', 'description'],
  Tag: ['multi_select', 'tags'],
  Premium: ['checkbox', 'premium'],
  Sample: ['checkbox', 'sample'],
  'Tried with': ['rich_text', 'triedWith'],
  'Tried on': ['date', 'triedOn'],
  Tries: ['rich_text', 'tries'],
  'Use when': ['rich_text', 'useWhen'],
  Content: ['rich_text', 'content'],
  CodeSample: ['rich_text', 'codeSample'],
  Order: ['number', 'order'],
} as const satisfies Database

const OPTIONS: Readonly<Record<string, string[]>> = { Status: ['Draft', 'Published'], Feedback: ['feedback', 'testimonial'] }

/** Returns the properties of a new database. */
const schemaOf = (database: Database) =>
  Object.fromEntries(
    Object.entries(database).map(([name, [type]]) => [
      name,
      { [type]: type === 'select' ? { options: OPTIONS[name]?.map((option) => ({ name: option })) } : {} },
    ]),
  )

/** Returns the properties of a page. Those without a value are left out, as an author leaves them empty. */
const propertiesOf = (database: Database, { name = 'Untitled page', ...input }: PageInput): Properties => {
  const values: Readonly<Record<string, unknown>> = { ...input, name }
  return Object.fromEntries(
    Object.entries(database).flatMap(([property, [type, field]]) => {
      const value = values[field] ?? null
      return value === null ? [] : [[property, valueAs[type](value as never)]]
    }),
  )
}

/** What stands on a page whose content does not matter to a test: a page without any is refused. */
const SOME_WORDS = 'Some words.'

type Fields<Of extends Database> = {
  [Name in keyof Of as Of[Name][1]]?: Parameters<(typeof valueAs)[Of[Name][0]]>[0] | null
}

/** The properties and blocks of a page; what is not given is as an author would leave it: empty. Not every workspace has “Status”. */
type PageInput = Fields<typeof COURSES> &
  Fields<typeof TUTORIALS> &
  Fields<typeof LIBRARY> & {
    diagram?: { name: string; type: string; bytes: Buffer } | { url: string }
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

  const courses = await makeDatabase('Courses', schemaOf(COURSES))
  const sessions = await makeDatabase('Sessions', {
    ...schemaOf(LISTED),
    course: { relation: { data_source_id: courses, dual_property: { synced_property_name: 'sessions' } } },
  })
  const tutorials = await makeDatabase('Tutorials', {
    ...schemaOf(TUTORIALS),
    Diagram: { files: {} },
    session: { relation: { data_source_id: sessions, single_property: {} } },
  })
  const library = await makeDatabase('Library', schemaOf(LIBRARY))
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
  const related = (id: string | undefined) => valueAs.relation(id === undefined ? [] : [id])

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
    addCourse: (input: PageInput = {}) => create(courses, propertiesOf(COURSES, input), input.blocks),
    addSession: (courseId: string | undefined, input: PageInput = {}) =>
      create(sessions, { ...propertiesOf(LISTED, input), course: related(courseId) }, input.blocks),
    addTutorial: async (sessionId: string | undefined, input: PageInput = {}) =>
      await create(
        tutorials,
        { ...propertiesOf(TUTORIALS, input), ...(await diagramOf(input.diagram)), session: related(sessionId) },
        input.blocks ?? [paragraphOf(SOME_WORDS)],
      ),
    addResource: (input: PageInput = {}) =>
      create(
        library,
        { ...propertiesOf(LIBRARY, input), Related: valueAs.relation(input.related ?? []) },
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
