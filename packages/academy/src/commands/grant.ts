import { readGrantCommand } from '../grants/grant-settings.ts'
import { runGrant } from '../grants/run-grant.ts'
import { command } from '../local/command.ts'

await command(() => runGrant(readGrantCommand('grant', process.argv.slice(2), process.env), (line) => console.log(line)))
