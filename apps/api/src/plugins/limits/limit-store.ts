import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'

type Window = {
  requests: number
  /** The part of the requests that other instances know. */
  shared: number
}

/** Requests of a caller that other instances have not heard of. */
export type Report = [caller: string, requests: number]

type Counted = (error: Error | null, result?: { current: number; ttl: number }) => void

type LimitStoreOptions = {
  windowMs: number
  /** Beyond so many callers, the least active one is forgotten. */
  callers: number
  /** Callers with fewer requests in a window are not reported: most callers never make more. */
  reportFrom: number
}

/** The requests of each caller in a window that begins with its first request; includes what other instances report. */
export class LimitStore implements FastifyRateLimitStore {
  readonly #windows: LRUCache<string, Window>
  readonly #unreported = new Set<string>()
  readonly #reportFrom: number

  constructor({ windowMs, callers, reportFrom }: LimitStoreOptions) {
    this.#windows = new LRUCache({ max: callers, ttl: windowMs })
    this.#reportFrom = reportFrom
  }

  incr(caller: string, counted: Counted): void {
    const window = this.#windowOf(caller)
    window.requests += 1
    if (window.requests >= this.#reportFrom) this.#unreported.add(caller)
    counted(null, { current: window.requests, ttl: this.#windows.getRemainingTTL(caller) })
  }

  read(caller: string, counted: Counted): void {
    const current = this.#windows.get(caller)?.requests ?? 0
    counted(null, { current, ttl: this.#windows.getRemainingTTL(caller) })
  }

  /** Not needed: @fastify/rate-limit asks the `LimitStores` for the store of each limit. */
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
