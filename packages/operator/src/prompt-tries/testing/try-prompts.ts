import { runCommand } from '../../run-command.ts'
import { readTryOptions, runPromptsTry } from '../run-prompts-try.ts'

// Tries the prompts of a library on the day that is the first argument.
const [day = '', ...args] = process.argv.slice(2)
await runCommand(() => runPromptsTry(readTryOptions(args), console.log, () => new Date(`${day}T23:00:00Z`)))
