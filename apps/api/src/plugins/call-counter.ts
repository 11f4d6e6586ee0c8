type Window = { until: number; calls: number }

/**
 * Counts calls by caller in windows that begin with the first call. Callers whose window is over are dropped as others begin theirs;
 * beyond `most` callers at the same time the one with the oldest window is forgotten.
 */
export class CallCounter {
  /** In the order in which the windows began, which is the order in which they end. */
  readonly #windows = new Map<string, Window>()
  readonly #windowMs: number
  readonly #most: number

  constructor(windowMs: number, most: number) {
    this.#windowMs = windowMs
    this.#most = most
  }

  /** Counts a call. @returns the caller's window with this call in it; it must not be changed. */
  count(caller: string, now: number): Readonly<Window> {
    const open = this.#windows.get(caller)
    if (open !== undefined && now < open.until) {
      open.calls += 1
      return open
    }
    const begun = { until: now + this.#windowMs, calls: 1 }
    this.#windows.delete(caller)
    this.#dropEnded(now)
    this.#windows.set(caller, begun)
    return begun
  }

  #dropEnded(now: number): void {
    for (const [caller, { until }] of this.#windows) {
      if (now < until && this.#windows.size < this.#most) return
      this.#windows.delete(caller)
    }
  }
}
