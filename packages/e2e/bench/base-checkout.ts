import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { run, TURBO_ENV } from '@academy/local'
import { projectRoot } from '@academy/operator'

/** Returns the newest commit that the working tree shares with a branch or commit. */
export async function mergeBase(base: string): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['merge-base', 'HEAD', base], { cwd: projectRoot })
  return stdout.trim()
}

/** Installs and builds a commit in a worktree in the folder for temporary files. `remove` deletes it. */
export async function checkOut(commit: string): Promise<{ folder: string; remove: () => Promise<void> }> {
  const parent = await mkdtemp(path.join(tmpdir(), 'academy-base-'))
  const folder = path.join(parent, 'checkout')
  const remove = async () => {
    await run('git', ['worktree', 'remove', '--force', folder], { what: 'Removing the base' })
    await rm(parent, { recursive: true, force: true })
  }
  await run('git', ['worktree', 'add', '--detach', folder, commit], { what: 'Checking out the base' })
  await run('pnpm', ['--dir', folder, 'install', '--frozen-lockfile', '--prefer-offline'], { what: 'Installing the base' })
  const build = ['exec', 'turbo', 'run', 'build', '--output-logs=errors-only']
  await run('pnpm', ['--dir', folder, ...build], { env: TURBO_ENV, what: 'Building the base' })
  return { folder, remove }
}
