import type { SyncReport } from './sync-content.ts'

/** The seconds until a failed run is retried, if that is sooner than the usual interval. */
const FIRST_RETRY_S = 30

/** Decides when the next sync of this instance is due: `interval` seconds after the last one, sooner after a failure. */
export function syncPace(interval: number, now: () => number = Date.now) {
  let failures = 0
  let lastFailure = 0

  return {
    record(result: SyncReport['result']): void {
      if (result === 'failed') {
        failures += 1
        lastFailure = now()
      } else if (result !== 'busy') failures = 0
    },
    /** Returns the seconds until the next run: half a minute after a failure, doubled with each further failure, up to the interval. */
    delay: (): number => (failures === 0 ? interval : Math.min(interval, FIRST_RETRY_S * 2 ** Math.min(failures - 1, 20))),
    /**
     * Returns the age, in seconds, up to which the last successful run is fresh enough: of several instances only the first one that is due
     * syncs. After a failure of this instance, only a later successful run counts.
     */
    freshSeconds: (): number => (failures === 0 ? interval / 2 : (now() - lastFailure) / 1000),
  }
}
