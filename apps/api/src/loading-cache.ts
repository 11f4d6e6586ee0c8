import { LRUCache } from 'lru-cache'

/**
 * Values that are loaded when they are first requested. Concurrent requests for a key share one load. A load that runs while its key is
 * deleted still answers the requests that came before, and is not kept (lru-cache's own `fetch` would keep it). Missing values are not kept.
 */
export class LoadingCache<T extends object> {
  readonly #values: LRUCache<string, T>
  readonly #loads = new Map<string, Promise<T | undefined>>()

  constructor(options: LRUCache.Options<string, T, unknown>) {
    this.#values = new LRUCache(options)
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
      if (value && this.#loads.get(key) === loading) this.#values.set(key, value)
      return value
    } finally {
      if (this.#loads.get(key) === loading) this.#loads.delete(key)
    }
  }
}
