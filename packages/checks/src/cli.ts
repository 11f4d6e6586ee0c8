import { CommandError, runCommand } from '@academy/operator'
import { runAudit } from './audit/run-audit.ts'
import { runChecks } from './checks/run-checks.ts'
import { printRequirements } from './requirements/print-requirements.ts'

const USAGE = `
  npx -y pnpm@10 test                 every check, journeys in a browser included
  npx -y pnpm@10 check                the same without the browser
  npx -y pnpm@10 check requirements   which test of the last run proves which requirement
  npx -y pnpm@10 check audit          licenses and known vulnerabilities of the dependencies
`

const COMMANDS: Readonly<Record<string, () => Promise<void> | void>> = {
  test: () => runChecks({ journeys: true }),
  check: () => runChecks({ journeys: false }),
  requirements: printRequirements,
  audit: runAudit,
}

await runCommand(async () => {
  // The scripts `test` and `check` of package.json pass their own name; a subcommand comes after it.
  const [script = 'check', name = script] = process.argv.slice(2).filter((arg) => arg !== '--')
  const command = COMMANDS[name]
  if (command === undefined) throw new CommandError(USAGE)
  await command()
})
