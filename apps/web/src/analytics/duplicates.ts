import type { Properties } from './message.ts'

const WINDOW_MS = 1000
const MOST_REMEMBERED = 100

/** Answers whether the same event with the same payload happened less than a second before (ANALYTICS-25). */
export function createDuplicateCheck() {
  const seen = new Map<string, number>()
  return {
    isRepeated(name: string, properties: Properties, at: number): boolean {
      const event = JSON.stringify([name, properties])
      const before = seen.get(event)
      if (before !== undefined && at - before < WINDOW_MS) return true
      // Put in anew, so that the map stays in the order of time.
      seen.delete(event)
      seen.set(event, at)
      if (seen.size > MOST_REMEMBERED) prune(at)
      return false
    },
    size: () => seen.size,
  }

  /** ANALYTICS-26: what is too old to matter goes, and the oldest of the rest. */
  function prune(now: number) {
    for (const [event, at] of seen) {
      if (seen.size <= MOST_REMEMBERED && now - at < WINDOW_MS) return
      seen.delete(event)
    }
  }
}
