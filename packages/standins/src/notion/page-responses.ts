import type { Tx } from '../database.ts'
import { fileLinker, parentResponse } from './block-responses.ts'
import { type NotionContext, toMinute } from './context.ts'
import { pageUrl } from './data-source-response.ts'
import type { PageRow } from './page-store.ts'
import type { Property } from './property-schema.ts'
import { emptyValue } from './property-values.ts'
import { plainText } from './rich-text.ts'

/** The maximum number of related pages in a page. */
const SHOWN_RELATIONS = 25

export type Relations = ReadonlyMap<string, readonly string[]>
const relationKey = (pageId: string, propertyId: string) => `${pageId} ${propertyId}`

/** Loads the related pages of many pages, without those in the trash. */
export async function relationsOf(tx: Tx, pageIds: string[]): Promise<Relations> {
  const found = new Map<string, string[]>()
  if (pageIds.length === 0) return found
  const rows = await tx<{ from_page: string; property_id: string; to_page: string }[]>`
    select r.from_page, r.property_id, r.to_page from notion.relations r join notion.blocks b on b.id = r.to_page
    where r.from_page in ${tx(pageIds)} and not b.in_trash order by r.position`
  for (const { from_page, property_id, to_page } of rows) {
    const key = relationKey(from_page, property_id)
    const related = found.get(key)
    if (related) related.push(to_page)
    else found.set(key, [to_page])
  }
  return found
}

/** Returns the value of one column of a page, with all relations, and files without URLs. */
export function valueIn(page: PageRow, { id, type }: Property, relations: Relations): unknown {
  if (type === 'relation') return (relations.get(relationKey(page.id, id)) ?? []).map((related) => ({ id: related }))
  const stored = page.properties[id]
  // after a change of its type a column is empty
  return stored?.type === type ? stored[type] : emptyValue(type)
}

const titleProperty: Property = { id: 'title', name: 'title', type: 'title', description: null, config: {} }

function propertyResponse(page: PageRow, property: Property, relations: Relations) {
  const { id, type } = property
  const value = valueIn(page, property, relations)
  const common = { id: encodeURIComponent(id), type }
  if (!Array.isArray(value) || type !== 'relation') return { ...common, [type]: value }
  return { ...common, relation: value.slice(0, SHOWN_RELATIONS), has_more: value.length > SHOWN_RELATIONS }
}

/** Returns pages as Notion's API sends them. Without `properties`, pages have only a title, as within another page. */
export async function pageResponses(context: NotionContext, tx: Tx, pages: PageRow[], properties?: readonly Property[]) {
  const relations = await relationsOf(
    tx,
    pages.map(({ id }) => id),
  )
  const withLinks = await fileLinker(
    context,
    tx,
    pages.map(({ properties: values }) => values),
  )
  return pages.map((page) => {
    const shown = (properties ?? [titleProperty]).map((property) => [property.name, withLinks(propertyResponse(page, property, relations))])
    return {
      object: 'page',
      id: page.id,
      created_time: toMinute(page.created_time),
      last_edited_time: toMinute(page.last_edited_time),
      parent: parentResponse(page),
      in_trash: page.in_trash,
      is_archived: page.is_archived,
      properties: Object.fromEntries(shown),
      url: pageUrl(context, plainText(page.properties.title?.title), page.id),
    }
  })
}
