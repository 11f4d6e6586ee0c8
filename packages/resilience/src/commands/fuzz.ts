import { parseArgs } from 'node:util'
import { CommandError } from '@academy/operator'
import { fuzzedEndpoints } from '../fuzz/endpoints.ts'
import { runFuzz } from '../fuzz/run-fuzz.ts'
import { withPostgres } from '../with-postgres.ts'

const options = {
  requests: { type: 'string', default: '10000' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  'at-a-time': { type: 'string', default: '8' },
} as const

/** Sends generated requests, valid and hostile, to the API. Throws if one finds a fault. */
export async function fuzz(args: string[]): Promise<void> {
  const { values } = parseArgs({ options, args })
  const [requests, seed, atATime] = [values.requests, values.seed, values['at-a-time']].map(Number)
  if (!requests || !atATime || !Number.isSafeInteger(seed) || seed === undefined)
    throw new CommandError('--requests, --seed and --at-a-time take whole numbers.')
  await withPostgres(async (url) => {
    console.log(`${requests} requests to ${fuzzedEndpoints.length} endpoints, ${atATime} at a time, seed ${seed}`)
    const report = await runFuzz(url, { seed, requests, atATime }, (line) => console.log(`  … ${line}`))
    const counts = Object.entries(report.statuses).map(([status, count]) => `${status}: ${count}`)
    console.log(`  ${counts.join(', ')}; ${report.logLines} lines of log; ${report.seconds.toFixed(1)} s`)
    const missed = fuzzedEndpoints.filter(({ name }) => !report.reached.includes(name)).map(({ name }) => name)
    console.log(
      `  ${report.reached.length} of ${fuzzedEndpoints.length} endpoints had a successful response${missed.length > 0 ? `; not ${missed.join(', ')}` : ''}`,
    )
    for (const { number, request, faults } of report.faults) console.log(`\n  ${number}. ${request}\n     ${faults.join('\n     ')}`)
    if (report.faults.length > 0)
      throw new CommandError(
        `${report.faults.length} faults. To repeat the requests one by one: npx -y pnpm@10 resilience fuzz --requests ${requests} --seed ${seed} --at-a-time 1`,
      )
    console.log('  no fault')
  })
}
