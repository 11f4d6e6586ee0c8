import { NOTION_ROOT_PAGE_ID, NOTION_TOKEN } from '@academy/standins'
import { DEFAULT_BASE_URL, extractNotionId } from '@notionhq/client'
import { Problem } from '../local/problem.ts'
import { readSettings } from '../local/settings.ts'

export type PushSettings = { token: string; rootPageId: string; baseUrl: string }

const helpFor = (command: string): string => `
A real workspace: create an internal integration, share one page with it, and name both:
  NOTION_TOKEN=ntn_... NOTION_ROOT_PAGE_ID=<id or address of the page> npx -y pnpm@10 ${command}
The local academy, while it runs:
  npx -y pnpm@10 ${command} --local`

/**
 * Which workspace a command is about: from the environment, or with `--local` that of the academy on this machine. Throws a Problem
 * that says what is missing.
 */
export function readPushSettings(args: readonly string[], env: Record<string, string | undefined>, command = 'content:push'): PushSettings {
  const help = helpFor(command)
  const unknown = args.find((arg) => arg !== '--local')
  if (unknown !== undefined) throw new Problem(`${command} does not know "${unknown}".\n${help}`)
  if (args.includes('--local')) {
    const { ports } = readSettings(env)
    return { token: NOTION_TOKEN, rootPageId: NOTION_ROOT_PAGE_ID, baseUrl: `http://localhost:${ports.standins}/notion` }
  }
  const { NOTION_TOKEN: token, NOTION_ROOT_PAGE_ID: page, NOTION_BASE_URL: baseUrl } = env
  if (!token || !page) throw new Problem(`${token ? 'NOTION_ROOT_PAGE_ID' : 'NOTION_TOKEN'} is not set: which workspace is meant?\n${help}`)
  const rootPageId = extractNotionId(page)
  if (rootPageId === null) throw new Problem(`NOTION_ROOT_PAGE_ID holds neither the id nor the address of a page: "${page}"`)
  return { token, rootPageId, baseUrl: baseUrl || DEFAULT_BASE_URL }
}
