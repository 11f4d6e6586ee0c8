import { syncContent } from '@academy/api/sync-content'
import { MASTER_COURSE_ID } from '@academy/catalog'
import { pushContent } from '@academy/operator'
import { loadSampleContent, type SampleContent } from '@academy/sample-content'
import type { Standins } from '@academy/standins'
import Fastify from 'fastify'
import { createNotionClient } from './notion-client.ts'

/** Requests per second: so many that no request waits while the limit is lifted. */
const REQUESTS_PER_SECOND = 1_000

type Parts = { standins: Standins; databaseUrl: string; webUrl: string }

/**
 * Fills the stand-in's workspace with content, by default the sample content, and the API's mirror from it, before the academy opens.
 *
 * Runs the same push and sync as for a hosted workspace, but without Notion's rate limit: at three requests a second, writing and reading a
 * course takes minutes. No other client uses the workspace meanwhile. Reads a new workspace only once, because the stand-in sets the edit times
 * of its pages some minutes back.
 */
export async function fillWorkspace({ standins, databaseUrl, webUrl }: Parts, content: SampleContent = loadSampleContent()): Promise<void> {
  await standins.withoutNotionLimit(async () => {
    const notion = createNotionClient(standins)
    await pushContent({ notion, rootPageId: standins.notionRootPageId, content })
    // The sync records and logs its own failure. The API tries again when it starts.
    await mirrorWorkspace({ standins, databaseUrl, webUrl })
  })
}

/** Runs one sync and returns its outcome. */
export async function mirrorWorkspace({ standins, databaseUrl, webUrl }: Parts): ReturnType<typeof syncContent> {
  const { notionToken: token, notionRootPageId: rootPageId, notionBaseUrl: baseUrl } = standins
  const { log } = Fastify({ logger: { level: process.env.LOG_LEVEL ?? 'warn' } })
  const notion = { token, rootPageId, baseUrl, requestsPerSecond: REQUESTS_PER_SECOND }
  return await syncContent({ directDatabaseUrl: databaseUrl, webOrigin: webUrl, masterCourseId: MASTER_COURSE_ID, notion }, log)
}
