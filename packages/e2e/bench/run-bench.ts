import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'
import path from 'node:path'
import { migrate } from '@academy/api/migrate'
import { projectRoot } from '@academy/operator'
import { createDatabase } from '@academy/standins'
import { startTemporaryAcademy } from '../fixtures/temporary-academy.ts'
import {
  benchApi,
  CONTEXT,
  contentEndpoints,
  contextByToken,
  PROMPTS,
  progressWrite,
  search as searchOf,
  unchangedLibrary,
  wholeLibrary,
} from './api.ts'
import { benchEndurance, START_AT_MOST } from './endurance.ts'
import { BLOCKING_AT_MOST, benchFirstLoad } from './first-load.ts'
import { benchInteraction, INTERACTION_AT_MOST } from './interaction.ts'
import { enlargeLibrary } from './large-library.ts'
import { benchGetPrompt, benchSearchLatency, budgetHere } from './latency.ts'
import { addAccounts, subscriberHeaders } from './many-accounts.ts'
import { canPin } from './pinned.ts'
import { startReferencePage } from './reference-page.ts'
import { benchScale } from './scale.ts'
import { benchSearch, FROM_MANY_CARDS_AT_MOST, KEYSTROKE_AT_MOST } from './search.ts'
import { benchSync } from './sync.ts'

// Starts an academy, measures it beside the references, and writes a report. Exit code 1 if a budget is missed.
const quick = process.argv.includes('--quick')
const results = path.join(projectRoot, 'packages/e2e/test-results')
await mkdir(results, { recursive: true })

const FEW = 1_000
const MANY = quick ? 100_000 : 1_000_000

