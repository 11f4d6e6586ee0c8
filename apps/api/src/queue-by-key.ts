/** Returns a function that runs one work of a key at a time, in the order of the calls. The works of different keys run side by side. */
export function queueByKey(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  /** The last work of each key. */
  const running = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const previous = running.get(key)
    const current = previous === undefined ? work() : previous.then(work, work)
    running.set(key, current)
    try {
      return await current
    } finally {
      if (running.get(key) === current) running.delete(key)
    }
  }
}
