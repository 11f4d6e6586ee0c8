import { operatorCommand } from '../local/command.ts'
import { readPrivacyCommand } from '../privacy/privacy-settings.ts'
import { runPrivacy } from '../privacy/run-privacy.ts'

await operatorCommand(async () => {
  const order = await readPrivacyCommand('export', process.argv.slice(2), process.env)
  await runPrivacy(
    order,
    (line) => console.error(line),
    (text) => process.stdout.write(text),
  )
})
