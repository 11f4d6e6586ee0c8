import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError, projectRoot } from '@academy/operator'
import { allScenarios } from '../faults/all-scenarios.ts'
import { reportOf } from '../faults/report.ts'
import { runFaults } from '../faults/run-faults.ts'

/** Runs the named scenarios, or all, and writes a report. Sets the exit code if users notice more than they may. */
export async function faults(asked: string[]): Promise<void> {
  const unknown = asked.filter((name) => !allScenarios.some((scenario) => scenario.name === name))
  if (unknown.length > 0) {
    const known = allScenarios.map(({ name, what }) => `  ${name}: ${what}`)
    throw new CommandError(`There is no scenario called ${unknown.join(', ')}. There are:\n${known.join('\n')}`)
  }
  const chosen = allScenarios.filter(({ name }) => asked.length === 0 || asked.includes(name))
  const outcomes = await runFaults(chosen, (line) => console.log(`  … ${line}`))

  const report = reportOf(outcomes)
  const folder = join(projectRoot, 'packages/resilience/test-results')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'faults.md'), report)
  await writeFile(join(folder, 'faults.json'), JSON.stringify(outcomes, undefined, 2))
  console.log(`\n${report}`)
  if (outcomes.length < chosen.length || outcomes.some(({ faults }) => faults.length > 0)) process.exitCode = 1
}
