import { command } from '../local/command.ts'
import { printRequirements } from '../requirements/print-requirements.ts'

await command(async () => printRequirements())
