import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from '@academy/operator'

/** An API process that can be ended in order, or killed, and started again on the same port. */
export type Instance = {
  name: string
  url: string
  start: () => Promise<void>
  /** Ends it as an orchestrator does; @returns the seconds until it was gone. */
  end: () => Promise<number>
  kill: () => Promise<void>
}

const PATIENCE_MS = 60_000

export const isReady = async (url: string): Promise<boolean> => {
  const answer = await fetch(`${url}/api/ready`).catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.ok ?? false
}

export function instance(name: string, port: number, env: Record<string, string>): Instance {
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined

  const signal = async (kind: 'SIGTERM' | 'SIGKILL'): Promise<number> => {
    const begun = performance.now()
    if (child && child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((resolve) => child?.once('close', resolve))
      child.kill(kind)
      await gone
    }
    return (performance.now() - begun) / 1000
  }
  return {
    name,
    url,
    start: async () => {
      // Through a channel to us, whose end ends it too.
      child = fork(path.join(projectRoot, 'packages/local/src/child-with-parent.ts'), [path.join(projectRoot, 'apps/api/src/server.ts')], {
        env: { PATH: process.env.PATH ?? '', ...env, PORT: String(port) },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        detached: true,
      })
      for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(50)) {
        if (await isReady(url)) return
        if (child.exitCode !== null) break
      }
      throw new Error(`instance ${name} did not start`)
    },
    end: () => signal('SIGTERM'),
    kill: async () => void (await signal('SIGKILL')),
  }
}
