import { readPushSettings } from '../content-push/push-settings.ts'
import { runContentPush } from '../content-push/run-content-push.ts'
import { operatorCommand } from '../local/command.ts'

await operatorCommand(() => runContentPush(readPushSettings(process.argv.slice(2), process.env), (line) => console.log(line)))
