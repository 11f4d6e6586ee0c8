import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import PQueue from 'p-queue'
import { PageRefused } from '../mirror/page-refused.ts'
import type { WorkerResult, WorkerTask } from './content-worker.ts'
import type { RenderedKind, RenderJob, RenderResult } from './render-page.ts'

export type ContentWorker = ReturnType<typeof startContentWorker>

/** The largest page takes about two seconds on a slow machine. */
const TASK_LIMIT_MS = 20_000
/** The highlighter takes 40 MB of it. */
const MEMORY_LIMIT_MB = 256
/** How long a process without a task waits for the next user. Starting one takes most of a preview's time. */
const IDLE_MS = 30_000

/** In the sources a TypeScript file, in the build a JavaScript file beside the one that runs. */
const entry = new URL(`./content-worker${path.extname(import.meta.url)}`, import.meta.url)

const tooComplex = (task: WorkerTask, limit: string): PageRefused =>
  task.task === 'render'
    ? new PageRefused('page_too_complex', `The page takes ${limit} to prepare. Split it, or shorten its code blocks and equations.`)
    : new PageRefused('svg_too_complex', `An SVG picture takes ${limit} to check. Simplify it, or upload it as a PNG.`)

const isRunning = (worker: ChildProcess): boolean => worker.exitCode === null && worker.signalCode === null

async function kill(worker: ChildProcess): Promise<void> {
  if (!isRunning(worker)) return
  const exited = once(worker, 'exit')
  worker.kill('SIGKILL')
  await exited
}

/** Waits for the result of a worker. @throws PageRefused when the worker reaches a limit of time or memory. */
async function resultOf(worker: ChildProcess, task: WorkerTask, limitMs: number): Promise<WorkerResult> {
  const ended = new AbortController()
  const timer = setTimeout(() => ended.abort(tooComplex(task, 'too long')), limitMs)
  const { signal } = ended
  try {
    const exited = once(worker, 'exit', { signal }).then(([code, exitSignal]): never => {
      // V8 aborts a process that is out of memory.
      if (exitSignal === 'SIGABRT') throw tooComplex(task, 'too much memory')
      throw new Error(exitSignal === 'SIGKILL' ? 'the content worker was closed' : `the content worker ended with ${exitSignal ?? code}`)
    })
    const message = once(worker, 'message', { signal })
    worker.send(task)
    const [result] = await Promise.race([message, exited])
    return result as WorkerResult
  } catch (error) {
    // A worker that did not respond may never respond.
    await kill(worker)
    throw signal.aborted ? signal.reason : error
  } finally {
    clearTimeout(timer)
    ended.abort()
  }
}

/** The process that has no user at the moment, with the timer that ends it. */
let idle: { worker: ChildProcess; timer: NodeJS.Timeout } | undefined

/** Keeps a process for the next user. It does not keep this process alive, and ends with it. */
function keepIdle(worker: ChildProcess): void {
  if (idle || !isRunning(worker)) return void worker.kill('SIGKILL')
  worker.unref()
  worker.channel?.unref()
  const end = (): void => {
    idle = undefined
    worker.kill('SIGKILL')
  }
  idle = { worker, timer: setTimeout(end, IDLE_MS).unref() }
}

function takeIdle(): ChildProcess | undefined {
  if (!idle) return undefined
  const { worker, timer } = idle
  clearTimeout(timer)
  idle = undefined
  worker.ref()
  worker.channel?.ref()
  return isRunning(worker) ? worker : undefined
}

function forkWorker(memoryLimitMb: number): ChildProcess {
  const worker = fork(entry, {
    execArgv: [`--max-old-space-size=${memoryLimitMb}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // The running task reports the error.
  worker.on('error', () => {})
  return worker
}

/**
 * Processes the input of authors in a child process, one task at a time: the API serves requests meanwhile, and a crash of the process ends
 * neither the API nor the sync. A task that takes too long or too much memory is killed and refused. The process starts with the first task,
 * without environment variables, because it needs no secret; a later user takes the one that waits. It is not a worker thread, because a thread
 * that ends while another one compiles can crash V8 (nodejs/node#64500).
 */
export function startContentWorker({ taskLimitMs = TASK_LIMIT_MS, memoryLimitMb = MEMORY_LIMIT_MB } = {}) {
  const queue = new PQueue({ concurrency: 1 })
  const hasDefaultLimit = memoryLimitMb === MEMORY_LIMIT_MB
  let worker: ChildProcess | undefined
  let closed = false

  const runningWorker = (): ChildProcess => {
    if (closed) throw new Error('the content worker was closed')
    if (!worker || !isRunning(worker)) worker = (hasDefaultLimit ? takeIdle() : undefined) ?? forkWorker(memoryLimitMb)
    return worker
  }

  const run = (task: WorkerTask): Promise<unknown> =>
    queue.add(async () => {
      const result = await resultOf(runningWorker(), task, taskLimitMs)
      if ('done' in result) return result.done
      if ('refused' in result) throw new PageRefused(result.refused.rule, result.refused.message)
      throw Object.assign(new Error(result.failed.message), result.failed)
    })

  return {
    // A worker replies to a task with the result type of that task.
    /** Throws PageRefused when the page exceeds the limits. */
    render: async <Kind extends RenderedKind>(job: RenderJob<Kind>) => (await run({ task: 'render', job })) as RenderResult<Kind>,
    /** Returns undefined when no picture is left. Throws PageRefused when the SVG exceeds the limits. */
    cleanSvg: async (source: string) => (await run({ task: 'cleanSvg', source })) as string | undefined,
    /** Ends the use of the worker. Kills a running task. */
    close: async () => {
      closed = true
      if (!worker) return
      if (hasDefaultLimit && queue.pending === 0) keepIdle(worker)
      else await kill(worker)
    },
  }
}
