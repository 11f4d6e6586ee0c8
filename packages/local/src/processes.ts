import { type ChildProcess, fork, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { CommandError, projectRoot } from '@academy/operator'

type Environment = Record<string, string | undefined>

/** Runs a command to its end. Prints its output only if it fails, or always with `show`. */
export async function run(command: string, args: string[], options: { env?: Environment; show?: boolean; what: string }): Promise<void> {
  const child = spawn(command, args, {
    cwd: projectRoot,
    env: { ...process.env, ...options.env },
    stdio: options.show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  const output: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new CommandError(`${Buffer.concat(output).toString('utf8')}\n${options.what} failed (exit code ${code}).`.trim())
}

export type Service = {
  /** Resolves with a message when the process ends by itself. */
  ended: Promise<string>
  stop: () => Promise<void>
}

/** Longer than the API waits for running requests. */
const STOP_TIMEOUT_MS = 15_000

type ServiceOptions = {
  env: Environment
  name: string
  execArgv?: string[]
  /** The Node that runs it. Default: that of this process. */
  node?: string
  /** Receives each line of its output. Default: the terminal. */
  onLine?: (line: string) => void
}

/**
 * Starts a Node program as a child that never outlives this process. It has its own process group, so that Ctrl-C reaches only this process,
 * which stops its children in order. Its channel to this process closes when this process ends, even by kill -9, and that stops it too.
 */
export function startNodeService(entry: string, options: ServiceOptions): Service & { pid: number } {
  const output = options.onLine ? 'pipe' : 'inherit'
  const child: ChildProcess = fork(new URL('./child-with-parent.ts', import.meta.url), [entry], {
    cwd: projectRoot,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', output, output, 'ipc'],
    execArgv: options.execArgv ?? [],
    execPath: options.node ?? process.execPath,
    detached: true,
  })
  for (const stream of [child.stdout, child.stderr]) if (stream && options.onLine) createInterface(stream).on('line', options.onLine)
  let stopping = false
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    pid: Number(child.pid),
    ended: closed.then((code) => (stopping ? '' : `The ${options.name} ended by itself (exit code ${code}).`)),
    stop: async () => {
      stopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
      await closed
      clearTimeout(killTimer)
    },
  }
}

/** Waits until the URL responds with 200. Throws a CommandError after `seconds`, or when the service ends by itself. */
export async function waitUntilReady(url: string, service: Service, seconds = 60): Promise<void> {
  let ended = ''
  void service.ended.then((sentence) => {
    ended = sentence
  })
  const deadline = Date.now() + seconds * 1000
  while (Date.now() < deadline) {
    if (ended) throw new CommandError(`${ended} The terminal shows its last output.`)
    const response = await fetch(url).catch(() => undefined)
    await response?.body?.cancel()
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new CommandError(`${url} did not become ready within ${seconds} seconds.`)
}
