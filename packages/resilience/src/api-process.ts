import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { projectRoot } from '@academy/operator'
import { eventually } from './eventually.ts'
import { sendRequest } from './send-request.ts'

/** A running API. */
export type ApiProcess = {
  url: string
  /** The lines of its log. */
  log: string[]
  /** Sends SIGTERM, after a time limit SIGKILL, and waits for the exit. */
  stop: () => Promise<void>
  /** Sends SIGKILL and waits for the exit. */
  kill: () => Promise<void>
}

const START_TIMEOUT_S = 60
/** In milliseconds. Longer than the API waits for running requests. */
const STOP_TIMEOUT_MS = 15_000

export type StartOptions = {
  /** False waits only until the API is alive. Default true. */
  ready?: boolean
}

/** Starts the API as a child process that ends with this one. Waits until it is ready. */
export async function startApi(port: number, env: Record<string, string>, { ready = true }: StartOptions = {}): Promise<ApiProcess> {
  // ends with this process, because the IPC channel closes
  const child = fork(
    path.join(projectRoot, 'packages/local/src/child-with-parent.ts'),
    [path.join(projectRoot, 'apps/api/src/server.ts')],
    {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    },
  )
  const log: string[] = []
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface(stream).on('line', (line) => log.push(line))
  const closed = once(child, 'close')
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await closed
    clearTimeout(killTimer)
  }

  const url = `http://127.0.0.1:${port}`
  const hasStarted = async () => child.exitCode !== null || (await sendRequest(`${url}/api/${ready ? 'ready' : 'health'}`)).status === 200
  if ((await eventually(hasStarted, START_TIMEOUT_S)) === undefined || child.exitCode !== null) {
    await end('SIGTERM')
    throw new Error(`the API did not start:\n${log.slice(-20).join('\n')}`)
  }
  return {
    url,
    log,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

/** An API that can be stopped or killed, and started again on the same port. */
export type Instance = Pick<ApiProcess, 'url' | 'stop' | 'kill'> & { start: () => Promise<void> }

/** Creates an instance of the API without starting it. */
export function createInstance(port: number, env: Record<string, string>): Instance {
  let running: ApiProcess | undefined
  return {
    url: `http://127.0.0.1:${port}`,
    start: async () => {
      running = await startApi(port, env)
    },
    stop: async () => await running?.stop(),
    kill: async () => await running?.kill(),
  }
}
