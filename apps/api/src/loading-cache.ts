import { LRUCache } from 'lru-cache'

/**
 * Loads values when they are first requested. Concurrent requests for a key share one load. If a key is deleted during its load, the earlier
 * requests still get the value, but it is not cached (lru-cache's own `fetch` would cache it). Missing values are not cached.
 */
export class LoadingCache<T extends object> {
  readonly #values: LRUCache<string, T>
  readonly #loads = new Map<string, Promise<T | undefined>>()
  readonly #ttlOf: (value: T) => number

  /** @param ttlOf returns how long a value is cached, in milliseconds; by default as long as the options say. */
  constructor(options: LRUCache.Options<string, T, unknown>, ttlOf: (value: T) => number = () => options.ttl ?? 0) {
    // reads the clock each time: otherwise lru-cache takes its last reading until a timer runs, which waits on a busy machine
    this.#values = new LRUCache({ ttlResolution: 0, ...options })
    this.#ttlOf = ttlOf
  }

  /** Returns the cached value at once, else a promise of the loaded one. */
  get<Loaded extends T | undefined>(key: string, load: () => Promise<Loaded>): T | Promise<T | Loaded> {
    return this.#values.get(key) ?? (this.#loads.get(key) as Promise<Loaded> | undefined) ?? this.#load(key, load)
  }

  /** Returns the cached value, without loading a missing one. */
  peek(key: string): T | undefined {
    return this.#values.get(key)
  }

  delete(key: string): void {
    this.#values.delete(key)
    this.#loads.delete(key)
  }

  clear(): void {
    this.#values.clear()
    this.#loads.clear()
  }

  async #load<Loaded extends T | undefined>(key: string, load: () => Promise<Loaded>): Promise<Loaded> {
    const loading = load()
    this.#loads.set(key, loading)
    try {
      const value = await loading
      if (value && this.#loads.get(key) === loading) this.#values.set(key, value, { ttl: this.#ttlOf(value) })
      return value
    } finally {
      if (this.#loads.get(key) === loading) this.#loads.delete(key)
    }
  }
}
