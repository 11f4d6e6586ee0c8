import { once } from 'node:events'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startPeriodicTask } from './periodic-task.ts'

test('closing waits for the current run, after which no timer keeps the closed API in memory', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = Fastify()
  const started = Promise.withResolvers<void>()
  let hasEnded = false
  const untilClosing = async (closing: AbortSignal) => {
    started.resolve()
    await once(closing, 'abort')
    hasEnded = true
  }
  startPeriodicTask(app, { intervalMs: 60_000, task: untilClosing }).wake()
  await started.promise
  await app.close()
  expect({ hasEnded, timers: vi.getTimerCount() }).toEqual({ hasEnded: true, timers: 0 })
})
