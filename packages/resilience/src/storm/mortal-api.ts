import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from '@academy/operator'

/** An instance of the API that can be killed in the middle of its work, and be started again. */
export type MortalApi = { url: string; start: () => Promise<void>; killAndRestart: () => Promise<void>; stop: () => Promise<void> }

const PATIENCE_MS = 60_000

/** @param onLog takes what it writes to its log. */
export function mortalApi(port: number, env: Record<string, string>, onLog?: (text: string) => void): MortalApi {
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined

  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child?.once('close', resolve))
    child.kill(signal)
    await gone
  }
  const start = async (): Promise<void> => {
    child = spawn(process.execPath, [path.join(projectRoot, 'apps/api/src/server.ts')], {
      env: { ...process.env, ...env, PORT: String(port) },
      stdio: ['ignore', onLog ? 'pipe' : 'ignore', 'inherit'],
    })
    if (onLog) child.stdout?.setEncoding('utf8').on('data', onLog)
    const deadline = Date.now() + PATIENCE_MS
    while (Date.now() < deadline) {
      const answer = await fetch(`${url}/api/ready`).catch(() => undefined)
      await answer?.body?.cancel()
      if (answer?.ok) return
      await sleep(50)
    }
    throw new Error(`the API at ${url} did not start`)
  }
  return {
    url,
    start,
    killAndRestart: async () => {
      await end('SIGKILL')
      await start()
    },
    stop: () => end('SIGTERM'),
  }
}
