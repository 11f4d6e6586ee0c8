import { NOTION_VERSION } from '@academy/api/notion-version'
import { startStandins } from '@academy/standins'
import { newTestDatabase } from '@academy/standins/testing/test-database'
import { Client } from '@notionhq/client'

const UNLIMITED = { perSecond: 1_000_000, burst: 1_000_000 }

type Call = { method: string; path: string; status?: number }

/** Starts an empty Notion workspace with a client that records its calls in `calls`. Set `fail` to make a call throw before it is sent. */
export async function openWorkspace(limit = UNLIMITED) {
  const databaseUrl = await newTestDatabase('content_push')
  const standins = await startStandins({ databaseUrl, siteUrl: 'http://localhost:3000', limits: { notion: limit } })
  const calls: Call[] = []
  const workspace = { fail: (_call: Call, _index: number): boolean => false }
  const notion = new Client({
    auth: standins.notionToken,
    baseUrl: standins.notionBaseUrl,
    notionVersion: NOTION_VERSION,
    retry: { maxRetries: 10 },
    logger: () => undefined,
    fetch: async (url, init) => {
      const call: Call = { method: init?.method ?? 'GET', path: new URL(url).pathname.replace('/notion/v1', '') }
      if (workspace.fail(call, calls.length)) throw new Error('the connection was lost')
      calls.push(call)
      const response = await fetch(url, init as RequestInit)
      call.status = response.status
      return response
    },
  })
  return Object.assign(workspace, { notion, calls, standins, rootPageId: standins.notionRootPageId, close: () => standins.stop() })
}

/** Returns the calls that write: all but GET requests and queries, which are POST requests. */
export const writes = (calls: readonly Call[]) => calls.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/query'))
