import { onTestFinished, vi } from 'vitest'

/**
 * Stops `performance.now`, by which caches and intervals are measured and which a busy machine would let run too far, until the end of the test.
 * Returns a function that moves it forward, by milliseconds.
 */
export function stopClock() {
  let time = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time)
  onTestFinished(() => clock.mockRestore())
  return (milliseconds: number) => {
    time += milliseconds
  }
}
