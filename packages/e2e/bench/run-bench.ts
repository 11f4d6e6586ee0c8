// Compares the working tree with the merge base, or with --long reports trends. README.md says how.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { addManyAccounts } from '@academy/api/testing/many-accounts'
import { projectRoot } from '@academy/operator'
import { startTemporaryAcademy } from '../fixtures/temporary-academy.ts'
import { checkOut, mergeBase } from './base-checkout.ts'
import { type Comparison, compare, isSlower, type Subject } from './compare.ts'
import { loadEndpoint, prepareEndpoints } from './endpoints.ts'
import { launchBrowser, loadPage, ownerSession, PAGES } from './page-loads.ts'
import { QUIET, startServers } from './servers.ts'

const { values: options } = parseArgs({
  // pnpm passes the "--" on.
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
  options: { base: { type: 'string', default: 'main' }, only: { type: 'string', default: '' }, long: { type: 'boolean', default: false } },
})

const SLICE_SECONDS = 0.5

const format = (value: number): string => value.toFixed(value < 10 ? 2 : 0)
const rowOf = (row: Comparison): string =>
  `| ${row.name} | ${format(row.base)} | ${format(row.head)} | ${format(row.ratio)} | ${format(row.low)} to ${format(row.high)} | ${row.ratios.map(format).join(' ')} | ${isSlower(row) ? '**slower**' : ''} |`

/** Compares the working tree with a commit. Returns the report, and the names of what became slower. */
async function compareWithBase(): Promise<{ report: string; slower: string[] }> {
  const cleanUps: (() => Promise<unknown>)[] = []
  try {
    const commit = await mergeBase(options.base)
    const base = await checkOut(commit)
    cleanUps.push(base.remove)
    const academy = await startTemporaryAcademy({ durable: false, apiSettings: QUIET })
    cleanUps.push(academy.stop)
    const browser = await launchBrowser()
    cleanUps.push(() => browser.close())
    await addManyAccounts(academy.databaseUrl)
    const session = await ownerSession(academy)
    const requests = (await prepareEndpoints(academy)).map(
      (endpoint): Subject => ({
        name: endpoint.name,
        warmUp: (servers) => loadEndpoint(endpoint, servers, endpoint.connections, SLICE_SECONDS),
        measure: async (servers) => ({
          [`µs, ${endpoint.connections} connections`]: (await loadEndpoint(endpoint, servers, endpoint.connections, SLICE_SECONDS)).cpu,
          'µs, 1 connection': (await loadEndpoint(endpoint, servers, 1, SLICE_SECONDS)).cpu,
        }),
      }),
    )
    const pages = PAGES.map(
      (page): Subject => ({
        name: `load of ${page}`,
        warmUp: async () => {},
        measure: async ({ webUrl }) => {
          const [{ busy, kB }] = await loadPage(browser, webUrl + page, { session: page === '/welcome' ? undefined : session })
          return { 'ms of the main thread': busy, kB }
        },
      }),
    )
    const start = async () => [await startServers(academy, base.folder), await startServers(academy, projectRoot)] as const
    const subjects = [...requests, ...pages].filter(({ name }) => name.includes(options.only))
    const comparisons = await compare(start, subjects)
    const report = `The working tree beside ${commit.slice(0, 9)}: processor time of API, web server and Postgres for each request

| What | base | head | ratio | interval | rounds | |
|---|---|---|---|---|---|---|
${comparisons.map(rowOf).join('\n')}
`
    return { report, slower: comparisons.filter(isSlower).map(({ name }) => name) }
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp()
  }
}

const { report, slower } = options.long
  ? { report: await (await import('./trends.ts')).measureTrends(options.only), slower: [] }
  : await compareWithBase()
const results = path.join(projectRoot, 'packages/e2e/test-results')
await mkdir(results, { recursive: true })
await writeFile(path.join(results, 'bench.md'), report)
console.log(report)
if (slower.length > 0) {
  console.log(`More than 1.10 times the processor time or bytes of the base: ${slower.join('; ')}`)
  process.exitCode = 1
}
