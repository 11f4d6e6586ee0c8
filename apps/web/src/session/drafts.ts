const PREFIX = 'academy.draft.'

/** What somebody was writing and has not saved: it stays in this tab when the page or the session is lost, and is theirs alone. */
type Kept<T> = { owner: string; draft: T }

/** Keeps a draft under a name. A browser that denies its storage keeps none; nothing else depends on it. */
export function keepDraft<T>(name: string, owner: string, draft: T): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify({ owner, draft } satisfies Kept<T>))
  } catch {
    // Denied or full: the form itself still holds the text.
  }
}

/** The draft that this owner left under a name, as it was stored; somebody else's is dropped. */
export function keptDraft(name: string, owner: string): unknown {
  try {
    const kept: Partial<Kept<unknown>> | null = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null')
    if (kept?.owner === owner) return kept.draft
    dropDraft(name)
    return undefined
  } catch {
    // Denied, or written by another version: as if there were none.
    return undefined
  }
}

/** Drops the draft under a name, whoever wrote it: it was saved, or is not wanted any more. */
export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name)
  } catch {
    // Where nothing can be stored nothing has to go.
  }
}

/** Drops all drafts: for the moment in which somebody signs out. */
export function dropDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  } catch {
    // As above.
  }
}
