import { NOTION_VERSION } from '@academy/api/notion-version'
import { syncContent } from '@academy/api/sync-content'
import { MASTER_COURSE_ID } from '@academy/catalog'
import { pushContent } from '@academy/operator'
import { loadSampleContent } from '@academy/sample-content'
import type { Standins } from '@academy/standins'
import { Client, LogLevel } from '@notionhq/client'
import Fastify from 'fastify'

/** More than this machine answers: nothing waits while the limit is lifted. */
const REQUESTS_PER_SECOND = 1_000

type Parts = { standins: Standins; databaseUrl: string; webUrl: string }

/**
 * Fills the stand-in's workspace with the sample content, and the mirror of the API from that, before the academy opens.
 *
 * It is the same push and the same sync as for a hosted workspace, over the same protocol; only Notion's limit is lifted while they
 * run. At three requests a second a whole course takes minutes to write and minutes to read, and each start would wait
 * for both. No other client uses the workspace meanwhile. Afterwards the limit is back: for the API, and for `content:push --local`. A new
 * workspace is read once and not twice, because the stand-in dates its pages some minutes back.
 */
export async function fillWorkspace({ standins, databaseUrl, webUrl }: Parts): Promise<void> {
  const { notionToken, notionRootPageId: rootPageId, notionBaseUrl: baseUrl } = standins
  await standins.withoutNotionLimit(async () => {
    const notion = new Client({
      auth: notionToken,
      baseUrl,
      notionVersion: NOTION_VERSION,
      logLevel: LogLevel.ERROR,
      retry: { maxRetries: 10 },
    })
    await pushContent({ notion, rootPageId, content: loadSampleContent() })
    // A run that fails is recorded and logged as such; the API tries again as soon as it is up.
    await mirrorWorkspace({ standins, databaseUrl, webUrl })
  })
}

/** One sync of the mirror, at the speed of this machine as long as the stand-in's limit is lifted. What came of it is returned. */
export async function mirrorWorkspace({ standins, databaseUrl, webUrl }: Parts): ReturnType<typeof syncContent> {
  const { notionToken: token, notionRootPageId: rootPageId, notionBaseUrl: baseUrl } = standins
  const { log } = Fastify({ logger: { level: process.env.LOG_LEVEL ?? 'warn' } })
  const notion = { token, rootPageId, baseUrl, requestsPerSecond: REQUESTS_PER_SECOND }
  return await syncContent({ directDatabaseUrl: databaseUrl, webOrigin: webUrl, masterCourseId: MASTER_COURSE_ID, notion }, log)
}
