import path from 'node:path'
import { addManyAccounts } from '@academy/api/testing/many-accounts'
import { findFreePorts } from '@academy/local'
import { projectRoot } from '@academy/operator'
import { startTemporaryAcademy } from '../fixtures/temporary-academy.ts'
import { median } from './compare.ts'
import { type Endpoint, loadEndpoint, prepareEndpoints } from './endpoints.ts'
import { launchBrowser, loadPage, ownerSession, PAGES, type PageLoad } from './page-loads.ts'
import { memoryOf, QUIET, type Servers, startNode, startServers, waitUntilReady } from './servers.ts'

const [FEW, MANY] = [1_000, 1_000_000]
const SECONDS = 2
const TURNS = 4
const STARTS = 5
const REQUESTS = 500_000
const PAGE_LOADS = 5

const table = (columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [
    columns,
    columns.map(() => '---'),
    ...rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toFixed(cell < 10 ? 2 : 0) : cell))),
  ]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')

/** Starts node:http with the responses of an API. `readyIn` is in milliseconds. */
async function startPlainServer(servers: Servers): Promise<{ plain: Servers; readyIn: number; stop: () => void }> {
  const { api: port } = await findFreePorts()
  const apiUrl = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const child = startNode(projectRoot, [path.join(import.meta.dirname, 'plain-server.ts'), String(port), servers.apiUrl])
  await waitUntilReady(`${apiUrl}/api/health`)
  const readyIn = performance.now() - startedAt
  return { plain: { ...servers, apiUrl, processes: [Number(child.pid)] }, readyIn, stop: () => child.kill() }
}

/** Returns the processor time of a request to each of some servers, in microseconds, measured in turns after a warm-up. */
async function inTurns(endpoint: Endpoint, all: readonly Servers[]): Promise<number[]> {
  const times: number[][] = all.map(() => [])
  for (let turn = 0; turn <= TURNS; turn += 1)
    for (const [index, servers] of all.entries()) {
      const { cpu, requests } = await loadEndpoint(endpoint, servers, endpoint.connections, SECONDS)
      if (turn > 0) times[index]?.push(cpu / requests)
    }
  return times.map(median)
}

/** Measures all endpoints with few and with many accounts, and those that read beside node:http. */
async function measureScale(databaseUrl: string, endpoints: readonly Endpoint[], servers: Servers): Promise<string> {
  const { plain, stop } = await startPlainServer(servers)
  const few = new Map<Endpoint, number[]>()
  for (const endpoint of endpoints)
    few.set(endpoint, await inTurns(endpoint, endpoint.name.startsWith('GET ') ? [servers, plain] : [servers]))
  stop()
  await addManyAccounts(databaseUrl, { from: FEW + 1, to: MANY })
  await servers.sql`vacuum`
  const rows: (string | number)[][] = []
  for (const endpoint of endpoints) {
    const [before = Number.NaN, reference] = few.get(endpoint) ?? []
    const [after = Number.NaN] = await inTurns(endpoint, [servers])
    rows.push([endpoint.name, reference ?? '', before, reference === undefined ? '' : reference / before, after, before / after])
  }
  const columns = ['Request', 'node:http µs', 'with 1,000 accounts µs', 'node:http / API', 'with 1,000,000 µs', '1,000 / 1,000,000']
  return table(columns, rows)
}

/** Measures the memory of the API after each tenth of many requests, and the starts of the API and of node:http. */
async function measureProcess(endpoints: readonly Endpoint[], servers: Servers, start: () => Promise<Servers>): Promise<string> {
  const starts: { api: number; plain: number }[] = []
  while (starts.length < STARTS) {
    const started = await start()
    const { readyIn, stop } = await startPlainServer(started)
    starts.push({ api: started.readyIn, plain: readyIn })
    stop()
    await started.stop()
  }
  const memory: number[] = []
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const endpoint = endpoints[tenth % 2] as Endpoint
    for (let sent = 0; sent < REQUESTS / 10; ) sent += (await loadEndpoint(endpoint, servers, endpoint.connections, SECONDS)).requests
    memory.push(memoryOf(servers.processes[0] as number))
  }
  const [api, plain] = [median(starts.map((start) => start.api)), median(starts.map((start) => start.plain))]
  return table(
    ['API ready in ms', 'node:http ready in ms', 'ratio', `MB after each tenth of ${REQUESTS.toLocaleString('en')} requests`],
    [[api, plain, api / plain, memory.map((megabytes) => megabytes.toFixed(0)).join(' ')]],
  )
}

/** Measures pages on a slow phone, in turns with /login. */
async function measurePages(webUrl: string, session: string): Promise<string> {
  const pages = ['/login', ...PAGES]
  const browser = await launchBrowser()
  const loads = new Map(pages.map((page) => [page, [] as Awaited<ReturnType<typeof loadPage>>[]]))
  for (let load = 0; load < PAGE_LOADS; load += 1)
    for (const page of pages) {
      const isPublic = page === '/login' || page === '/welcome'
      loads.get(page)?.push(await loadPage(browser, webUrl + page, { session: isPublic ? undefined : session, slow: true }))
    }
  await browser.close()
  const of = (page: string, visit: 0 | 1, name: keyof PageLoad) =>
    (loads.get(page) ?? []).map((visits) => visits[visit]?.[name] ?? Number.NaN)
  const login = median(of('/login', 0, 'paint'))
  const rows = pages.map((page) => {
    const [cold, warm] = [median(of(page, 0, 'paint')), median(of(page, 1, 'paint'))]
    const blocked = of(page, 0, 'blocked')
      .map((time) => time.toFixed(0))
      .join(' ')
    return [page, cold, cold / login, warm, warm / login, blocked, median(of(page, 0, 'kB'))]
  })
  return table(['Page', 'LCP cold ms', '/ login', 'LCP warm ms', '/ login', 'blocked ms, each cold load', 'kB'], rows)
}

/** Measures what only changes over weeks, beside references of the same run: the tables with `only` in their name. */
export async function measureTrends(only: string): Promise<string> {
  const academy = await startTemporaryAcademy({ durable: false, apiSettings: QUIET })
  const start = () => startServers(academy, projectRoot)
  try {
    await addManyAccounts(academy.databaseUrl, { to: FEW })
    const endpoints = await prepareEndpoints(academy)
    const servers = await start()
    const tables: Record<string, () => Promise<string>> = {
      // The web server of the academy has analytics, with session replay.
      pages: async () => measurePages(academy.webUrl, await ownerSession(academy)),
      process: () => measureProcess(endpoints, servers, start),
      scale: () => measureScale(academy.databaseUrl, endpoints, servers),
    }
    const report: string[] = []
    for (const [name, measure] of Object.entries(tables)) if (name.includes(only)) report.push(await measure())
    await servers.stop()
    return report.join('\n\n')
  } finally {
    await academy.stop()
  }
}
