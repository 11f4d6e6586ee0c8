import { existsSync } from 'node:fs'
import path from 'node:path'
import { StartError } from '@academy/standins'
import { Problem } from './problem.ts'
import { projectRoot } from './settings.ts'

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

/**
 * As `command`, for what operators do: what is not set in the environment is read from the file .env, where there is one. Not with
 * --local: that file is a deployment's, and what is meant for the academy on this machine must never reach that one's database.
 */
export async function operatorCommand(
  body: () => Promise<void>,
  { args = process.argv.slice(2), folder = projectRoot }: { args?: string[]; folder?: string } = {},
): Promise<void> {
  const file = path.join(folder, '.env')
  if (!args.includes('--local') && existsSync(file)) process.loadEnvFile(file)
  await command(body)
}
