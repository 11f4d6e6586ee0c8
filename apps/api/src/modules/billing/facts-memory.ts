import { LRUCache } from 'lru-cache'

export type MemoryOptions = {
  /** As many accounts are remembered at most; the ones that nobody asked for longest are forgotten first. */
  accounts: number
  /** Milliseconds after which something is forgotten in any case. */
  ttl: number
}

/**
 * Remembers something about each account; however many ask for an account at the same time, it is read once. What is being read while
 * its account is forgotten answers those who asked before, and nobody after them.
 */
export class FactsMemory<T extends object> {
  readonly #known: LRUCache<string, T>
  readonly #reading = new Map<string, Promise<T>>()
  readonly #read: (accountId: string) => Promise<T>

  constructor({ accounts, ttl }: MemoryOptions, read: (accountId: string) => Promise<T>) {
    this.#known = new LRUCache({ max: accounts, ttl })
    this.#read = read
  }

  /** At once when remembered, else as soon as it is read. */
  of(accountId: string): T | Promise<T> {
    return this.#known.get(accountId) ?? this.#reading.get(accountId) ?? this.#readNow(accountId)
  }

  forget(accountId: string): void {
    this.#known.delete(accountId)
    this.#reading.delete(accountId)
  }

  forgetAll(): void {
    this.#known.clear()
    this.#reading.clear()
  }

  async #readNow(accountId: string): Promise<T> {
    const reading = this.#read(accountId)
    this.#reading.set(accountId, reading)
    try {
      const read = await reading
      if (this.#reading.get(accountId) === reading) this.#known.set(accountId, read)
      return read
    } finally {
      if (this.#reading.get(accountId) === reading) this.#reading.delete(accountId)
    }
  }
}
