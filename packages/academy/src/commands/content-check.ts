import { runContentCheck } from '../content-check/run-content-check.ts'
import { readPushSettings } from '../content-push/push-settings.ts'
import { operatorCommand } from '../local/command.ts'

await operatorCommand(async () => {
  const settings = readPushSettings(process.argv.slice(2), process.env, 'content:check')
  if (!(await runContentCheck(settings, (line) => console.log(line)))) process.exitCode = 1
})
