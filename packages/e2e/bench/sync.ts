import { setTimeout } from 'node:timers/promises'
import { type Academy, createNotionClient, mirrorWorkspace } from '@academy/local'
import { callControl } from '@academy/standins'
import postgres from 'postgres'
import { shrinkLibrary } from './large-library.ts'

/** `first` is the sync after the pages were added. `met`: whether the sync without changes kept to the budget. */
export type Sync = { pages: number; first: Run; unchanged: Run; met: boolean }
/** The duration of a sync, and the number of its requests to Notion. */
type Run = { seconds: number; requests: number }

/** The budget of a sync without changes: at most this many requests to Notion for a library of up to this many pages. */
const BUDGET = { pages: 200, requests: 10 }

/**
 * Measures two syncs for each size of the library, in pages: the sync after adding copies of one resource, and a sync without changes.
 * Switches off Notion's limit of three requests a second, so that the times show only the work of the mirror.
 */
export async function benchSync(academy: Academy, sizes: number[]): Promise<Sync[]> {
  const { standins, databaseUrl } = academy
  const sql = postgres(databaseUrl, { max: 1 })
  const results: Sync[] = []
  const run = async (): Promise<Run> => {
    const startedAt = performance.now()
    const { result, requests, error } = await mirrorWorkspace(academy)
    // the API is running a sync
    if (result === 'busy') return await setTimeout(100).then(run)
    if (result !== 'done') throw new Error(`The sync ended as ${result}: ${error}`)
    return { seconds: (performance.now() - startedAt) / 1000, requests }
  }
  try {
    await standins.withoutNotionLimit(async () => {
      const [{ original }] = await sql<[{ original: string }]>`
        select notion_page_id as original from content_resources where public_id = 'turn-a-question-into-sql'`
      // removes the slug before copying, because a slug belongs to one page
      const notion = createNotionClient(standins)
      await notion.pages.update({ page_id: original, properties: { Slug: { rich_text: [] } } })
      await shrinkLibrary(databaseUrl)
      await run()
      for (const pages of sizes) {
        const [{ count }] = await sql<[{ count: number }]>`select count(*)::int as count from content_resources`
        await callControl(standins.notionBaseUrl, 'POST', '/control/copies', { page_id: original, count: pages - count })
        const first = await run()
        // Notion rounds edit times to minutes, so a sync fetches a page again if the last fetch was in the minute of the edit
        for (const kind of ['courses', 'sessions', 'tutorials', 'resources']) {
          await sql`update ${sql(`content_${kind}`)} set fetched_at = fetched_at + interval '2 minutes'`
        }
        const unchanged = await run()
        results.push({ pages, first, unchanged, met: pages > BUDGET.pages || unchanged.requests <= BUDGET.requests })
      }
    })
  } finally {
    await sql.end()
  }
  return results
}
