import { NOTION_VERSION } from '@academy/api/notion-version'
import { loadContent, loadSampleContent, type SampleContent } from '@academy/sample-content'
import { APIErrorCode, APIResponseError, Client, DEFAULT_BASE_URL, extractNotionId, isNotionClientError, LogLevel } from '@notionhq/client'
import PQueue from 'p-queue'
import { CommandError } from '../command-error.ts'
import type { Environment } from '../environment.ts'
import { parseOptions, requireEncrypted, usageError } from '../read-command.ts'
import { ensureWorkspace } from './ensure-workspace.ts'
import { pushContent } from './push-content.ts'

export type PushSettings = {
  token: string
  rootPageId: string
  baseUrl: string
  /** Whether to create only the databases. */
  empty: boolean
  /** The folder with the content; undefined for the sample content. */
  content?: string | undefined
}

export const notionHelp = (command: 'content:push' | 'content:check'): string => `
  npx -y pnpm@10 academy ${command}${command === 'content:push' ? ' [--empty] [--content <folder>]' : ''}

Settings: NOTION_TOKEN of an internal integration, and NOTION_ROOT_PAGE_ID, the id or address of a page that is shared with it${
  command === 'content:push'
    ? '\n  --empty     creates only the databases, without sample pages\n  --content   the folder with the content, by default the sample content'
    : ''
}`

/** Reads the arguments and settings of a command for a Notion workspace. Throws a CommandError for missing ones. */
export function readPushSettings(
  args: string[],
  env: Environment,
  command: 'content:push' | 'content:check' = 'content:push',
): PushSettings {
  const help = notionHelp(command)
  const options: { empty?: { type: 'boolean' }; content?: { type: 'string' } } =
    command === 'content:push' ? { empty: { type: 'boolean' }, content: { type: 'string' } } : {}
  const { values } = parseOptions(help, { args, options })
  const { NOTION_TOKEN: token, NOTION_ROOT_PAGE_ID: page, NOTION_BASE_URL: baseUrl } = env
  if (!token || !page) throw usageError(`${token ? 'NOTION_ROOT_PAGE_ID' : 'NOTION_TOKEN'} is not set. It identifies the workspace.`, help)
  if (baseUrl) requireEncrypted('NOTION_BASE_URL', baseUrl, help)
  const rootPageId = extractNotionId(page)
  if (rootPageId === null) throw usageError(`NOTION_ROOT_PAGE_ID is neither the id nor the address of a page: "${page}"`, help)
  const content = typeof values.content === 'string' ? values.content : undefined
  return { token, rootPageId, baseUrl: baseUrl || DEFAULT_BASE_URL, empty: values.empty === true, content }
}

/** Notion's average request limit. */
const REQUESTS_PER_SECOND = 3
/** High, because other integrations of the workspace may use up the limit. */
const MAX_RETRIES = 20
const MAX_RETRY_DELAY_MS = 30 * 60_000
/** Notion's error code for the block limit of a Free workspace. */
const BLOCK_LIMIT = 'workspace_block_limit_reached'

/** Explains a failed request to the operator; undefined for bugs of the command. */
function explain(error: unknown, { baseUrl }: PushSettings): CommandError | undefined {
  if (APIResponseError.isAPIResponseError(error)) {
    if (error.code === APIErrorCode.Unauthorized) return new CommandError(`Notion at ${baseUrl} does not accept NOTION_TOKEN.`)
    if (error.code === APIErrorCode.ObjectNotFound || error.code === APIErrorCode.RestrictedResource) {
      return new CommandError(`${error.message}\nShare the page with the integration: in Notion, the page's menu, "Connections".`)
    }
    return new CommandError(
      `Notion responded with "${error.message}" (${error.code}, request ${error.request_id ?? 'unknown'}).\nStart the push again: it goes on where it stopped.`,
    )
  }
  if (isNotionClientError(error) && 'body' in error && String(error.body).includes(BLOCK_LIMIT)) {
    return new CommandError(
      'This Notion workspace has reached the limit of 1,000 blocks of the Free plan for workspaces with more than one member, and accepts no further blocks.\n' +
        'Choose a paid plan, or use a workspace with one member. Then start the push again: it goes on where it stopped.',
    )
  }
  if (error instanceof TypeError && error.message === 'fetch failed')
    return new CommandError(`Nothing responds at ${baseUrl}. Is it the right address, and is it running?`)
  return undefined
}

type PushOptions = { content?: SampleContent; requestsPerSecond?: number }

type ClientFetch = NonNullable<NonNullable<ConstructorParameters<typeof Client>[0]>['fetch']>

/** Creates a `fetch` for Notion's client that limits the requests per second, including the client's own retries. */
function pacedFetch(requestsPerSecond: number): ClientFetch {
  // ten percent slower, because requests may arrive at shorter intervals than they were sent
  const queue = new PQueue({ intervalCap: requestsPerSecond, interval: 1_100, strict: true })
  return ((url, init) => queue.add(() => fetch(url, init as RequestInit))) as ClientFetch
}

const loadPushed = (folder: string | undefined): SampleContent =>
  folder === undefined ? loadSampleContent() : { ...loadContent(folder), furtherCourses: [] }

/** Pushes the content, or with `empty` creates only the databases. Prints the progress and the counts. */
export async function runContentPush(
  settings: PushSettings,
  say: (line: string) => void,
  { content, requestsPerSecond = REQUESTS_PER_SECOND }: PushOptions = {},
): Promise<void> {
  const { token, rootPageId, baseUrl, empty, content: folder } = settings
  const notion = new Client({
    auth: token,
    baseUrl,
    notionVersion: NOTION_VERSION,
    // the client's timeout includes the time in our queue
    timeoutMs: 10 * 60_000,
    retry: { maxRetries: MAX_RETRIES, maxRetryDelayMs: MAX_RETRY_DELAY_MS },
    // hides the client's warning about each wait
    logLevel: LogLevel.ERROR,
    fetch: pacedFetch(requestsPerSecond),
  })
  say(empty ? `  creating the databases at ${baseUrl}` : `  pushing the content to ${baseUrl}`)
  try {
    if (empty) {
      const { created } = await ensureWorkspace(notion, rootPageId)
      say(created.size > 0 ? `  created ${[...created].join(', ')}, without pages` : '  all databases exist already')
      return
    }
    const log = (line: string) => say(`  … ${line}`)
    const { created, updated, unchanged } = await pushContent({ notion, rootPageId, content: content ?? loadPushed(folder), log })
    say(`  ${created} created, ${updated} updated, ${unchanged} unchanged`)
  } catch (error) {
    throw explain(error, settings) ?? error
  }
}
