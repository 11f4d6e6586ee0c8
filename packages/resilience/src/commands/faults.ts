import { CommandError } from '@academy/operator'
import { allScenarios } from '../faults/all-scenarios.ts'
import { runFaults } from '../faults/run-faults.ts'

/** Runs the named scenarios, or all. Throws if a scenario has a failure. */
export async function faults(names: string[]): Promise<void> {
  const unknown = names.filter((name) => !allScenarios.some((scenario) => scenario.name === name))
  if (unknown.length > 0) {
    const list = allScenarios.map(({ name, fault }) => `  ${name}: ${fault}`)
    throw new CommandError(`There is no scenario called ${unknown.join(', ')}. There are:\n${list.join('\n')}`)
  }
  const failures = await runFaults(allScenarios.filter(({ name }) => names.length === 0 || names.includes(name)))
  if (failures > 0) throw new CommandError(`Failed expectations: ${failures}.`)
}
