import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Image } from './build-image.ts'

/** The user `node` of the images. Only root can switch users; otherwise the process keeps its own user, which is not root either. */
const ORDINARY_USER = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {}

const HEALTH_TIMEOUT_MS = 60_000

/** Spawns a process as a container would: as an ordinary user, with only the given environment. */
function spawnIn(image: Image, words: string[], env: Record<string, string>, stdio: 'inherit' | 'ignore'): ChildProcess {
  const [program = '', ...args] = words
  return spawn(program === 'node' ? process.execPath : program, args, {
    cwd: image.folder,
    env: { ...image.env, ...env },
    stdio: ['ignore', stdio, 'inherit'],
    ...ORDINARY_USER,
  })
}

/** Runs a command in an image. Throws if it fails. */
export async function runIn(image: Image, words: string[], env: Record<string, string>): Promise<void> {
  const [code] = await once(spawnIn(image, words, env, 'inherit'), 'close')
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}.`)
}

/** Starts an image's command and waits until its health check succeeds. `stop` returns the exit code. */
export async function startIn(image: Image, env: Record<string, string>) {
  const startedAt = performance.now()
  const child = spawnIn(image, image.command, env, 'ignore')
  const closed = once(child, 'close')
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${image.command.join(' ')} ended with ${child.exitCode}.`)
    const [code] = await once(spawnIn(image, image.healthCheck, env, 'ignore'), 'close')
    if (code === 0) break
    if (performance.now() - startedAt > HEALTH_TIMEOUT_MS) throw new Error(`${image.command.join(' ')} did not become healthy.`)
    await sleep(100)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    const [code] = await closed
    return code as number | null
  }
  return { startedInMs: performance.now() - startedAt, stop }
}
