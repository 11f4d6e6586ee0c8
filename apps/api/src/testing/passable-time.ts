import { onTestFinished, vi } from 'vitest'

/** Stops the clock of the caches, which a busy machine would let run too far. Returns a function that puts it forward, in milliseconds. */
export function passableTime() {
  let time = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time)
  onTestFinished(() => clock.mockRestore())
  return async (ms: number) => {
    time += ms
    // A cache reads the clock once per millisecond.
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
