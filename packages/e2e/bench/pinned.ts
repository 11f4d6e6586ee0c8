import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import path from 'node:path'

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

export type Server = ChildProcess

/** As startPinned, for a program whose processor time and memory are to be measured. Its output is not looked at. */
export function startServer(args: string[], env: Record<string, string> = {}): Server {
  const [command, ...all] = [
    ...(canPin ? ['taskset', '-c', '0'] : []),
    process.execPath,
    '--import',
    path.join(import.meta.dirname, 'meter.ts'),
  ]
  return spawn(command as string, [...all, ...args], { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
}

/** The processor time (µs) and memory (bytes) that a server has taken so far. */
export async function measure(server: Server): Promise<{ cpu: number; memory: number }> {
  const answer = once(server, 'message')
  server.send('measure')
  const [measured] = await answer
  return measured as { cpu: number; memory: number }
}

/** What the program prints until it ends. Throws if it fails. */
export async function outputOf(child: ChildProcess): Promise<string> {
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`A measuring process failed with exit code ${code}.`)
  return Buffer.concat(chunks).toString('utf8')
}
