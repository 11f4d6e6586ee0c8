import { type Client, collectPaginatedAPI, isFullPage, type PageObjectResponse } from '@notionhq/client'
import { CommandError } from '../command-error.ts'
import { type DatabaseTitle, SOURCE_HASH } from './schema.ts'

/** A page of a database in Notion. `sourceHash` is empty if a push was interrupted. */
export type ExistingPage = { id: string; sourceHash: string; parentIds: string[] }

function textOf(page: PageObjectResponse, column: string): string {
  const property = page.properties[column]
  return property?.type === 'rich_text' ? property.rich_text.map((item) => item.plain_text).join('') : ''
}

/** Loads the pages of a database by slug. `relation` is the column of the parent page. */
export async function loadExistingPages(notion: Client, dataSourceId: string, title: DatabaseTitle, relation?: string) {
  const pages = await collectPaginatedAPI(notion.dataSources.query, { data_source_id: dataSourceId })
  const bySlug = new Map<string, ExistingPage>()
  for (const page of pages) {
    if (page.object !== 'page' || !isFullPage(page)) continue
    const slug = textOf(page, 'Slug')
    // pages without a slug belong to an author, not to the push
    if (slug === '') continue
    if (bySlug.has(slug))
      throw new CommandError(`Two pages of the database "${title}" have the slug "${slug}": change or remove one of them.`)
    const parent = relation === undefined ? undefined : page.properties[relation]
    const parentIds = parent?.type === 'relation' ? parent.relation.map(({ id }) => id) : []
    bySlug.set(slug, { id: page.id, sourceHash: textOf(page, SOURCE_HASH), parentIds })
  }
  return bySlug
}
