import { type BlockObjectResponse, isFullBlock, isFullDatabase } from '@notionhq/client'
import { abortable } from '../../../abortable.ts'
import type { NotionAccess } from '../../../plugins/notion/notion.ts'
import type { ConfirmationReason } from '../mirror/confirmation-required.ts'
import { NotionUnusable, type PageKind, pageKinds } from '../mirror/page-refused.ts'
import { normalizeNotionId } from './page-properties.ts'
import { listChildren, undefinedIfNotFound } from './requests.ts'

/** The titles of the databases below the root page. */
export const databaseTitles: Record<PageKind, string> = {
  course: 'Courses',
  session: 'Sessions',
  tutorial: 'Tutorials',
  resource: 'Library',
}

/** The database that holds the pages of one kind, and the data source in it. */
export type Database = { database_id: string; data_source_id: string }
export type Databases = Record<PageKind, Database>
/** Databases that an earlier run found. Their titles may have changed since. */
export type PinnedDatabases = Partial<Databases>

type Child = { id: string; title: string; created: string }

const linkTo = (id: string): string => `https://www.notion.so/${normalizeNotionId(id)}`

const asChild = (block: BlockObjectResponse): Child[] =>
  block.type === 'child_database' && !block.in_trash
    ? [{ id: normalizeNotionId(block.id), title: block.child_database.title.trim().toLowerCase(), created: block.created_time }]
    : []

/**
 * Finds the database of each kind: the pinned one, else the one with the right title below the root page. `reasons` name what needs a
 * confirmation: two databases with the same title, a missing pinned database, or a database with several data sources.
 * @throws NotionUnusable when there is no database to read.
 */
export async function findDatabases(
  notion: NotionAccess,
  pinned: PinnedDatabases,
  signal: AbortSignal,
): Promise<{ databases: Databases; reasons: ConfirmationReason[] }> {
  const blocks = await listChildren(notion, notion.rootPageId, signal)
  const children = blocks.flatMap((block) => (isFullBlock(block) ? asChild(block) : []))
  const results = await Promise.all(pageKinds.map(findDatabase))
  const [course, session, tutorial, resource] = results.map(({ database }) => database) as [Database, Database, Database, Database]
  return { databases: { course, session, tutorial, resource }, reasons: results.flatMap(({ reasons }) => reasons) }

  async function findDatabase(kind: PageKind): Promise<{ database: Database; reasons: ConfirmationReason[] }> {
    const title = databaseTitles[kind]
    const pin = pinned[kind]
    // A pinned database may be anywhere in the workspace.
    if (pin && (children.some(({ id }) => id === pin.database_id) || (await dataSourcesOf(pin.database_id))))
      return { database: pin, reasons: [] }

    const candidates = children
      .filter((child) => child.title === title.toLowerCase())
      .toSorted((a, b) => a.created.localeCompare(b.created))
    const [oldest] = candidates
    if (!oldest) throw new NotionUnusable(missing(title, pin))
    const sources = (await dataSourcesOf(oldest.id)) ?? []
    const [source] = sources
    if (!source) throw new NotionUnusable(`The database “${title}” in Notion has no data source, or the integration may not read it.`)
    const reasons: ConfirmationReason[] = []
    const addReason = (rule: string, reason: string) => reasons.push({ rule, reason, subject: `${kind} ${oldest.id} ${source}` })
    if (candidates.length > 1) addReason('database_ambiguous', ambiguous(title, candidates))
    if (pin)
      addReason(
        'database_replaced',
        `The database “${title}” that this academy reads (${linkTo(pin.database_id)}) is in the trash, or no longer shared with the integration. ` +
          `Restore it, or confirm to read another database of that title instead: ${linkTo(oldest.id)}.`,
      )
    if (sources.length > 1)
      addReason(
        'data_source_ambiguous',
        `The database “${title}” has ${sources.length} data sources, and only one can be read. Move the others to databases of their own, or confirm to read the first one.`,
      )
    return { database: { database_id: oldest.id, data_source_id: source }, reasons }
  }

  /** Returns the ids of a database's data sources; undefined if it is in the trash or not shared with the integration. */
  async function dataSourcesOf(database_id: string): Promise<string[] | undefined> {
    const database = await abortable(notion.client.databases.retrieve({ database_id }), signal).catch(undefinedIfNotFound)
    if (!database || !isFullDatabase(database) || database.in_trash || !Array.isArray(database.data_sources)) return undefined
    return database.data_sources.map(({ id }) => normalizeNotionId(id))
  }
}

const missing = (title: string, pin: Database | undefined): string =>
  pin
    ? `The database “${title}” that this academy reads is in the trash, or no longer shared with the integration. Restore it: ${linkTo(pin.database_id)}`
    : `There is no database “${title}” below the root page, or the integration may not read it.`

const ambiguous = (title: string, candidates: Child[]): string =>
  `There are ${candidates.length} databases with the title “${title}” below the root page: ` +
  `${candidates.map(({ id, created }) => `${linkTo(id)} (created on ${created.slice(0, 10)})`).join(' and ')}. ` +
  'Rename those that the academy should not read, or confirm to read the oldest one.'
