import {
  type Client,
  type CreateDatabaseResponse,
  collectPaginatedAPI,
  type DataSourceObjectResponse,
  type GetDatabaseResponse,
  isFullBlock,
  isFullDatabase,
  isFullDataSource,
  type UpdateDataSourceParameters,
} from '@notionhq/client'
import { CommandError } from '../command-error.ts'
import { COLUMNS, COURSE_SESSIONS, type DatabaseTitle, type Definitions, LIBRARY_RELATED } from './schema.ts'

/** The id of each database's data source. */
export type Workspace = Record<DatabaseTitle, string> & {
  /** The databases that this run created, which are empty. */
  created: ReadonlySet<DatabaseTitle>
  /** Whether the status of courses is of Notion's own type, in place of the select. */
  hasStatusType: boolean
}

type Columns = DataSourceObjectResponse['properties']
type Changes = NonNullable<UpdateDataSourceParameters['properties']>

async function dataSourceOf(
  notion: Client,
  database: GetDatabaseResponse | CreateDatabaseResponse,
  title: string,
): Promise<DataSourceObjectResponse> {
  const [source, ...others] = isFullDatabase(database) ? database.data_sources : []
  if (source === undefined || others.length > 0) throw new CommandError(`The database "${title}" should have exactly one data source.`)
  const response = await notion.dataSources.retrieve({ data_source_id: source.id })
  if (!isFullDataSource(response)) throw new CommandError(`The integration may not read the database "${title}".`)
  return response
}

/** Returns the databases below the root page by their titles. */
async function findDatabases(notion: Client, rootPageId: string): Promise<Map<string, string>> {
  const blocks = await collectPaginatedAPI(notion.blocks.children.list, { block_id: rootPageId })
  const found = new Map<string, string>()
  for (const block of blocks) {
    if (!isFullBlock(block) || block.type !== 'child_database') continue
    const { title } = block.child_database
    if (title in COLUMNS && found.has(title))
      throw new CommandError(`There are two databases titled "${title}" below the root page: rename one of them.`)
    found.set(title, block.id)
  }
  return found
}

/** Returns the missing columns. Throws if a column has another type, because changing the type would lose its content. */
function missingColumns(title: string, wanted: Definitions, present: Columns): Definitions {
  const missing = Object.entries(wanted).filter(([name, definition]) => {
    const column = present[name]
    if (column === undefined) return true
    if (column.type in definition) return false
    // Notion's own status type can replace the select
    if (name === 'Status' && column.type === 'status') return false
    throw new CommandError(
      `Column "${name}" of the database "${title}" should be of type ${Object.keys(definition)[0]}, not ${column.type}.`,
    )
  })
  return Object.fromEntries(missing)
}

async function ensureDatabase(
  notion: Client,
  rootPageId: string,
  found: Map<string, string>,
  title: DatabaseTitle,
  relations: Definitions,
): Promise<DataSourceObjectResponse> {
  const wanted = { ...COLUMNS[title], ...relations }
  const id = found.get(title)
  if (id === undefined) {
    const created = await notion.databases.create({
      parent: { type: 'page_id', page_id: rootPageId },
      title: [{ text: { content: title } }],
      initial_data_source: { properties: wanted },
    })
    return dataSourceOf(notion, created, title)
  }
  const database = await notion.databases.retrieve({ database_id: id })
  const source = await dataSourceOf(notion, database, title)
  const renamed = Object.values(source.properties).find(({ type, name }) => type === 'title' && name !== 'Name')
  if (renamed) throw new CommandError(`The title column of the database "${title}" should be called "Name", not "${renamed.name}".`)
  const missing = missingColumns(title, wanted, source.properties)
  if ('Slug' in missing) await assertEmpty(notion, source.id, title)
  if (Object.keys(missing).length === 0) return source
  await notion.dataSources.update({ data_source_id: source.id, properties: missing as Changes })
  return dataSourceOf(notion, database, title)
}

/** Throws if a database without the column "Slug" has pages, because the push would not find them and would create all pages again. */
async function assertEmpty(notion: Client, dataSourceId: string, title: string) {
  const { results } = await notion.dataSources.query({ data_source_id: dataSourceId, page_size: 1 })
  if (results.length > 0)
    throw new CommandError(`The database "${title}" has pages but no column "Slug". If it was renamed, rename it back.`)
}

/** Renames the inverse column of the course relation, because Notion may ignore the requested name. */
async function renameInverse(notion: Client, courses: DataSourceObjectResponse, sessions: DataSourceObjectResponse) {
  const column = sessions.properties.course
  if (column?.type !== 'relation' || column.relation.type !== 'dual_property') {
    throw new CommandError('Column "course" of the database "Sessions" should be a relation that also shows on "Courses".')
  }
  const { synced_property_id: id, synced_property_name: name } = column.relation.dual_property
  if (name === COURSE_SESSIONS) return
  await notion.dataSources.update({ data_source_id: courses.id, properties: { [id]: { name: COURSE_SESSIONS } } })
}

/** Creates the column that relates library items to each other. It needs the id of its own database, so the database is created without it. */
async function ensureRelated(notion: Client, library: DataSourceObjectResponse) {
  const column = library.properties[LIBRARY_RELATED]
  if (column === undefined) {
    const related = { relation: { data_source_id: library.id, single_property: {} } }
    await notion.dataSources.update({ data_source_id: library.id, properties: { [LIBRARY_RELATED]: related } })
  } else if (column.type !== 'relation' || column.relation.data_source_id !== library.id) {
    throw new CommandError(`Column "${LIBRARY_RELATED}" of the database "Library" should be a relation that leads to "Library" itself.`)
  }
}

/**
 * Finds the four databases below the root page and creates what is missing: databases, columns, relations.
 * Never changes or removes existing content. Throws a CommandError if the workspace contradicts the schema.
 */
export async function ensureWorkspace(notion: Client, rootPageId: string): Promise<Workspace> {
  const found = await findDatabases(notion, rootPageId)
  const ensure = (title: DatabaseTitle, relations: Definitions = {}) => ensureDatabase(notion, rootPageId, found, title, relations)
  const courses = await ensure('Courses')
  const dual = { data_source_id: courses.id, dual_property: { synced_property_name: COURSE_SESSIONS } }
  const sessions = await ensure('Sessions', { course: { relation: dual } })
  await renameInverse(notion, courses, sessions)
  const single = { data_source_id: sessions.id, single_property: {} }
  const tutorials = await ensure('Tutorials', { session: { relation: single } })
  const library = await ensure('Library')
  await ensureRelated(notion, library)
  const hasStatusType = courses.properties.Status?.type === 'status'
  const created = new Set((Object.keys(COLUMNS) as DatabaseTitle[]).filter((title) => !found.has(title)))
  return { Courses: courses.id, Sessions: sessions.id, Tutorials: tutorials.id, Library: library.id, created, hasStatusType }
}
