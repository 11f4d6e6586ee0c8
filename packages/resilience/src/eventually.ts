import { setTimeout as sleep } from 'node:timers/promises'

/** Polls until `condition` resolves to true. Returns the seconds it took, or undefined if it is still false after `seconds`. */
export async function eventually(condition: () => Promise<boolean>, seconds = 60, everyMs = 50): Promise<number | undefined> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < seconds * 1000) {
    if (await condition()) return (performance.now() - startedAt) / 1000
    await sleep(everyMs)
  }
  return undefined
}
