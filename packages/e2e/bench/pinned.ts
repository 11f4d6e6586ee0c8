import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

const canPin = (() => {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' })
    return availableParallelism() > 1
  } catch {
    return false
  }
})()

/** Whether servers and load run on cores of their own; without that, figures of one machine cannot be compared at all. */
export const pinning = canPin

/** Starts a Node program on one core, so that server and load do not take each other's time. */
export function startPinned(core: 0 | 1, args: string[], env: Record<string, string> = {}): ChildProcess {
  const [command, all] = canPin ? ['taskset', ['-c', String(core), process.execPath, ...args]] : [process.execPath, args]
  return spawn(command as string, all as string[], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
}

/** What the program prints until it ends. Throws if it fails. */
export async function outputOf(child: ChildProcess): Promise<string> {
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`A measuring process failed with exit code ${code}.`)
  return Buffer.concat(chunks).toString('utf8')
}
