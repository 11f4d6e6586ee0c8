import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'

type Window = {
  requests: number
  /** The number of these requests that other instances have counted. */
  shared: number
}

/** The requests of a caller that other instances have not counted yet. */
export type Report = [caller: string, requests: number]

type Callback = (error: Error | null, result?: { current: number; ttl: number }) => void

type LimitStoreOptions = {
  windowMs: number
  /** The maximum number of callers. The store drops the least recent one. */
  callers: number
  /** The number of requests in a window from which a caller is reported. Most callers never reach it. */
  reportFrom: number
}

/** Counts the requests of each caller in a window that begins with the first one, with the requests that other instances report. */
export class LimitStore implements FastifyRateLimitStore {
  readonly #windows: LRUCache<string, Window>
  readonly #unreported = new Set<string>()
  readonly #reportFrom: number

  constructor({ windowMs, callers, reportFrom }: LimitStoreOptions) {
    this.#windows = new LRUCache({ max: callers, ttl: windowMs, ttlResolution: 0 })
    this.#reportFrom = reportFrom
  }

  incr(caller: string, callback: Callback): void {
    const window = this.#windowOf(caller)
    window.requests += 1
    if (window.requests >= this.#reportFrom) this.#unreported.add(caller)
    callback(null, { current: window.requests, ttl: this.#windows.getRemainingTTL(caller) })
  }

  read(caller: string, callback: Callback): void {
    const current = this.#windows.get(caller)?.requests ?? 0
    callback(null, { current, ttl: this.#windows.getRemainingTTL(caller) })
  }

  /** Returns this store. @fastify/rate-limit requires the method, but gets the store of each limit from `LimitStores`. */
  child(): this {
    return this
  }

  /** Adds requests that another instance counted. */
  add([caller, requests]: Report): void {
    const window = this.#windowOf(caller)
    window.requests += requests
    window.shared += requests
  }

  /** Returns the requests that other instances should add, each once. */
  takeReports(): Report[] {
    const reports = [...this.#unreported].flatMap((caller): Report[] => {
      const window = this.#windows.get(caller)
      if (window === undefined || window.requests === window.shared) return []
      const requests = window.requests - window.shared
      window.shared = window.requests
      return [[caller, requests]]
    })
    this.#unreported.clear()
    return reports
  }

  #windowOf(caller: string): Window {
    const open = this.#windows.get(caller)
    if (open !== undefined) return open
    const window = { requests: 0, shared: 0 }
    this.#windows.set(caller, window)
    return window
  }
}
