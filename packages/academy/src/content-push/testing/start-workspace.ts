import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, removePostgres, startPostgres, startStandins } from '@academy/standins'
import { Client } from '@notionhq/client'

const UNLIMITED = { perSecond: 1_000_000, burst: 1_000_000 }

type Call = { method: string; path: string; status?: number }

/** Postgres for one test file, and empty Notion workspaces on it. */
export async function startWorkspaces() {
  const dataFolder = mkdtempSync(join(tmpdir(), 'academy-content-push-'))
  const postgres = process.env.TEST_DATABASE_URL ? undefined : await startPostgres({ dataFolder, durable: false })
  const serverUrl = postgres?.url ?? process.env.TEST_DATABASE_URL ?? ''

  /** An empty workspace with a client that remembers its calls; `fail` may refuse one before it is sent. */
  async function open(limit = UNLIMITED) {
    const databaseUrl = await createDatabase(serverUrl, `content_push_${randomBytes(6).toString('hex')}`)
    const standins = await startStandins({ databaseUrl, siteUrl: 'http://localhost:3000', limits: { notion: limit } })
    const calls: Call[] = []
    const workspace = { fail: (_call: Call, _index: number): boolean => false }
    const notion = new Client({
      auth: standins.notionToken,
      baseUrl: standins.notionBaseUrl,
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

  const stop = async () => {
    if (postgres === undefined) return
    await postgres.stop()
    await removePostgres(dataFolder)
  }
  return { open, stop }
}

/** Calls that change something: querying is a POST, but reads. */
export const writes = (calls: readonly Call[]) => calls.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/query'))