const startedAt = performance.now()
const academy = await startTemporaryAcademy()
const startedIn = (performance.now() - startedAt) / 1000
try {
  const { databaseUrl, standins } = academy
  const options = { seconds: quick ? 2 : 5, processes: 3, maxProcesses: 9, rounds: 3 }
  await addAccounts(databaseUrl, 0, FEW)
  const callers = await subscriberHeaders(databaseUrl, standins.supabaseUrl)
  const [user = {}] = callers
  await enlargeLibrary(databaseUrl, 100)
  const small = await benchApi(academy, callers, async () => [wholeLibrary(100)], options)
  const getPrompt = await benchGetPrompt(academy, user)
  await enlargeLibrary(databaseUrl, 2_000, { searchable: true })
  const searches = await benchApi(academy, callers, async () => [searchOf(2_000)], options)
  const searchLatency = await benchSearchLatency(academy, user)
  await enlargeLibrary(databaseUrl, 10_000)
  const content = await benchApi(
    academy,
    callers,
    async (url) => [...(await contentEndpoints(url, user)), await progressWrite(url, user)],
    options,
  )
  const large = await benchApi(academy, [user], async (url) => [wholeLibrary(10_000), await unchangedLibrary(url, user, 10_000)], options)
  const tokens = await benchApi(academy, callers, async (url) => [await contextByToken(academy, url, callers)], options)
  const manyUrl = await createDatabase(databaseUrl, 'many_accounts')
  await migrate(manyUrl)
  await addAccounts(manyUrl, 0, MANY)
  const { few, scale } = await benchScale(academy, manyUrl, callers, [CONTEXT, PROMPTS], options)
  const api = [...few, ...tokens, ...content, ...small, ...searches, ...large]
  const plainP99 = few[0]?.plain.p99 ?? Number.NaN
  const latency = [getPrompt, searchLatency].map((one) => {
    const atMost = budgetHere(one, plainP99)
    return { ...one, atMost, met: one.p99 <= atMost }
  })
  // about a million requests, a tenth of them with --quick
  const endurance = await benchEndurance(academy, { starts: quick ? 3 : 5, seconds: quick ? 10 : 50 })
  const reference = await startReferencePage()
  const firstLoad = await benchFirstLoad(academy, reference, { rounds: 9, maxRounds: 27 })
  const interaction = await benchInteraction(academy, reference)
  const search = await benchSearch(academy, reference)
  await reference.close()
  const sync = await benchSync(academy, quick ? [200] : [200, 1_000, 5_000])

  const number = (value: number, digits = 0) => value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits })
  const verdict = (met: boolean) => (met ? 'met' : '**missed**')
  const report = `# Measured on ${availableParallelism()} cores of ${cpus()[0]?.model ?? 'an unknown processor'}, Node ${process.versions.node}${canPin ? '' : ' (not pinned)'}

An academy with an empty data folder started in ${number(startedIn, 1)} s.

| Endpoint | bytes | node:http req/s | API req/s | ratio | floor | CPU ratio | p50 ms | p99 ms | budget |
|---|---|---|---|---|---|---|---|---|---|
${api
  .map(
    (one) =>
      `| ${one.path}${one.label ? ` (${one.label})` : ''} | ${number(one.bytes)} | ${number(one.plain.requestsPerSecond)} | ${number(one.api.requestsPerSecond)} | ${number(one.ratio, 2)} | ${one.atLeast} | ${number(one.cpuRatio, 2)} | ${one.api.p50} | ${one.api.p99}${one.p99AtMost ? ` (≤ ${one.p99AtMost * one.plain.p99})` : ''} | ${verdict(one.met)} |`,
  )
  .join('\n')}

The budget applies to the ratio of requests per second. The CPU ratio compares the processor time of the two servers for a request, without
Postgres and the load; other work on the machine changes it least.

| Endpoint | req/s with ${number(FEW)} accounts | with ${number(MANY)} | ratio, beside node:http | floor | CPU ratio | budget |
|---|---|---|---|---|---|---|
${scale
  .map(
    (one) =>
      `| ${one.path} | ${number(one.few)} | ${number(one.many)} | ${number(one.ratio, 2)} | 0.85 | ${number(one.cpuRatio, 2)} | ${verdict(one.met)} |`,
  )
  .join('\n')}

| One call after the other | p50 ms | p99 ms | budget |
|---|---|---|---|
${latency.map((one) => `| ${one.what} | ${number(one.p50, 1)} | ${number(one.p99, 1)} (≤ ${number(one.atMost, 1)}) | ${verdict(one.met)} |`).join('\n')}

| API | ready in ms | empty server ms | ratio | requests | memory MB after each tenth | budget |
|---|---|---|---|---|---|---|
| start, memory | ${number(endurance.readyIn)} | ${number(endurance.reference)} | ${number(endurance.ratio, 2)} (≤ ${START_AT_MOST}) | ${number(endurance.requests)} | ${endurance.memory.map((megabytes) => number(megabytes)).join(' ')} (≤ 300) | ${verdict(endurance.met)} |

| First load at 4x CPU, slow 4G | LCP s | by that of the reference page | blocked ms | by its 300 cards | CLS | requests before usable | kB | budget |
|---|---|---|---|---|---|---|---|---|
${firstLoad
  .map(
    (one) =>
      `| ${one.what} | ${number(one.lcp / 1000, 2)} | ${number(one.lcpRatio, 2)} (≤ ${one.lcpAtMost}) | ${number(one.blocking)} | ${number(one.blockingRatio, 2)} (≤ ${BLOCKING_AT_MOST}) | ${number(one.cls, 3)} | ${one.requests} | ${number(one.bytes / 1000)} | ${verdict(one.met)} |`,
  )
  .join('\n')}

| Interaction at 4x CPU | slowest in ms | reference's 300 cards ms | ratio | budget |
|---|---|---|---|---|
${interaction.map((one) => `| ${one.what} | ${number(one.delay)} | ${number(one.reference)} | ${number(one.ratio, 2)} (≤ ${INTERACTION_AT_MOST}) | ${verdict(one.met)} |`).join('\n')}

| Search at full speed | keystroke ms | ratio to the reference's 300 cards | with 300 cards ms | ratio | budget |
|---|---|---|---|---|---|
${search
  .map(
    (one) =>
      `| ${one.what} | ${number(one.keystroke, 1)} | ${number(one.keystroke / one.reference, 2)} (≤ ${KEYSTROKE_AT_MOST}) | ${number(one.fromManyCards, 1)} | ${number(one.fromManyCards / one.reference, 2)} (≤ ${FROM_MANY_CARDS_AT_MOST}) | ${verdict(one.met)} |`,
  )
  .join('\n')}

| Resources | first sync | requests to Notion | unchanged sync | requests | budget |
|---|---|---|---|---|---|
${sync
  .map(
    (one) =>
      `| ${number(one.pages)} | ${number(one.first.seconds, 1)} s | ${number(one.first.requests)} | ${number(one.unchanged.seconds, 1)} s | ${number(one.unchanged.requests)} | ${verdict(one.met)} |`,
  )
  .join('\n')}
`
  await writeFile(path.join(results, 'bench.md'), report)
  await writeFile(
    path.join(results, 'bench.json'),
    JSON.stringify({ startedIn, api, latency, scale, endurance, firstLoad, interaction, search, sync }, null, 2),
  )
  console.log(report)
  if (![...api, ...latency, ...scale, endurance, ...firstLoad, ...interaction, ...search, ...sync].every((one) => one.met))
    process.exitCode = 1
} finally {
  await academy.stop()
}
