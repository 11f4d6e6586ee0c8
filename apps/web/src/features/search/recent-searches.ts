import { loadDraft, saveDraft } from '../../session/drafts.ts'
import { currentSession } from '../../session/session.ts'

/** Stored like a draft, because searches are private: they end with the tab or a sign-out, and no other user sees them. */
const NAME = 'recent-searches'
const MAX_SEARCHES = 5

const owner = () => currentSession()?.user.id ?? ''

/** Returns the last searches of the user in this browser tab, newest first. */
export function recentSearches(): string[] {
  const stored = loadDraft(NAME, owner())
  return Array.isArray(stored) ? stored.filter((search) => typeof search === 'string') : []
}

/** Stores a search as the newest one. */
export function addRecentSearch(query: string): void {
  saveDraft(NAME, owner(), [query, ...recentSearches().filter((search) => search !== query)].slice(0, MAX_SEARCHES))
}
