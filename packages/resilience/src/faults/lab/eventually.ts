import { setTimeout as sleep } from 'node:timers/promises'

/** Looks again until it is so. @returns the seconds it took; undefined if it was not so within `seconds`. */
export async function eventually(isSo: () => Promise<boolean>, seconds = 60, everyMs = 50): Promise<number | undefined> {
  const begun = performance.now()
  while (performance.now() - begun < seconds * 1000) {
    if (await isSo()) return (performance.now() - begun) / 1000
    await sleep(everyMs)
  }
  return undefined
}
