import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError, projectRoot } from '@academy/operator'
import { allScenarios } from '../faults/all-scenarios.ts'
import { reportOf } from '../faults/report.ts'
import { runFaults } from '../faults/run-faults.ts'

/** Runs the named scenarios, or all, and writes a report. Sets exit code 1 if a scenario has a failure. */
export async function faults(names: string[]): Promise<void> {
  const unknown = names.filter((name) => !allScenarios.some((scenario) => scenario.name === name))
  if (unknown.length > 0) {
    const list = allScenarios.map(({ name, fault }) => `  ${name}: ${fault}`)
    throw new CommandError(`There is no scenario called ${unknown.join(', ')}. There are:\n${list.join('\n')}`)
  }
  const chosen = allScenarios.filter(({ name }) => names.length === 0 || names.includes(name))
  const outcomes = await runFaults(chosen, (line) => console.log(`  … ${line}`))

  const report = reportOf(outcomes)
  const folder = join(projectRoot, 'packages/resilience/test-results')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'faults.md'), report)
  await writeFile(join(folder, 'faults.json'), JSON.stringify(outcomes, undefined, 2))
  console.log(`\n${report}`)
  if (outcomes.length < chosen.length || outcomes.some(({ failures }) => failures.length > 0)) process.exitCode = 1
}
