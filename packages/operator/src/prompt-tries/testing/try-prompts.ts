import { runCommand } from '../../run-command.ts'
import { readTryOptions, runPromptsTry } from '../run-prompts-try.ts'

// Tries the prompts of the content folder that is the first argument, on the day that is the second one.
const [root = '', day = '', ...args] = process.argv.slice(2)
await runCommand(() => runPromptsTry(readTryOptions(args), console.log, { root, now: () => new Date(`${day}T23:00:00Z`) }))
