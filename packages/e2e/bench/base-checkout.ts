import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { TURBO_ENV } from '@academy/local'
import { projectRoot } from '@academy/operator'

/** Runs a command and returns what it printed. Throws with its output if it fails. */
async function run(folder: string, command: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, {
    cwd: folder,
    env: { ...process.env, ...TURBO_ENV },
    maxBuffer: 1e8,
  }).catch((error) => {
    throw new Error(`${command} ${args.join(' ')} failed: ${error.stderr}${error.stdout}`)
  })
  return stdout.trim()
}

/** Returns the newest commit that the working tree shares with a branch or commit. */
export const mergeBase = (base: string): Promise<string> => run(projectRoot, 'git', 'merge-base', 'HEAD', base)

/** Installs and builds a commit in a worktree in the folder for temporary files. `remove` deletes it. */
export async function checkOut(commit: string): Promise<{ folder: string; remove: () => Promise<void> }> {
  const parent = await mkdtemp(path.join(tmpdir(), 'academy-base-'))
  const folder = path.join(parent, 'checkout')
  const remove = async () => {
    await run(projectRoot, 'git', 'worktree', 'remove', '--force', folder)
    await rm(parent, { recursive: true, force: true })
  }
  await run(projectRoot, 'git', 'worktree', 'add', '--detach', folder, commit)
  await run(folder, 'pnpm', 'install', '--frozen-lockfile', '--prefer-offline')
  await run(folder, 'pnpm', 'exec', 'turbo', 'run', 'build', '--output-logs=errors-only')
  return { folder, remove }
}
