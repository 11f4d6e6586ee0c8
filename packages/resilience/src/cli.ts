import { localCommand } from '@academy/local'
import { CommandError } from '@academy/operator'
import { runFaults } from './faults/run-faults.ts'
import { runStorm } from './storm/run-storm.ts'
import { withPostgres } from './with-postgres.ts'

type ResilienceCommand = { usage: string; summary: string; run: (args: string[]) => Promise<void> }

const STORM = { customers: 1_000, webhooks: 10_000, inFlight: 50, kills: 5, instances: 2, lostPercent: 2 }

/** Sends shuffled and repeated webhooks to instances that are killed meanwhile. Throws if the stored facts differ from Stripe. */
const storm = (): Promise<void> =>
  withPostgres(async (url) => {
    const { differences } = await runStorm(url, STORM, (line) => console.log(`  … ${line}`))
    if (differences.length > 0)
      throw new CommandError(
        `The recorded payments or subscriptions of these accounts differ from Stripe's:\n${JSON.stringify(differences.slice(0, 20), undefined, 2)}`,
      )
  })

const COMMANDS: Readonly<Record<string, ResilienceCommand>> = {
  faults: {
    usage: '[name ...]',
    summary: 'injects faults: crashes Postgres, takes its connections, fills its disk, and reports the effect on users',
    run: runFaults,
  },
  storm: { usage: '', summary: 'sends 10,000 shuffled and repeated webhooks to two instances that are killed meanwhile', run: storm },
}

const LIST = `
  npx -y pnpm@10 resilience <command>

${Object.entries(COMMANDS)
  .map(([name, { usage, summary }]) => `  ${`${name} ${usage}`.padEnd(52)}${summary}`)
  .join('\n')}
`

await localCommand(async () => {
  // pnpm passes on the `--` that separates its own options from those of the command.
  const [name, ...args] = process.argv.slice(2).filter((arg) => arg !== '--')
  if (name === undefined || name === '--help' || args.includes('--help')) return console.log(LIST)
  const command = COMMANDS[name]
  if (command === undefined) throw new CommandError(`There is no command "${name}".\n${LIST}`)
  await command.run(args)
})
