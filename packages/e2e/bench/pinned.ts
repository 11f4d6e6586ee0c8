import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import path from 'node:path'

/** Whether this machine can pin processes to cores. Without that, measurements on one machine are not comparable. */
export const canPin = (() => {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' })
    return availableParallelism() > 1
  } catch {
    return false
  }
})()

/** Returns the command that runs Node on a core, so that server and load do not compete for processor time. */
const nodeOn = (core: 0 | 1): [string, ...string[]] => (canPin ? ['taskset', '-c', String(core), process.execPath] : [process.execPath])

/** Starts a Node program that produces load, on its own core. Pipes its standard output. */
export function startLoad(args: string[]): ChildProcess {
  const [command, ...prefix] = nodeOn(1)
  return spawn(command, [...prefix, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
}

export type Server = ChildProcess

/** Starts a Node server on its own core, so that `measure` can read its processor time and memory. Discards its standard output. */
export function startServer(args: string[], env: Record<string, string> = {}): Server {
  const [command, ...prefix] = nodeOn(0)
  const meter = ['--import', path.join(import.meta.dirname, 'meter.ts')]
  return spawn(command, [...prefix, ...meter, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

/** Returns the processor time (µs) that a server has used since its start, and its resident memory (bytes). */
export async function measure(server: Server): Promise<{ cpu: number; memory: number }> {
  const reply = once(server, 'message')
  server.send('measure')
  const [usage] = await reply
  return usage as { cpu: number; memory: number }
}

/** Returns the standard output of a program after its exit. Throws if the exit code is not 0. */
export async function outputOf(child: ChildProcess): Promise<string> {
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`A measuring process failed with exit code ${code}.`)
  return Buffer.concat(chunks).toString('utf8')
}
