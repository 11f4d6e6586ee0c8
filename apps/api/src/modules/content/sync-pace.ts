/** In seconds. A failed run is retried sooner than usual. */
const FIRST_RETRY_S = 30

/** Decides when the next sync of this instance is due: `usual` seconds after the last one, sooner after a failure. */
export function syncPace(usual: number, now: () => number = Date.now) {
  let failures = 0
  let lastFailure = 0

  return {
    note(result: 'done' | 'failed' | 'held' | 'busy' | 'fresh'): void {
      if (result === 'failed') {
        failures += 1
        lastFailure = now()
      } else if (result !== 'busy') failures = 0
    },
    /** Seconds until the next run: from half a minute twice as long after each failure in a row, and never longer than usual. */
    delay: (): number => (failures === 0 ? usual : Math.min(usual, FIRST_RETRY_S * 2 ** Math.min(failures - 1, 20))),
    /**
     * Returns the age in seconds up to which the last successful run is fresh enough: with several instances the first one to wake syncs,
     * and the others skip. After a failure here only a successful run since then counts.
     */
    freshSeconds: (): number => (failures === 0 ? usual / 2 : (now() - lastFailure) / 1000),
  }
}
