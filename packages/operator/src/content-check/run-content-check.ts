import { checkContent, databaseTitles, NotionUnusable } from '@academy/api/check-content'
import { MASTER_COURSE_ID } from '@academy/catalog'
import { isNotionClientError } from '@notionhq/client'
import { CommandError } from '../command-error.ts'
import type { PushSettings } from '../content-push/run-content-push.ts'

/** Notion's request limit. */
const REQUESTS_PER_SECOND = 3

const quantity = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

type CheckOptions = {
  /** The slug of the course. */
  courseId?: string
  requestsPerSecond?: number
}

/**
 * Checks a workspace as a sync does, without publishing anything, and prints the problems of each page. Returns whether a sync would publish
 * every page.
 */
export async function runContentCheck(
  { token, rootPageId, baseUrl }: Omit<PushSettings, 'empty'>,
  say: (line: string) => void,
  { courseId = MASTER_COURSE_ID, requestsPerSecond = REQUESTS_PER_SECOND }: CheckOptions = {},
): Promise<boolean> {
  say(`  checking the workspace at ${baseUrl}`)
  const workspace = { token, rootPageId, baseUrl, requestsPerSecond }
  const check = checkContent(workspace, { siteOrigin: 'http://localhost', courseId })
  const { pages, refused, warnings, withdrawn, holds } = await check.catch((error: unknown) => {
    if (error instanceof NotionUnusable) throw new CommandError(error.message)
    if (isNotionClientError(error)) throw new CommandError(`Notion at ${baseUrl} cannot be read: ${error.message}`)
    const cause = error instanceof Error ? error.cause : undefined
    if (cause instanceof TypeError && cause.message === 'fetch failed')
      throw new CommandError(`Nothing responds at ${baseUrl}. Is it the right address, and is it running?`)
    throw error
  })
  for (const { rule, reason } of holds) say(`\n  ✗ the sync would wait for an admin\n    ${rule}: ${reason}`)
  for (const { kind, title, url, rule, reason } of refused) {
    say(`\n  ✗ ${databaseTitles[kind]}: “${title}” is refused\n    ${rule}: ${reason}\n    ${url}`)
  }
  for (const { kind, title, url, rule, warning } of warnings) {
    say(`\n  ! ${databaseTitles[kind]}: “${title}”\n    ${rule}: ${warning}\n    ${url}`)
  }
  for (const { kind, title, url, by } of withdrawn) {
    const why = by === 'draft' ? 'is a draft' : 'is archived'
    say(`\n  – ${databaseTitles[kind]}: “${title}” ${why}, and not shown to learners\n    ${url}`)
  }
  say(`\n  ${quantity(pages, 'page')}, ${refused.length} refused, ${quantity(warnings.length, 'warning')}, ${withdrawn.length} not shown`)
  return refused.length === 0 && holds.length === 0
}
