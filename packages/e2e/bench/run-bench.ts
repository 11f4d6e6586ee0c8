import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePorts, portsFrom, startAcademy } from '@academy/local'
import { projectRoot } from '@academy/operator'
import { benchApi, CONTEXT, contentEndpoints, PROMPTS, progressWrite, unchangedLibrary, wholeLibrary } from './api.ts'
import { benchEndurance } from './endurance.ts'
import { benchFirstLoad } from './first-load.ts'
import { benchInteraction } from './interaction.ts'
import { enlargeLibrary } from './large-library.ts'
import { addAccounts, fiftySubscribers } from './many-accounts.ts'
import { pinning } from './pinned.ts'
import { benchScale } from './scale.ts'
import { benchSearch } from './search.ts'
import { benchSync } from './sync.ts'

// Opens an academy, measures it beside a bare server, and writes one report. Exit code 1 if a budget is not met.
const quick = process.argv.includes('--quick')
const results = path.join(projectRoot, 'packages/e2e/test-results')
await mkdir(results, { recursive: true })
const dataFolder = await mkdtemp(path.join(tmpdir(), 'academy-bench-'))

const FEW = 1_000
const MANY = quick ? 100_000 : 1_000_000

const begun = performance.now()
const academy = await startAcademy({ mode: 'built', ports: portsFrom(await findFreePorts()), dataFolder, databaseUrl: undefined })
const opened = (performance.now() - begun) / 1000
try {
  const { databaseUrl, standins } = academy
  const options = { seconds: quick ? 2 : 5, rounds: quick ? 1 : 3 }
  await addAccounts(databaseUrl, 0, FEW)
  const people = await fiftySubscribers(databaseUrl, standins.supabaseUrl)
  const [one = {}] = people
  await enlargeLibrary(databaseUrl, 100)
  const small = await benchApi(academy, people, async () => [wholeLibrary(100)], options)
  await enlargeLibrary(databaseUrl, 10_000)
  const content = await benchApi(
    academy,
    people,
    async (url) => [...(await contentEndpoints(url, one)), await progressWrite(url, one)],
    options,
  )
  const large = await benchApi(academy, [one], async (url) => [wholeLibrary(10_000), await unchangedLibrary(url, one, 10_000)], options)
  const few = await benchApi(academy, people, async () => [CONTEXT, PROMPTS], options)
  await addAccounts(databaseUrl, FEW, MANY)
  const many = await benchApi(academy, people, async () => [CONTEXT, PROMPTS], options)
  const scale = benchScale(few, many)
  const api = [...few, ...content, ...small, ...large]
  // About a million requests; a tenth of them when in haste.
  const endurance = await benchEndurance(academy, { starts: quick ? 3 : 5, seconds: quick ? 10 : 50 })
  const firstLoad = await benchFirstLoad(academy, { rounds: quick ? 1 : 5 })
  const interaction = await benchInteraction(academy, { rounds: quick ? 1 : 3 })
  const search = await benchSearch(academy)
  const sync = await benchSync(academy, quick ? [200] : [200, 1_000, 5_000])

  const number = (value: number, digits = 0) => value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits })
  const verdict = (met: boolean) => (met ? 'met' : '**missed**')
  const report = `# Measured on ${availableParallelism()} cores of ${cpus()[0]?.model ?? 'an unknown processor'}, Node ${process.versions.node}${pinning ? '' : ' (not pinned)'}

An empty data folder opened in ${number(opened, 1)} s.

| Endpoint | bytes | node:http req/s | API req/s | ratio | floor | CPU ratio | p50 ms | p99 ms | budget |
|---|---|---|---|---|---|---|---|---|---|
${api
  .map(
    (one) =>
      `| ${one.path}${one.what ? ` (${one.what})` : ''} | ${number(one.bytes)} | ${number(one.plain.requestsPerSecond)} | ${number(one.api.requestsPerSecond)} | ${number(one.ratio, 2)} | ${one.atLeast} | ${number(one.cpuRatio, 2)} | ${one.api.p50} | ${one.api.p99}${one.p99AtMost ? ` (≤ ${one.p99AtMost * one.plain.p99})` : ''} | ${verdict(one.met)} |`,
  )
  .join('\n')}

The budget is the ratio of requests. The CPU ratio, of the processor time that the servers take for one, is what other work on the machine
disturbs least; it leaves out Postgres and the load.

| Endpoint | req/s with ${number(FEW)} accounts | with ${number(MANY)} | ratio, beside node:http | floor | CPU ratio | budget |
|---|---|---|---|---|---|---|
${scale
  .map(
    (one) =>
      `| ${one.path} | ${number(one.few)} | ${number(one.many)} | ${number(one.ratio, 2)} | 0.85 | ${number(one.cpuRatio, 2)} | ${verdict(one.met)} |`,
  )
  .join('\n')}

| API | ready in ms | requests | memory MB after each tenth | budget |
|---|---|---|---|---|
| start, memory | ${number(endurance.readyIn)} (≤ 800) | ${number(endurance.requests)} | ${endurance.memory.map((megabytes) => number(megabytes)).join(' ')} (≤ 300) | ${verdict(endurance.met)} |

| First load at 4x CPU, slow 4G | LCP s | CLS | blocked ms | requests before usable | kB | budget |
|---|---|---|---|---|---|---|
${firstLoad
  .map(
    (one) =>
      `| ${one.what} | ${number(one.lcp / 1000, 2)} | ${number(one.cls, 3)} | ${number(one.blocking)} | ${one.requests} | ${number(one.bytes / 1000)} | ${verdict(one.met)} |`,
  )
  .join('\n')}

| Interaction at 4x CPU | slowest in ms | budget |
|---|---|---|
${interaction.map((one) => `| ${one.what} | ${number(one.delay)} (≤ 100) | ${verdict(one.met)} |`).join('\n')}

| Search at full speed | a letter in ms | where 300 cards were drawn | budget |
|---|---|---|---|
${search
  .map((one) => `| ${one.what} | ${number(one.keystroke, 1)} (≤ 16) | ${number(one.fromManyCards, 1)} (≤ 100) | ${verdict(one.met)} |`)
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
    JSON.stringify({ opened, api, scale, endurance, firstLoad, interaction, search, sync }, null, 2),
  )
  console.log(report)
  if (![...api, ...scale, endurance, ...firstLoad, ...interaction, ...search, ...sync].every((one) => one.met)) process.exitCode = 1
} finally {
  await academy.stop()
  await rm(dataFolder, { recursive: true, force: true })
}
