import { randomUUID } from 'node:crypto'
import { json, type Tx } from '../database.ts'
import { invalid, notFound } from './notion-error.ts'
import { findProperty, newOption, newPropertyId, type Property, type PropertyRequest, type RelationRequest } from './property-schema.ts'
import { plainText } from './rich-text.ts'

export type DataSourceRow = {
  id: string
  database_id: string
  title: unknown[]
  properties: Property[]
  created_time: Date
  last_edited_time: Date
  in_trash: boolean
}

const selectSources = (tx: Tx) => tx`
  select s.id, s.database_id, s.title, s.properties, s.created_time, s.last_edited_time, b.in_trash
  from notion.data_sources s join notion.blocks b on b.id = s.database_id`

export async function requireDataSource(tx: Tx, id: string): Promise<DataSourceRow> {
  const [row] = await tx<DataSourceRow[]>`${selectSources(tx)} where s.id = ${id}`
  if (row === undefined) throw notFound('data source', id)
  return row
}

export const dataSourcesOf = (tx: Tx, databaseId: string) =>
  tx<DataSourceRow[]>`${selectSources(tx)} where s.database_id = ${databaseId} order by s.created_time, s.id`

export const allDataSources = (tx: Tx) => tx<DataSourceRow[]>`${selectSources(tx)} where not b.in_trash`

type NewDataSource = { title: unknown[]; columns: Parameters<typeof changeProperties>[2] }

export async function addDataSource(tx: Tx, databaseId: string, { title, columns }: NewDataSource, now: Date): Promise<DataSourceRow> {
  const id = randomUUID()
  await tx`
    insert into notion.data_sources (id, database_id, title, properties, created_time, last_edited_time)
    values (${id}, ${databaseId}, ${json(tx, title)}, '[]', ${now}, ${now})`
  await changeProperties(tx, await requireDataSource(tx, id), columns, now)
  return await requireDataSource(tx, id)
}

export const saveProperties = (tx: Tx, id: string, properties: Property[], now: Date) =>
  tx`update notion.data_sources set properties = ${json(tx, properties)}, last_edited_time = ${now} where id = ${id}`

function assertUniqueNames(properties: readonly Property[]) {
  const names = new Set<string>()
  for (const { name } of properties) {
    if (names.has(name)) throw invalid(`Property name ${name} is used more than once.`)
    names.add(name)
  }
  if (properties.filter(({ type }) => type === 'title').length !== 1)
    throw invalid('Title is not provided: a data source has exactly one title property.')
}

type Options = { options?: Parameters<typeof newOption>[0][] }

function configOf(type: Property['type'], config: unknown): Property['config'] {
  if (type === 'select' || type === 'multi_select') return { options: ((config as Options).options ?? []).map(newOption) }
  if (type === 'number') return { format: (config as { format?: string }).format ?? 'number' }
  return {}
}

/** Creates the column of a relation, and with `dual_property` the inverse column in the other data source. */
async function createRelation(tx: Tx, source: DataSourceRow, own: Pick<Property, 'id' | 'name'>, request: RelationRequest, now: Date) {
  const target = request.data_source_id === source.id ? source : await requireDataSource(tx, request.data_source_id)
  if (!('dual_property' in request)) return { data_source_id: target.id }
  const synced: Property = {
    id: newPropertyId(),
    name: request.dual_property.synced_property_name ?? `Related to ${plainText(source.title)} (${own.name})`,
    type: 'relation',
    description: null,
    config: { data_source_id: source.id, synced_property_id: own.id },
  }
  target.properties = [...target.properties, synced]
  if (target !== source) {
    assertUniqueNames(target.properties)
    await saveProperties(tx, target.id, target.properties, now)
  }
  return { data_source_id: target.id, synced_property_id: synced.id }
}

async function removeProperty(tx: Tx, source: DataSourceRow, property: Property, now: Date) {
  if (property.type === 'title') throw invalid('Cannot delete the title property.')
  source.properties = source.properties.filter(({ id }) => id !== property.id)
  await tx`
    delete from notion.relations r using notion.pages p
    where p.id = r.from_page and p.data_source_id = ${source.id} and r.property_id = ${property.id}`
  const { data_source_id: targetId, synced_property_id: syncedId } = property.config
  if (targetId === undefined || syncedId === undefined) return
  const target = targetId === source.id ? source : await requireDataSource(tx, targetId)
  target.properties = target.properties.filter(({ id }) => id !== syncedId)
  await tx`
    delete from notion.relations r using notion.pages p
    where p.id = r.from_page and p.data_source_id = ${targetId} and r.property_id = ${syncedId}`
  if (target !== source) await saveProperties(tx, target.id, target.properties, now)
}

/** Adds, changes, renames and (null) removes columns, by name or id. */
export async function changeProperties(tx: Tx, source: DataSourceRow, requests: [string, PropertyRequest | null][], now: Date) {
  for (const [key, request] of requests) {
    const existing = findProperty(source.properties, key)
    if (request === null) {
      if (existing === undefined) throw invalid(`${key} is not a property that exists.`)
      await removeProperty(tx, source, existing, now)
      continue
    }
    const { definition } = request
    if (existing === undefined && definition === undefined) throw invalid(`${key} is not a property that exists.`)
    const id = existing?.id ?? (definition?.type === 'title' ? 'title' : newPropertyId())
    const name = request.name ?? existing?.name ?? key
    const description = request.description === undefined ? (existing?.description ?? null) : request.description
    const type = definition?.type ?? existing?.type ?? 'rich_text'
    if (existing && existing.type !== type && (existing.type === 'title' || type === 'title'))
      throw invalid('Cannot change the type of the title property.')
    let config = existing?.config ?? {}
    if (definition?.type === 'relation') {
      if (existing?.type === 'relation')
        throw invalid('The stand-in does not change the target of a relation. Remove the property and add it again.')
      config = await createRelation(tx, source, { id, name }, definition.config as RelationRequest, now)
    } else if (definition) config = configOf(type, definition.config)
    const property: Property = { id, name, type, description, config }
    source.properties = existing ? source.properties.map((other) => (other.id === id ? property : other)) : [...source.properties, property]
  }
  assertUniqueNames(source.properties)
  await saveProperties(tx, source.id, source.properties, now)
}
