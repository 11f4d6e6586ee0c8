/**
 * Wraps web storage so that it never throws. What cannot be stored, because the browser blocks storage or it is full, is kept in memory until the
 * page closes.
 */
function createWebStorage(area: () => Storage) {
  const unstored = new Map<string, string>()
  const get = (key: string): string | null => {
    try {
      return unstored.get(key) ?? area().getItem(key)
    } catch {
      // Blocked, so it holds nothing.
      return null
    }
  }
  const trySet = (key: string, value: string | null): boolean => {
    unstored.delete(key)
    try {
      if (value === null) area().removeItem(key)
      else area().setItem(key, value)
      return true
    } catch {
      if (value !== null) unstored.set(key, value)
      return false
    }
  }
  return {
    /** Returns the stored text; null without one. */
    get,
    /** Returns the parsed JSON; null without any, or for text of another program. */
    getJson(key: string): unknown {
      try {
        return JSON.parse(get(key) ?? 'null')
      } catch {
        return null
      }
    },
    /** Stores a text; null removes it. */
    set(key: string, value: string | null): void {
      trySet(key, value)
    },
    /** As `set`; returns whether the text will last. */
    trySet,
    /** Removes all keys that begin with `prefix`. */
    removeAll(prefix: string): void {
      const keys = [...unstored.keys()]
      try {
        keys.push(...Object.keys(area()))
      } catch {
        // Blocked, so it holds nothing.
      }
      for (const key of keys) if (key.startsWith(prefix)) trySet(key, null)
    },
  }
}

/** Lasts in this browser, and is shared by its tabs. */
export const browserStorage = createWebStorage(() => localStorage)
/** Lasts as long as this tab, across reloads. */
export const tabStorage = createWebStorage(() => sessionStorage)
