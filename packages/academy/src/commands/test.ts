import { runChecks } from '../checks/run-checks.ts'
import { command } from '../local/command.ts'

await command(() => runChecks({ journeys: true }))
