import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePorts, portsFrom, projectRoot, startAcademy } from '@academy/academy'
import { benchApi } from './api.ts'
import { benchEndurance } from './endurance.ts'
import { benchFirstLoad } from './first-load.ts'
import { enlargeLibrary } from './large-library.ts'
import { pinning } from './pinned.ts'

// Opens an academy, measures it beside a bare server, and writes one report. Exit code 1 if a budget is not met.
const quick = process.argv.includes('--quick')
const results = path.join(projectRoot, 'packages/e2e/test-results')
await mkdir(results, { recursive: true })
const dataFolder = await mkdtemp(path.join(tmpdir(), 'academy-bench-'))

const begun = performance.now()
const academy = await startAcademy({ mode: 'built', ports: portsFrom(await findFreePorts()), dataFolder, databaseUrl: undefined })
const opened = (performance.now() - begun) / 1000
try {
  await enlargeLibrary(academy.databaseUrl, 10_000)
  const api = await benchApi(academy, { seconds: quick ? 2 : 5, rounds: quick ? 1 : 3 })
  // About a million requests; a tenth of them when in haste.
  const endurance = await benchEndurance(academy, { starts: quick ? 3 : 5, seconds: quick ? 10 : 50 })
  const firstLoad = await benchFirstLoad(academy, { rounds: quick ? 1 : 5 })

  const number = (value: number, digits = 0) => value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits })
  const verdict = (met: boolean) => (met ? 'met' : '**missed**')
  const report = `# Measured on ${availableParallelism()} cores of ${cpus()[0]?.model ?? 'an unknown processor'}, Node ${process.versions.node}${pinning ? '' : ' (not pinned)'}

An empty data folder opened in ${number(opened, 1)} s.

| Endpoint | bytes | node:http req/s | API req/s | ratio | floor | CPU ratio | p50 ms | p99 ms | budget |
|---|---|---|---|---|---|---|---|---|---|
${api
  .map(
    (one) =>
      `| ${one.path}${one.what ? ` (${one.what})` : ''} | ${number(one.bytes)} | ${number(one.plain.requestsPerSecond)} | ${number(one.api.requestsPerSecond)} | ${number(one.ratio, 2)} | ${one.atLeast} | ${number(one.cpuRatio, 2)} | ${one.api.p50} | ${one.api.p99}${one.p99AtMost ? ` (≤ ${one.p99AtMost})` : ''} | ${verdict(one.met)} |`,
  )
  .join('\n')}

The budget is the ratio of requests. The CPU ratio, of the processor time that the servers take for one, is what other work on the machine
disturbs least; it leaves out Postgres and the load.

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
`
  await writeFile(path.join(results, 'bench.md'), report)
  await writeFile(path.join(results, 'bench.json'), JSON.stringify({ opened, api, endurance, firstLoad }, null, 2))
  console.log(report)
  if (![...api, endurance, ...firstLoad].every((one) => one.met)) process.exitCode = 1
} finally {
  await academy.stop()
  await rm(dataFolder, { recursive: true, force: true })
}
