import { browserStorage, tabStorage } from '../ui/web-storage.ts'

const PREFIX = 'academy.draft.'

/** Saves an unsaved draft with the account that owns it. It stays in this tab across reloads and expired sessions. */
export const saveDraft = (name: string, owner: string, draft: unknown): void =>
  tabStorage.set(PREFIX + name, JSON.stringify({ owner, draft }))

/** Loads the owner's draft. Removes the draft of another account. */
export function loadDraft(name: string, owner: string): unknown {
  const stored = tabStorage.getJson(PREFIX + name) as { owner?: unknown; draft?: unknown } | null
  if (stored?.owner === owner) return stored.draft
  removeDraft(name)
  return undefined
}

/** Removes the draft under a name. */
export const removeDraft = (name: string): void => tabStorage.set(PREFIX + name, null)

/** Removes all drafts, and what the user filled into prompts, when the user signs out. */
export function removeAllDrafts(): void {
  tabStorage.removeAll(PREFIX)
  browserStorage.removeAll(PREFIX)
}
