import path from 'node:path'
import { type Academy, apiEnvironment, findFreePorts, portsFrom } from '@academy/local'
import { projectRoot } from '@academy/operator'
import { type Server, startServer } from './pinned.ts'
import { JWT_SECRET } from './tokens.ts'

/** Waits for the first good answer of a server that is starting. */
export async function firstAnswer(url: string, headers: Record<string, string> = {}): Promise<Response> {
  for (const deadline = performance.now() + 20_000; performance.now() < deadline; ) {
    const answer = await fetch(url, { headers }).catch(() => undefined)
    if (answer?.ok) return answer
    await answer?.body?.cancel()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`${url} gave no good answer.`)
}

export type ApiProcess = { server: Server; url: string; startedIn: number }

/** An API of its own beside that of the academy, on a core of its own: what it takes from the process' start to being ready is in ms. */
export async function startApi(academy: Academy): Promise<ApiProcess> {
  const ports = portsFrom(await findFreePorts())
  const { databaseUrl, webUrl, standins } = academy
  const begun = performance.now()
  const server = startServer([path.join(projectRoot, 'apps/api/dist/server.js')], {
    ...apiEnvironment({ ports, databaseUrl, webUrl, standins }),
    // Content is looked after by the academy's own API.
    NOTION_TOKEN: '',
    NOTION_ROOT_PAGE_ID: '',
    SUPABASE_JWT_SECRET: JWT_SECRET,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_ACCOUNT_PER_MINUTE: '1000000',
  })
  const url = `http://127.0.0.1:${ports.api}`
  await firstAnswer(`${url}/api/ready`)
  return { server, url, startedIn: performance.now() - begun }
}
