import { addManyAccounts } from '@academy/api/testing/many-accounts'
import { projectRoot } from '@academy/operator'
import { startTemporaryAcademy } from '../fixtures/temporary-academy.ts'
import { median } from './compare.ts'
import { type Endpoint, loadEndpoint, prepareEndpoints } from './endpoints.ts'
import { launchBrowser, loadPage, ownerSession, PAGES, type PageLoad } from './page-loads.ts'
import { memoryOf, QUIET, type Servers, startServers } from './servers.ts'

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

/** Returns the processor time of a request in microseconds, measured in turns after a warm-up. */
async function requestTime(endpoint: Endpoint, servers: Servers): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn <= TURNS; turn += 1) times.push((await loadEndpoint(endpoint, servers, endpoint.connections, SECONDS)).cpu)
  return median(times.slice(1))
}

/** Measures all endpoints with few and with many accounts. */
async function measureScale(databaseUrl: string, endpoints: readonly Endpoint[], servers: Servers): Promise<string> {
  const few = new Map<Endpoint, number>()
  for (const endpoint of endpoints) few.set(endpoint, await requestTime(endpoint, servers))
  await addManyAccounts(databaseUrl, { from: FEW + 1, to: MANY })
  await servers.sql`vacuum`
  const rows: (string | number)[][] = []
  for (const [endpoint, before] of few) {
    const after = await requestTime(endpoint, servers)
    rows.push([endpoint.name, before, after, after / before])
  }
  return table(['Request', 'with 1,000 accounts µs', 'with 1,000,000 µs', 'ratio'], rows)
}

/** Measures the memory of the API after each tenth of many requests, and the starts of API and web server. */
async function measureProcess(endpoints: readonly Endpoint[], servers: Servers, start: () => Promise<Servers>): Promise<string> {
  const starts: number[] = []
  while (starts.length < STARTS) {
    const startedAt = performance.now()
    const { stop } = await start()
    starts.push(performance.now() - startedAt)
    await stop()
  }
  const memory: number[] = []
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const endpoint = endpoints[tenth % 2] as Endpoint
    for (let sent = 0; sent < REQUESTS / 10; ) sent += (await loadEndpoint(endpoint, servers, endpoint.connections, SECONDS)).requests
    memory.push(memoryOf(servers.processes[0] as number))
  }
  return table(
    ['API and web server ready in ms', `MB after each tenth of ${REQUESTS.toLocaleString('en')} requests`],
    [[median(starts), memory.map((megabytes) => megabytes.toFixed(0)).join(' ')]],
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
    median((loads.get(page) ?? []).map((visits) => visits[visit]?.[name] ?? Number.NaN))
  const login = of('/login', 0, 'paint')
  const rows = pages.map((page) => {
    const [cold, warm] = [of(page, 0, 'paint'), of(page, 1, 'paint')]
    return [page, cold, cold / login, warm, warm / login, of(page, 0, 'busy'), of(page, 0, 'kB')]
  })
  return table(['Page', 'LCP cold ms', '/ login', 'LCP warm ms', '/ login', 'main thread ms', 'kB'], rows)
}

/** Measures what only changes over weeks: the tables with `only` in their name. */
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
