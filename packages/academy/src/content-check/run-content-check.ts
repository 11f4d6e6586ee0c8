import { checkContent, databaseTitles, NotionUnusable } from '@academy/api/check-content'
import { isNotionClientError } from '@notionhq/client'
import type { PushSettings } from '../content-push/push-settings.ts'
import { Problem } from '../local/problem.ts'

/** What Notion allows. */
const REQUESTS_PER_SECOND = 3

const one = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

/**
 * Judges a workspace without publishing anything and tells what is wrong with it, page by page.
 * @returns whether every page may be published.
 */
export async function runContentCheck(
  { token, rootPageId, baseUrl }: PushSettings,
  say: (line: string) => void,
  requestsPerSecond = REQUESTS_PER_SECOND,
): Promise<boolean> {
  say(`  judging the workspace at ${baseUrl}`)
  const workspace = { token, rootPageId, baseUrl, requestsPerSecond }
  const { pages, refused, warnings } = await checkContent(workspace, 'http://localhost').catch((error: unknown) => {
    if (error instanceof NotionUnusable) throw new Problem(error.message)
    if (isNotionClientError(error)) throw new Problem(`Notion at ${baseUrl} cannot be read: ${error.message}`)
    if (error instanceof TypeError && error.message === 'fetch failed')
      throw new Problem(`Nothing answers at ${baseUrl}. Is it the right address, and is it running?`)
    throw error
  })
  for (const { kind, title, url, rule, reason } of refused) {
    say(`\n  ✗ ${databaseTitles[kind]}: “${title}” is refused\n    ${rule}: ${reason}\n    ${url}`)
  }
  for (const { kind, title, url, rule, warning } of warnings) {
    say(`\n  ! ${databaseTitles[kind]}: “${title}”\n    ${rule}: ${warning}\n    ${url}`)
  }
  say(`\n  ${one(pages, 'page')} judged, ${refused.length} refused, ${one(warnings.length, 'warning')}`)
  return refused.length === 0
}
