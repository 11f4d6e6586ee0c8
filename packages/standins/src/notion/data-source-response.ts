import type { Tx } from '../database.ts'
import { type NotionContext, toMinute } from './context.ts'
import type { DataSourceRow } from './data-source-store.ts'
import type { Property } from './property-schema.ts'
import { plainText } from './rich-text.ts'

type Target = { id: string; database_id: string; properties: Property[] }

function relationConfig({ config }: Property, targets: readonly Target[]) {
  const target = targets.find(({ id }) => id === config.data_source_id)
  const common = { database_id: target?.database_id ?? null, data_source_id: config.data_source_id }
  const synced = target?.properties.find(({ id }) => id === config.synced_property_id)
  if (synced === undefined) return { ...common, type: 'single_property', single_property: {} }
  const dual = { synced_property_id: encodeURIComponent(synced.id), synced_property_name: synced.name }
  return { ...common, type: 'dual_property', dual_property: dual }
}

/** Returns the URL of a page, as Notion builds it: the words of the title and the id without hyphens. */
export const pageUrl = ({ publicUrl }: NotionContext, title: string, id: string) =>
  `${publicUrl}/notion/${[...title.normalize('NFKD').matchAll(/[A-Za-z0-9]+/g), id.replaceAll('-', '')].join('-')}`

/** Returns a data source as the object that Notion's API sends. */
export async function dataSourceResponse(context: NotionContext, tx: Tx, row: DataSourceRow) {
  const ids = row.properties.flatMap(({ config }) => config.data_source_id ?? [])
  const targets =
    ids.length === 0 ? [] : await tx<Target[]>`select id, database_id, properties from notion.data_sources where id in ${tx(ids)}`
  const properties = row.properties.map((property) => {
    const { id, name, type, description, config } = property
    const shown = type === 'relation' ? relationConfig(property, targets) : config
    return [name, { id: encodeURIComponent(id), name, description, type, [type]: shown }] as const
  })
  return {
    object: 'data_source',
    id: row.id,
    title: row.title,
    parent: { type: 'database_id', database_id: row.database_id },
    in_trash: row.in_trash,
    created_time: toMinute(row.created_time),
    last_edited_time: toMinute(row.last_edited_time),
    properties: Object.fromEntries(properties),
    url: pageUrl(context, plainText(row.title), row.database_id),
  }
}
