import { CommandError } from './command-error.ts'

/** Runs a command. Prints the message of a CommandError, or the stack of any other error, and sets exit code 1. */
export async function runCommand(body: () => Promise<void>): Promise<void> {
  try {
    await body()
  } catch (error) {
    console.error(error instanceof CommandError ? `\n${error.message}\n` : error)
    process.exitCode = 1
  }
}
