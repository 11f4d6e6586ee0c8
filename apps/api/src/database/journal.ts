import journal from '../../drizzle/meta/_journal.json' with { type: 'json' }

export type JournalEntry = { readonly idx: number; readonly when: number; readonly tag: string }

/** The migrations of this build, oldest first. Part of the bundle, so that they always match the code. */
export const journalOfThisBuild: readonly JournalEntry[] = journal.entries

/**
 * Drizzle applies a migration only if its time is later than that of the newest applied one, and skips every other one
 * silently and with success (drizzle-orm #5769). Two merged branches or a hand-edited time would leave tables out.
 * @throws Error naming the entry whose time does not rise.
 */
export function assertTimesRise(entries: readonly JournalEntry[]): void {
  entries.forEach((entry, index) => {
    const before = entries[index - 1]
    if (before && entry.when <= before.when) {
      throw new Error(
        `Migration ${entry.tag} is not later than ${before.tag}, so it would never be applied. Delete it and generate it again with npx -y pnpm@10 db:generate.`,
      )
    }
  })
}
