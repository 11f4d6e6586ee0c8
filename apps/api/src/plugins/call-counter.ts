type Window = {
  until: number
  calls: number
  /** Those of the calls that others know of, or told of. */
  told: number
}

/** Calls that a caller made beyond those told of before. */
export type CallNews = [caller: string, calls: number]

/**
 * Counts calls by caller in windows that begin with the first call. Callers whose window is over are dropped as others begin theirs;
 * beyond `most` callers at the same time the one with the oldest window is forgotten.
 */
export class CallCounter {
  /** In the order in which the windows began, which is the order in which they end. */
  readonly #windows = new Map<string, Window>()
  readonly #windowMs: number
  readonly #most: number
  readonly #tellFrom: number
  readonly #news = new Set<string>()

  /** @param tellFrom so many calls of a window are nobody else's business: most callers never make more. */
  constructor(windowMs: number, most: number, tellFrom = Number.POSITIVE_INFINITY) {
    this.#windowMs = windowMs
    this.#most = most
    this.#tellFrom = tellFrom
  }

  /** Counts a call. @returns the caller's window with this call in it; it must not be changed. */
  count(caller: string, now: number): Readonly<Window> {
    const window = this.#windowOf(caller, now)
    window.calls += 1
    if (window.calls >= this.#tellFrom) this.#news.add(caller)
    return window
  }

  /** What `count` would return, without counting. */
  another(caller: string, now: number): { calls: number; until: number } {
    const open = this.#windows.get(caller)
    return open !== undefined && now < open.until ? { calls: open.calls + 1, until: open.until } : { calls: 1, until: now + this.#windowMs }
  }

  /** Counts calls that were made elsewhere. */
  hear([caller, calls]: CallNews, now: number): void {
    const window = this.#windowOf(caller, now)
    window.calls += calls
    window.told += calls
  }

  /** What others should hear: calls of those who make many, each told once. */
  takeNews(): CallNews[] {
    const news = [...this.#news].flatMap((caller): CallNews[] => {
      const window = this.#windows.get(caller)
      if (window === undefined || window.calls === window.told) return []
      const calls = window.calls - window.told
      window.told = window.calls
      return [[caller, calls]]
    })
    this.#news.clear()
    return news
  }

  #windowOf(caller: string, now: number): Window {
    const open = this.#windows.get(caller)
    if (open !== undefined && now < open.until) return open
    const begun = { until: now + this.#windowMs, calls: 0, told: 0 }
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
