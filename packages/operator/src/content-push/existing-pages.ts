import { type Client, collectPaginatedAPI, isFullPage, type PageObjectResponse } from '@notionhq/client'
import { CommandError } from '../command-error.ts'
import { type DatabaseTitle, SOURCE_HASH } from './schema.ts'

export type ExistingPage = { id: string; mark: string; parentIds: string[] }

function textOf(page: PageObjectResponse, column: string): string {
  const property = page.properties[column]
  return property?.type === 'rich_text' ? property.rich_text.map((item) => item.plain_text).join('') : ''
}

/** Pages of a database by slug. `relation` names the column that leads to the page above. */
export async function existingPages(notion: Client, dataSourceId: string, title: DatabaseTitle, relation?: string) {
  const pages = await collectPaginatedAPI(notion.dataSources.query, { data_source_id: dataSourceId })
  const bySlug = new Map<string, ExistingPage>()
  for (const page of pages) {
    if (page.object !== 'page' || !isFullPage(page)) continue
    const slug = textOf(page, 'Slug')
    // pages without a slug are an author's own and none of our business
    if (slug === '') continue
    if (bySlug.has(slug))
      throw new CommandError(`Two pages of the database "${title}" have the slug "${slug}": change or remove one of them.`)
    const parent = relation === undefined ? undefined : page.properties[relation]
    const parentIds = parent?.type === 'relation' ? parent.relation.map(({ id }) => id) : []
    bySlug.set(slug, { id: page.id, mark: textOf(page, SOURCE_HASH), parentIds })
  }
  return bySlug
}
