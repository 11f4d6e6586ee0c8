import type { Config } from '@academy/api/config'
import { NOTION_VERSION } from '@academy/api/notion-version'
import { Client, LogLevel } from '@notionhq/client'
import { describeError, type Finding, note, ok, problem, TIMEOUT_MS } from './finding.ts'

const WHAT = 'Notion'

/** Checks that the workspace with the content is readable. */
export async function checkNotion({ notion, notionWebhookToken }: Config): Promise<Finding[]> {
  if (!notion) return [note(WHAT, 'is not configured (NOTION_TOKEN, NOTION_ROOT_PAGE_ID): the content stays what it is')]
  const { token, baseUrl, rootPageId } = notion
  try {
    const client = new Client({
      auth: token,
      baseUrl,
      notionVersion: NOTION_VERSION,
      timeoutMs: TIMEOUT_MS,
      retry: { maxRetries: 1 },
      logLevel: LogLevel.ERROR,
    })
    await client.pages.retrieve({ page_id: rootPageId })
    const findings = [ok(WHAT, 'the page with the content can be read; content:check validates what is on it')]
    if (notionWebhookToken === undefined)
      findings.push(note(WHAT, 'NOTION_WEBHOOK_TOKEN is not set: an edit appears after the next scheduled sync, not at once'))
    return findings
  } catch (error) {
    return [
      problem(
        WHAT,
        `the page with the content cannot be read: ${describeError(error)}`,
        'edits do not show; learners see what was published',
      ),
    ]
  }
}
