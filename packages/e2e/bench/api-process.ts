import path from 'node:path'
import { type Academy, apiEnvironment, findFreePorts } from '@academy/local'
import { projectRoot } from '@academy/operator'
import { type Server, startServer } from './pinned.ts'
import { JWT_SECRET } from './tokens.ts'

/** Waits until a starting server responds with success. Throws after 20 seconds. */
export async function waitForResponse(url: string, headers: Record<string, string> = {}): Promise<Response> {
  for (const deadline = performance.now() + 20_000; performance.now() < deadline; ) {
    const response = await fetch(url, { headers }).catch(() => undefined)
    if (response?.ok) return response
    await response?.body?.cancel()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`${url} did not respond with success.`)
}

export type ApiProcess = { server: Server; url: string; startedIn: number }

/** Starts the reference for the start of the API, and returns the milliseconds from the process' start to its first response. */
export async function startEmptyApi({ databaseUrl }: Academy): Promise<number> {
  const { api: port } = await findFreePorts()
  const startedAt = performance.now()
  const server = startServer([path.join(import.meta.dirname, 'empty-api.ts'), String(port), databaseUrl])
  await waitForResponse(`http://127.0.0.1:${port}/api/ready`)
  const startedIn = performance.now() - startedAt
  server.kill()
  return startedIn
}

/** Starts a second API on its own core. `startedIn` is the time from the process' start until it is ready, in milliseconds. */
export async function startApi(academy: Academy): Promise<ApiProcess> {
  const ports = await findFreePorts()
  const { databaseUrl, webUrl, standins } = academy
  const startedAt = performance.now()
  const server = startServer([path.join(projectRoot, 'apps/api/dist/server.js')], {
    ...apiEnvironment({ ports, databaseUrl, webUrl, standins }),
    // the academy's own API syncs the content
    NOTION_TOKEN: '',
    NOTION_ROOT_PAGE_ID: '',
    SUPABASE_JWT_SECRET: JWT_SECRET,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_ACCOUNT_PER_MINUTE: '1000000',
  })
  const url = `http://127.0.0.1:${ports.api}`
  await waitForResponse(`${url}/api/ready`)
  return { server, url, startedIn: performance.now() - startedAt }
}
