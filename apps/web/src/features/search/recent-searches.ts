const STORAGE_KEY = 'academy.recent-searches'
const MAX_SEARCHES = 5

/** Returns the last searches of this browser tab, newest first. They are private, so they end with the tab. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((search) => typeof search === 'string').slice(0, MAX_SEARCHES) : []
  } catch {
    // Storage is blocked, or holds something else: searching works without it.
    return []
  }
}

/** Stores a search as the newest one. */
export function addRecentSearch(query: string): void {
  const searches = [query, ...recentSearches().filter((search) => search !== query)].slice(0, MAX_SEARCHES)
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(searches))
  } catch {
    // Storage is blocked or full: searching works without it.
  }
}
