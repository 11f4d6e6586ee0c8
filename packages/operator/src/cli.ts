import { CommandError } from './command-error.ts'
import { COMMANDS } from './commands.ts'
import { readEnvFile, readEnvironment } from './environment.ts'
import { runCommand } from './run-command.ts'

const LIST = `
  npx -y pnpm@10 academy <command> [--help] [--local]

${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(16)}${summary}`)
  .join('\n')}

The settings of a deployment come from the environment, and from the file .env for what the environment does not set.
With --local a command works on the academy that runs from this checkout instead.
`

await runCommand(async () => {
  // pnpm passes on the `--` that separates its own options from those of the command
  const given = process.argv.slice(process.argv[2] === '--' ? 3 : 2)
  const [name] = given
  if (name === undefined || name === '--help') return console.log(LIST)
  const command = COMMANDS[name]
  if (command === undefined) throw new CommandError(`There is no command "${name}".\n${LIST}`)
  // what follows the `--` of some commands is another command, whose options are its own
  const end = command.takesCommand && given.includes('--') ? given.indexOf('--') : given.length
  const args = given.slice(1, end).filter((arg) => arg !== '--')
  if (args.includes('--help')) return console.log(`\n${name} ${command.summary}.\n${command.help}\n`)
  const local = args.includes('--local')
  const succeeded = await command.run(
    [...args.filter((arg) => arg !== '--local'), ...given.slice(end)],
    readEnvironment({ local }),
    local ? '' : readEnvFile(),
  )
  if (succeeded === false) process.exitCode = 1
})
