import { setTimeout as sleep } from 'node:timers/promises'

/** Polls until `condition` resolves to true. Returns the seconds it took, or undefined if it is still false after `seconds`. */
export async function eventually(condition: () => Promise<boolean>, seconds = 60, everyMs = 50): Promise<number | undefined> {
  const begun = performance.now()
  while (performance.now() - begun < seconds * 1000) {
    if (await condition()) return (performance.now() - begun) / 1000
    await sleep(everyMs)
  }
  return undefined
}
