import { runContentCheck } from '../content-check/run-content-check.ts'
import { readPushSettings } from '../content-push/push-settings.ts'
import { command } from '../local/command.ts'

await command(async () => {
  const settings = readPushSettings(process.argv.slice(2), process.env, 'content:check')
  if (!(await runContentCheck(settings, (line) => console.log(line)))) process.exitCode = 1
})
