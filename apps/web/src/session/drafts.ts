const PREFIX = 'academy.draft.'

/** An unsaved draft with the account that owns it. It stays in this tab across reloads and expired sessions. */
type StoredDraft<T> = { owner: string; draft: T }

/** Saves a draft under a name, unless storage is blocked. */
export function saveDraft<T>(name: string, owner: string, draft: T): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify({ owner, draft } satisfies StoredDraft<T>))
  } catch {
    // Blocked or full: the form itself still holds the text.
  }
}

/** Loads the owner's draft. Removes the draft of another account. */
export function loadDraft(name: string, owner: string): unknown {
  try {
    const stored: Partial<StoredDraft<unknown>> | null = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null')
    if (stored?.owner === owner) return stored.draft
    removeDraft(name)
    return undefined
  } catch {
    // Blocked, or not readable: treat it as missing.
    return undefined
  }
}

/** Removes the draft under a name. */
export function removeDraft(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name)
  } catch {
    // Storage is blocked, so there is nothing to remove.
  }
}

/** Removes all drafts, and what the user filled into prompts, when the user signs out. */
export function removeAllDrafts(): void {
  try {
    for (const storage of [sessionStorage, localStorage]) {
      for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key)
    }
  } catch {
    // As above.
  }
}
