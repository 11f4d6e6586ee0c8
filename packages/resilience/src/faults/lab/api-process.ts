import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { projectRoot } from '@academy/operator'
import { ask } from './answer.ts'
import { eventually } from './eventually.ts'

export type ApiProcess = {
  url: string
  pid: number
  /** What it wrote to its log, line by line. */
  log: string[]
  /** Megabytes of memory that it has now, as the system counts them. */
  memory: () => Promise<number>
  /** How many sockets it has open, those to its database included. */
  sockets: () => Promise<number>
  /** Ends it in order; by force if it does not. @returns the seconds it took. */
  stop: () => Promise<number>
}

const PATIENCE_S = 60
/** Longer than it gives requests under way. */
const FORCE_AFTER_MS = 15_000

/** Starts the API as a process of its own, which never outlives this one. Without `ready`, it is only waited for until it lives. */
export async function startApi(port: number, env: Record<string, string>, { ready = true } = {}): Promise<ApiProcess> {
  const entry = path.join(projectRoot, 'apps/api/src/server.ts')
  const child: ChildProcess = fork(path.join(import.meta.dirname, '../../local/child-with-parent.ts'), [entry], {
    env: { PATH: process.env.PATH ?? '', ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
  const log: string[] = []
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface(stream).on('line', (line) => log.push(line))
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))

  const url = `http://127.0.0.1:${port}`
  const stop = async (): Promise<number> => {
    const begun = performance.now()
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      const force = setTimeout(() => child.kill('SIGKILL'), FORCE_AFTER_MS)
      await closed
      clearTimeout(force)
    }
    return (performance.now() - begun) / 1000
  }
  const answers = async () => child.exitCode !== null || (await ask(`${url}/api/${ready ? 'ready' : 'health'}`)).status === 200
  const waited = await eventually(answers, PATIENCE_S)
  if (waited === undefined || child.exitCode !== null) {
    await stop()
    throw new Error(`the API did not start:\n${log.slice(-20).join('\n')}`)
  }
  const metric = async (line: RegExp): Promise<number> => Number(line.exec((await ask(`${url}/metrics`)).body)?.[1] ?? Number.NaN)
  const memory = async () => (await metric(/^process_resident_memory_bytes (\S+)$/m)) / 1024 / 1024
  const sockets = () => metric(/^nodejs_active_resources\{type="TCPSocketWrap"\} (\d+)$/m)
  return { url, pid: child.pid ?? 0, log, memory, sockets, stop }
}
