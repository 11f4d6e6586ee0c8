import { randomUUID } from 'node:crypto'
import { json, type Tx } from '../database.ts'
import type { NewBlock } from './block-requests.ts'
import { attachUploads, type BlockRow, insertBlocks, insertNode, touchPage } from './block-store.ts'
import { type DataSourceRow, requireDataSource, saveProperties } from './data-source-store.ts'
import { invalid, notFound } from './notion-error.ts'
import { findProperty, type Property } from './property-schema.ts'
import { parseValue } from './property-values.ts'
import { richText } from './rich-text.ts'
import { check } from './validation.ts'

/** Stored values by property id. Relations are stored in their own table; here they are `{ id }[]` until they are saved. */
type Values = Record<string, { type: string; [type: string]: unknown }>

export type PageRow = {
  id: string
  parent_type: BlockRow['parent_type']
  parent_id: string | null
  data_source_id: string | null
  properties: Values
  /** Archived by an author, but not in the trash: Notion still lists the page. */
  is_archived: boolean
  in_trash: boolean
  created_time: Date
  last_edited_time: Date
}

const selectPages = (tx: Tx) => tx`
  select p.id, b.parent_type, b.parent_id, p.data_source_id, p.properties, p.is_archived, b.in_trash, b.created_time, b.last_edited_time
  from notion.pages p join notion.blocks b on b.id = p.id`

export async function requirePage(tx: Tx, id: string): Promise<PageRow> {
  const [row] = await tx<PageRow[]>`${selectPages(tx)} where p.id = ${id}`
  if (row === undefined) throw notFound('page', id)
  return row
}

export const pagesOf = (tx: Tx, dataSourceId: string) =>
  tx<PageRow[]>`${selectPages(tx)} where p.data_source_id = ${dataSourceId} and not b.in_trash order by b.created_time desc, p.id`

export const allPages = (tx: Tx) => tx<PageRow[]>`${selectPages(tx)} where not b.in_trash`

/** Validates the properties of a request against the page's data source. A page without one has only a title. */
function parseProperties(source: DataSourceRow | undefined, requested: Record<string, unknown>) {
  const values: Values = {}
  let properties = source?.properties ?? []
  for (const [key, value] of Object.entries(requested)) {
    const path = `body.properties.${key}`
    if (source === undefined) {
      if (key !== 'title') throw invalid(`${key} is not a property that exists.`)
      const title = Array.isArray(value) ? value : (value as { title?: unknown } | null)?.title
      values.title = { type: 'title', title: check(richText, title, `${path}.title`) }
      continue
    }
    const property = findProperty(properties, key)
    if (property === undefined) throw invalid(`${key} is not a property that exists.`)
    const { value: parsed, added } = parseValue(property, value, path)
    values[property.id] = { type: property.type, [property.type]: parsed }
    if (added.length === 0) continue
    const options = [...(property.config.options ?? []), ...added]
    properties = properties.map(
      (other): Property => (other.id === property.id ? { ...other, config: { ...other.config, options } } : other),
    )
  }
  return { values, properties }
}

async function assertRelated(tx: Tx, property: Property, ids: string[]) {
  if (ids.length === 0) return
  const rows = await tx<{ id: string; data_source_id: string | null }[]>`select id, data_source_id from notion.pages where id in ${tx(ids)}`
  for (const id of ids) {
    const page = rows.find((row) => row.id === id)
    if (page === undefined) throw notFound('page', id)
    if (page.data_source_id !== property.config.data_source_id) {
      throw invalid(`Page ${id} is not in the data source that property ${property.name} relates to.`)
    }
  }
}

/** Sets a relation to exactly these pages, and its inverse on those pages. */
async function saveRelation(tx: Tx, pageId: string, property: Property, ids: string[], now: Date): Promise<void> {
  const targetIds = [...new Set(ids)]
  await assertRelated(tx, property, targetIds)
  const old = await tx<
    { to_page: string }[]
  >`select to_page from notion.relations where from_page = ${pageId} and property_id = ${property.id}`
  const before = old.map((row) => row.to_page)
  await tx`delete from notion.relations where from_page = ${pageId} and property_id = ${property.id}`
  for (const to of targetIds)
    await tx`insert into notion.relations (property_id, from_page, to_page) values (${property.id}, ${pageId}, ${to})`
  const { synced_property_id: synced } = property.config
  if (synced === undefined) return
  const [removedIds, addedIds] = [before.filter((id) => !targetIds.includes(id)), targetIds.filter((id) => !before.includes(id))]
  for (const removedId of removedIds) {
    await tx`delete from notion.relations where property_id = ${synced} and from_page = ${removedId} and to_page = ${pageId}`
    await touchPage(tx, removedId, now)
  }
  for (const addedId of addedIds) {
    await tx`
      insert into notion.relations (property_id, from_page, to_page) values (${synced}, ${addedId}, ${pageId}) on conflict do nothing`
    await touchPage(tx, addedId, now)
  }
}

/** Stores validated values: relations in their table, new select options on the column, the rest on the page. */
export async function saveValues(
  tx: Tx,
  pageId: string,
  source: DataSourceRow | undefined,
  requested: Record<string, unknown>,
  now: Date,
): Promise<void> {
  const { values, properties } = parseProperties(source, requested)
  if (source && properties !== source.properties) await saveProperties(tx, source.id, properties, now)
  await attachUploads(tx, values, now)
  const plain = Object.fromEntries(Object.entries(values).filter(([, value]) => value.type !== 'relation'))
  await tx`update notion.pages set properties = properties || ${json(tx, plain)} where id = ${pageId}`
  for (const [id, value] of Object.entries(values)) {
    const property = properties.find((other) => other.id === id)
    if (value.type !== 'relation' || property === undefined) continue
    const ids = (value.relation as { id: string }[]).map((item) => item.id)
    await saveRelation(tx, pageId, property, ids, now)
  }
}

export type NewPage = {
  parent: { type: 'page_id'; id: string } | { type: 'data_source_id'; source: DataSourceRow }
  properties: Record<string, unknown>
  children: NewBlock[]
}

/** Creates a page with its blocks in one transaction. */
export async function createPage(tx: Tx, { parent, properties, children }: NewPage, now: Date) {
  const id = randomUUID()
  const source = parent.type === 'data_source_id' ? await requireDataSource(tx, parent.source.id) : undefined
  const parentId = parent.type === 'page_id' ? parent.id : parent.source.database_id
  await insertNode(tx, { id, type: 'child_page', parentType: parent.type, parentId }, now)
  const title = { title: { type: 'title', title: [] } }
  await tx`
    insert into notion.pages (id, data_source_id, properties) values (${id}, ${source?.id ?? null}, ${json(tx, title)})`
  await saveValues(tx, id, source, properties, now)
  await insertBlocks(tx, { parentType: 'page_id', parentId: id, pageId: id }, children, now)
  return id
}
