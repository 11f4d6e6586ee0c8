import path from 'node:path'
import { startNodeService, waitUntilReady } from '@academy/local'
import { projectRoot } from '@academy/operator'

/** A running API. */
export type ApiProcess = {
  url: string
  /** The lines of its log. */
  log: string[]
  stop: () => Promise<void>
  /** Sends SIGKILL and waits for the exit. */
  kill: () => Promise<void>
}

export type StartOptions = {
  /** False waits only until the API is alive. Default true. */
  ready?: boolean
}

/** Starts the API as a child process that ends with this one. Waits until it is ready. */
export async function startApi(port: number, env: Record<string, string>, { ready = true }: StartOptions = {}): Promise<ApiProcess> {
  const log: string[] = []
  const service = startNodeService(path.join(projectRoot, 'apps/api/src/server.ts'), {
    name: 'API',
    env: { ...env, PORT: String(port) },
    onLine: (line) => log.push(line),
  })
  const url = `http://127.0.0.1:${port}`
  try {
    await waitUntilReady(`${url}/api/${ready ? 'ready' : 'health'}`, service)
  } catch (cause) {
    await service.stop()
    throw new Error(`the API did not start:\n${log.slice(-20).join('\n')}`, { cause })
  }
  const kill = async () => {
    process.kill(service.pid, 'SIGKILL')
    await service.ended
  }
  return { url, log, stop: service.stop, kill }
}
