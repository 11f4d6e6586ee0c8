import { readGrantCommand } from '../grants/grant-settings.ts'
import { runGrant } from '../grants/run-grant.ts'
import { operatorCommand } from '../local/command.ts'

await operatorCommand(() => runGrant(readGrantCommand('revoke', process.argv.slice(2), process.env), (line) => console.log(line)))
