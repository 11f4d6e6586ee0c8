import { browserStorage, tabStorage } from '../ui/web-storage.ts'

const PREFIX = 'academy.draft.'
/** The last user of this browser. Removed with the drafts. */
const OWNER_KEY = `${PREFIX}owner`

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

/** Removes what the last user filled into prompts when another one signs in: a session may end without a sign-out. */
export function claimDrafts(owner: string | undefined): void {
  const last = browserStorage.get(OWNER_KEY)
  if (owner === undefined || owner === last) return
  if (last !== null) browserStorage.removeAll(PREFIX)
  browserStorage.set(OWNER_KEY, owner)
}

/** Removes all drafts, and what the user filled into prompts, when the user signs out. */
export function removeAllDrafts(): void {
  tabStorage.removeAll(PREFIX)
  browserStorage.removeAll(PREFIX)
}
