import { CommandError, parseOptions } from '@academy/operator'
import { withPostgres } from '../with-postgres.ts'
import { fuzzedEndpoints } from './endpoints.ts'
import { runFuzz } from './run-fuzz.ts'

const options = {
  requests: { type: 'string', default: '10000' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  concurrency: { type: 'string', default: '8' },
} as const

const HELP = 'npx -y pnpm@10 resilience fuzz [--requests N] [--seed N] [--concurrency N]'

/** Sends generated requests, valid and hostile, to the API. Throws if a request fails. */
export async function fuzz(args: string[]): Promise<void> {
  const { values } = parseOptions(HELP, { options, args })
  const [requests, seed, concurrency] = [values.requests, values.seed, values.concurrency].map(Number)
  if (!requests || !concurrency || !Number.isSafeInteger(seed) || seed === undefined)
    throw new CommandError('--requests, --seed and --concurrency take whole numbers.')
  await withPostgres(async (url) => {
    console.log(`${requests} requests to ${fuzzedEndpoints.length} endpoints, ${concurrency} concurrently, seed ${seed}`)
    const report = await runFuzz(url, { seed, requests, concurrency }, (line) => console.log(`  … ${line}`))
    const counts = Object.entries(report.statuses).map(([status, count]) => `${status}: ${count}`)
    console.log(`  ${counts.join(', ')}; ${report.logLines} lines of log; ${report.seconds.toFixed(1)} s`)
    const missed = fuzzedEndpoints.filter(({ name }) => !report.reached.includes(name)).map(({ name }) => name)
    console.log(
      `  ${report.reached.length} of ${fuzzedEndpoints.length} endpoints had a successful response${missed.length > 0 ? `; not ${missed.join(', ')}` : ''}`,
    )
    for (const { number, request, problems } of report.failures) console.log(`\n  ${number}. ${request}\n     ${problems.join('\n     ')}`)
    if (report.failures.length > 0)
      throw new CommandError(
        `${report.failures.length} requests failed. To repeat the requests one by one: npx -y pnpm@10 resilience fuzz --requests ${requests} --seed ${seed} --concurrency 1`,
      )
    console.log('  no failure')
  })
}
