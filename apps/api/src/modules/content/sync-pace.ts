/** After a run that failed, or could not even start, the next one comes sooner than usual. */
const FIRST_RETRY_S = 30

/** Decides when the next look at Notion is due, on one instance: `usual` seconds after the one before, sooner after one that failed. */
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
     * How old, in seconds, the last good run may be so that none is needed: with several instances the first one to wake looks, and the
     * others find the mirror young enough. After a failure here only a good run since then will do.
     */
    youngEnough: (): number => (failures === 0 ? usual / 2 : (now() - lastFailure) / 1000),
  }
}
