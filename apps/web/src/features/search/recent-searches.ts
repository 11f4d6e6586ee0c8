const NAME = 'academy.recent-searches'
const MOST = 5

/** Returns what this browser tab searched for last, the newest first. Forgotten with the tab: searches can say a lot about a person. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(NAME) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, MOST) : []
  } catch {
    // Storage is blocked, or holds something else: searching works without it.
    return []
  }
}

export function addRecentSearch(query: string): void {
  const searches = [query, ...recentSearches().filter((one) => one !== query)].slice(0, MOST)
  try {
    sessionStorage.setItem(NAME, JSON.stringify(searches))
  } catch {
    // Storage is blocked or full: searching works without it.
  }
}
