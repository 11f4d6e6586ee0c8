import { CommandError } from './command-error.ts'

/** Runs the body of a command. Prints a CommandError as its message, any other error with its stack; both end with exit code 1. */
export async function runCommand(body: () => Promise<void>): Promise<void> {
  try {
    await body()
  } catch (error) {
    console.error(error instanceof CommandError ? `\n${error.message}\n` : error)
    process.exitCode = 1
  }
}
