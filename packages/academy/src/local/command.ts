import { StartError } from '@academy/standins'
import { Problem } from './problem.ts'

/** Runs the body of a command; a Problem is shown as its text, anything else as the failure of ours that it is. Ends with exit code 1. */
export async function command(body: () => Promise<void>): Promise<void> {
  try {
    await body()
  } catch (error) {
    if (error instanceof Problem || error instanceof StartError) console.error(`\n${error.message}\n`)
    else console.error(error)
    process.exitCode = 1
  }
}
