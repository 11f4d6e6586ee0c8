import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CommandError } from '../command-error.ts'

/** The most bytes that a tool may write. */
const MAX_OUTPUT_BYTES = 1024 * 1024
/** How much of its error output a message repeats, in characters. */
const SHOWN_ERROR = 500

type RunOptions = {
  /** A program and its arguments. No shell reads them. */
  command: readonly [string, ...string[]]
  input: string
  seconds: number
  /** Ends the tool. */
  signal: AbortSignal
}

/**
 * Runs a tool of the author in an empty folder of its own, with the author's environment, and returns its standard output. Ends all processes that
 * it started. @throws CommandError if it is interrupted, fails, takes too long or writes too much.
 */
export async function runTool({ command: [program, ...args], input, seconds, signal }: RunOptions): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-try-'))
  const deadline = AbortSignal.timeout(seconds * 1000)
  try {
    // in a process group of its own, so that nothing that it started outlives it
    const child = spawn(program, args, { cwd: folder, detached: true, stdio: 'pipe' })
    const endGroup = () => endProcessGroup(child.pid)
    const ended = AbortSignal.any([deadline, signal])
    if (ended.aborted) endGroup()
    ended.addEventListener('abort', endGroup)
    child.on('exit', endGroup)

    const output: Buffer[] = []
    let size = 0
    let errors = ''
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > MAX_OUTPUT_BYTES) endGroup()
      else output.push(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      errors = (errors + chunk).slice(-SHOWN_ERROR)
    })
    // a tool may end before it has read its input
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)

    const [code] = await once(child, 'close').catch((cause: unknown) => {
      throw new CommandError(`"${program}" cannot be started: ${(cause as Error).message}`, { cause })
    })
    ended.removeEventListener('abort', endGroup)
    if (signal.aborted) throw new CommandError('Interrupted. The same command goes on where it stopped.')
    if (deadline.aborted) throw new CommandError(`"${program}" took longer than ${seconds} seconds. --seconds gives it more time.`)
    if (size > MAX_OUTPUT_BYTES) throw new CommandError(`"${program}" wrote more than ${MAX_OUTPUT_BYTES / 1024 / 1024} MB.`)
    if (code !== 0) throw new CommandError(`"${program}" ended with ${code === null ? 'a signal' : `exit code ${code}`}: ${errors.trim()}`)
    return Buffer.concat(output).toString('utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function endProcessGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // all of its processes have ended
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
