import type { FastifyInstance } from 'fastify'

type Options = {
  intervalMs: number
  /** The time until the next run after a failed one. */
  retryMs?: number
  /** Never runs twice at the same time. Its signal aborts when the API closes. */
  task: (closing: AbortSignal) => Promise<void>
  /** Receives the error of a failed run. None for a task that never rejects. */
  onError?: (error: unknown) => void
}

export type PeriodicTask = ReturnType<typeof startPeriodicTask>

/** Runs a task at intervals and on demand, until the API closes. Closing waits for the current run. */
export function startPeriodicTask(app: FastifyInstance, { intervalMs, retryMs = intervalMs, task, onError }: Options) {
  const closing = new AbortController()
  let running: Promise<void> = Promise.resolve()
  let isQueued = false
  let timer: NodeJS.Timeout

  const wakeAfter = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(wake, ms).unref()
  }
  /** Starts a run, after the current one if there is one. All calls during a run share the next run. */
  const wake = (): void => {
    if (isQueued || closing.signal.aborted) return
    isQueued = true
    running = running.then(async () => {
      isQueued = false
      await task(closing.signal).then(
        () => wakeAfter(intervalMs),
        (error: unknown) => {
          wakeAfter(retryMs)
          onError?.(error)
        },
      )
    })
  }
  /** Calls `wake`, and resolves after that run. Never rejects. */
  const run = async (): Promise<void> => {
    wake()
    await running
  }

  wakeAfter(intervalMs)
  app.addHook('preClose', async () => {
    closing.abort()
    await running
    // The last run set it again.
    clearTimeout(timer)
  })
  return { wake, run }
}
