import { loadSampleContent, type SampleContent } from '@academy/sample-content'
import { APIErrorCode, APIResponseError, Client, LogLevel } from '@notionhq/client'
import { Problem } from '../local/problem.ts'
import { pushContent } from './push-content.ts'
import type { PushSettings } from './push-settings.ts'

/** Notion asks for patience at more than three requests a second: give it as often as it takes. */
const RETRIES = 20

/** What a failed request means to the person who started the push; undefined for failures that are ours. */
function explain(error: unknown, { baseUrl }: PushSettings): Problem | undefined {
  if (APIResponseError.isAPIResponseError(error)) {
    if (error.code === APIErrorCode.Unauthorized) return new Problem(`Notion at ${baseUrl} does not accept NOTION_TOKEN.`)
    if (error.code === APIErrorCode.ObjectNotFound || error.code === APIErrorCode.RestrictedResource) {
      return new Problem(`${error.message}\nShare the page with the integration: in Notion, the page's menu, "Connections".`)
    }
    return new Problem(
      `Notion answered "${error.message}" (${error.code}, request ${error.request_id ?? 'unknown'}).\nStart the push again: it goes on where it stopped.`,
    )
  }
  if (error instanceof TypeError && error.message === 'fetch failed')
    return new Problem(`Nothing answers at ${baseUrl}. Is it the right address, and is it running?`)
  return undefined
}

/** Pushes the sample content, tells what happens, and ends with the counts. */
export async function runContentPush(settings: PushSettings, say: (line: string) => void, content: SampleContent = loadSampleContent()) {
  const { token, rootPageId, baseUrl } = settings
  // its own warnings about each wait would drown what matters
  const notion = new Client({ auth: token, baseUrl, retry: { maxRetries: RETRIES }, logLevel: LogLevel.ERROR })
  say(`  pushing the sample content to ${baseUrl}`)
  try {
    const { created, updated, unchanged } = await pushContent({ notion, rootPageId, content, log: (line) => say(`  … ${line}`) })
    say(`  ${created} created, ${updated} updated, ${unchanged} unchanged`)
  } catch (error) {
    throw explain(error, settings) ?? error
  }
}
