import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from '@academy/operator'

/** An API process that can be stopped or killed, and started again on the same port. */
export type Instance = {
  url: string
  /** Starts the process and waits until it is ready. */
  start: () => Promise<void>
  /** Sends SIGTERM and waits for the exit. Returns the seconds it took. */
  stop: () => Promise<number>
  /** Sends SIGKILL and waits for the exit. */
  kill: () => Promise<void>
}

const TIMEOUT_MS = 60_000

/** Returns whether the API at this address is ready; false if it is unreachable. */
export const isReady = async (url: string): Promise<boolean> => {
  const response = await fetch(`${url}/api/ready`).catch(() => undefined)
  await response?.body?.cancel()
  return response?.ok ?? false
}

/**
 * Creates an instance of the API without starting it.
 * @param name for error messages.
 * @param onLog receives the log in chunks.
 */
export function createInstance(name: string, port: number, env: Record<string, string>, onLog?: (text: string) => void): Instance {
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined

  const signal = async (kind: 'SIGTERM' | 'SIGKILL'): Promise<number> => {
    const startedAt = performance.now()
    if (child && child.exitCode === null && child.signalCode === null) {
      const closed = once(child, 'close')
      child.kill(kind)
      await closed
    }
    return (performance.now() - startedAt) / 1000
  }
  return {
    url,
    start: async () => {
      // ends with this process, because the IPC channel closes
      child = fork(path.join(projectRoot, 'packages/local/src/child-with-parent.ts'), [path.join(projectRoot, 'apps/api/src/server.ts')], {
        env: { PATH: process.env.PATH ?? '', ...env, PORT: String(port) },
        stdio: ['ignore', onLog ? 'pipe' : 'ignore', 'inherit', 'ipc'],
        detached: true,
      })
      if (onLog) child.stdout?.setEncoding('utf8').on('data', onLog)
      for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await sleep(50)) {
        if (await isReady(url)) return
        if (child.exitCode !== null) break
      }
      throw new Error(`instance ${name} did not start`)
    },
    stop: () => signal('SIGTERM'),
    kill: async () => void (await signal('SIGKILL')),
  }
}
