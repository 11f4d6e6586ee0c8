/** Creates a set of listeners. `subscribe` adds one and returns a function that removes it, as `useSyncExternalStore` needs; `notify` calls all. */
export function createListeners<Value = void>() {
  const listeners = new Set<(value: Value) => void>()
  return {
    subscribe(listener: (value: Value) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify(value: Value): void {
      for (const listener of listeners) listener(value)
    },
  }
}
