import { setTimeout } from 'node:timers/promises'
import { type Academy, mirrorWorkspace } from '@academy/local'
import { Client } from '@notionhq/client'
import postgres from 'postgres'
import { shrinkLibrary } from './large-library.ts'

export type Sync = { pages: number; first: Run; unchanged: Run; met: boolean }
type Run = { seconds: number; requests: number }

/** The budget: so many requests to Notion for a sync of 200 pages in which nothing has changed. */
const BUDGET = { pages: 200, requests: 10 }

async function control(url: string, body: object): Promise<void> {
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
}

/**
 * Syncs a library of so many resources, most of them copies of one: once when those are new, and again when nothing has changed. Notion's limit of three requests a second is lifted, so the time is the mirror's own; with it, a request takes a third of a second.
 */
export async function benchSync(academy: Academy, sizes: number[]): Promise<Sync[]> {
  const { standins, databaseUrl } = academy
  const sql = postgres(databaseUrl, { max: 1 })
  const results: Sync[] = []
  const run = async (): Promise<Run> => {
    const begun = performance.now()
    const { result, requests, error } = await mirrorWorkspace(academy)
    // The academy's own run is under way.
    if (result === 'busy') return await setTimeout(100).then(run)
    if (result !== 'done') throw new Error(`The sync ended as ${result}: ${error}`)
    return { seconds: (performance.now() - begun) / 1000, requests }
  }
  try {
    await standins.withoutNotionLimit(async () => {
      const [{ original } = { original: '' }] = await sql<{ original: string }[]>`
        select notion_page_id as original from content_resources where public_id = 'turn-a-question-into-sql'`
      // Copies have all that it has, and an address belongs to one page.
      const notion = new Client({ auth: standins.notionToken, baseUrl: standins.notionBaseUrl })
      await notion.pages.update({ page_id: original, properties: { Slug: { rich_text: [] } } })
      await shrinkLibrary(databaseUrl)
      await run()
      for (const pages of sizes) {
        const [{ count } = { count: 0 }] = await sql<{ count: number }[]>`select count(*)::int as count from content_resources`
        await control(`${standins.notionBaseUrl}/control/copies`, { page_id: original, count: pages - count })
        const first = await run()
        // Notion tells of edits by the minute, so a page that was read within it is read once more; this run comes later than that.
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
