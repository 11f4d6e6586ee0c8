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

  /** Loads a value. What is not there is not kept either. */
  load(key: string, make: () => Promise<T | undefined>): Promise<T | undefined> {
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

  forget(): void {
    this.#values.clear()
    this.#loading = new Map()
  }
}

/** As `Kept`, for a single value that always exists. `get` answers at once what is kept. */
export function keptValue<T extends object>(make: () => Promise<T>) {
  let value: T | undefined
  let loading: Promise<T> | undefined

  const load = (): Promise<T> => {
    if (loading) return loading
    const mine = make()
      .then((made) => {
        if (loading === mine) value = made
        return made
      })
      .finally(() => {
        if (loading === mine) loading = undefined
      })
    loading = mine
    return mine
  }

  return {
    get: (): T | Promise<T> => value ?? load(),
    forget(): void {
      value = undefined
      loading = undefined
    },
  }
}
