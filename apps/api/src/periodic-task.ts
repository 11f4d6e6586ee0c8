import type { FastifyInstance } from 'fastify'

type Options = {
  intervalMs: number
  /** Never runs twice at the same time. Its signal aborts when the API closes. */
  task: (closing: AbortSignal) => Promise<void>
  /** Receives the error of a failed run. The next run starts as usual. */
  onError: (error: unknown) => void
}

type PeriodicTask = {
  /** Starts a run, after the current one if there is one. All calls during a run share the next run. */
  wake: () => void
  /** Calls `wake`, and resolves after that run. Never rejects. */
  run: () => Promise<void>
}

/** Runs a task at intervals and on demand, until the API closes. Closing waits for the current run. */
export function startPeriodicTask(app: FastifyInstance, { intervalMs, task, onError }: Options): PeriodicTask {
  const closing = new AbortController()
  let running: Promise<void> = Promise.resolve()
  let isQueued = false

  const wake = (): void => {
    if (isQueued || closing.signal.aborted) return
    isQueued = true
    running = running.then(async () => {
      isQueued = false
      await task(closing.signal).catch(onError)
    })
  }
  const run = async (): Promise<void> => {
    wake()
    await running
  }

  const timer = setInterval(wake, intervalMs).unref()
  app.addHook('preClose', async () => {
    closing.abort()
    clearInterval(timer)
    await running
  })
  return { wake, run }
}
