import { outputOfPnpm, runAudit } from '../audit/run-audit.ts'
import { command } from '../local/command.ts'

await command(async () => {
  process.exitCode = await runAudit(outputOfPnpm, (line) => console.log(line))
})
