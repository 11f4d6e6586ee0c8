import type { Properties } from './message.ts'

const WINDOW_MS = 1000
const MAX_REMEMBERED = 100

/** Detects an event with the same name and payload within a second. */
export function createDuplicateCheck() {
  const seen = new Map<string, number>()
  return {
    isRepeated(name: string, properties: Properties, at: number): boolean {
      const event = JSON.stringify([name, properties])
      const before = seen.get(event)
      if (before !== undefined && at - before < WINDOW_MS) return true
      // Deleted first, so that the map stays in order of time.
      seen.delete(event)
      seen.set(event, at)
      if (seen.size > MAX_REMEMBERED) prune(at)
      return false
    },
    size: () => seen.size,
  }

  /** Removes expired events, then the oldest ones over the limit. */
  function prune(now: number) {
    for (const [event, at] of seen) {
      if (seen.size <= MAX_REMEMBERED && now - at < WINDOW_MS) return
      seen.delete(event)
    }
  }
}
