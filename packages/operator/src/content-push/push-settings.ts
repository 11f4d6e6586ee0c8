import { DEFAULT_BASE_URL, extractNotionId } from '@notionhq/client'
import type { Environment } from '../environment.ts'
import { parseOptions, usageError } from '../read-command.ts'

export type PushSettings = {
  token: string
  rootPageId: string
  baseUrl: string
  /** Whether to create only the databases. */
  empty: boolean
}

export const notionHelp = (command: 'content:push' | 'content:check'): string => `
  npx -y pnpm@10 academy ${command}${command === 'content:push' ? ' [--empty]' : ''}

Settings: NOTION_TOKEN of an internal integration, and NOTION_ROOT_PAGE_ID, the id or address of a page that is shared with it${
  command === 'content:push' ? '\n  --empty   creates only the databases, without sample pages' : ''
}`

/** Reads the arguments and settings of a command for a Notion workspace. Throws a CommandError for missing ones. */
export function readPushSettings(
  args: string[],
  env: Environment,
  command: 'content:push' | 'content:check' = 'content:push',
): PushSettings {
  const help = notionHelp(command)
  const options: { empty?: { type: 'boolean' } } = command === 'content:push' ? { empty: { type: 'boolean' } } : {}
  const { values } = parseOptions(help, { args, options })
  const { NOTION_TOKEN: token, NOTION_ROOT_PAGE_ID: page, NOTION_BASE_URL: baseUrl } = env
  if (!token || !page) throw usageError(`${token ? 'NOTION_ROOT_PAGE_ID' : 'NOTION_TOKEN'} is not set. It identifies the workspace.`, help)
  const rootPageId = extractNotionId(page)
  if (rootPageId === null) throw usageError(`NOTION_ROOT_PAGE_ID is neither the id nor the address of a page: "${page}"`, help)
  return { token, rootPageId, baseUrl: baseUrl || DEFAULT_BASE_URL, empty: values.empty === true }
}
