import { LRUCache } from 'lru-cache'

/**
 * Values that are worked out once and kept in memory until `forget`, or until `room` is full; however many ask at the same time, one
 * load is made. A load that was under way when all was forgotten still answers those who asked before, and is not kept.
 */
export class Kept<T extends object> {
  readonly #values: LRUCache<string, T>
  #loading = new Map<string, Promise<T | undefined>>()
  readonly #sizeOf: (value: T) => number

  /** `sizeOf` says how much of the `room` a value takes. */
  constructor(room: number, sizeOf: (value: T) => number) {
    this.#sizeOf = sizeOf
    this.#values = new LRUCache({ maxSize: room })
  }

  /** The kept value, at once and without a promise; undefined asks for a load. */
  peek(key: string): T | undefined {
    return this.#values.get(key)
  }

  /** Loads a value that may not exist; what is not there is not kept either. */
  loadIfThere(key: string, make: () => Promise<T | undefined>): Promise<T | undefined> {
    const already = this.#loading.get(key)
    if (already) return already
    const loading = this.#loading
    const made = make()
      .then((value) => {
        if (value && loading === this.#loading) this.#values.set(key, value, { size: Math.max(1, this.#sizeOf(value)) })
        return value
      })
      .finally(() => loading.delete(key))
    loading.set(key, made)
    return made
  }

  /** Loads a value that always exists. */
  async load(key: string, make: () => Promise<T>): Promise<T> {
    const value = await this.loadIfThere(key, make)
    if (!value) throw new Error('another load of this key answered nothing')
    return value
  }

  forget(): void {
    this.#values.clear()
    this.#loading = new Map()
  }
}
