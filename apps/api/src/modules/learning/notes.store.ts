import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { tutorialNotes } from './notes.table.ts'

const { tutorial_id, text, updated_at } = tutorialNotes
const columns = { tutorial_id, text, updated_at }

const isOwnNote = (accountId: string, tutorialId: string) =>
  and(eq(tutorialNotes.account_id, accountId), eq(tutorialNotes.tutorial_id, tutorialId))

/** Loads all notes of an account that are not empty, most recently changed first. */
export function listNotes(db: Db, accountId: string) {
  return db
    .select(columns)
    .from(tutorialNotes)
    .where(and(eq(tutorialNotes.account_id, accountId), sql`${text} ~ '\\S'`))
    .orderBy(desc(updated_at), tutorial_id)
}

export async function findNote(db: Db, accountId: string, tutorialId: string) {
  const [note] = await db.select(columns).from(tutorialNotes).where(isOwnNote(accountId, tutorialId))
  return note
}

/** Writes the first version of a note. Returns undefined if there is one already. */
export async function insertNote(db: Db, accountId: string, tutorialId: string, newText: string) {
  const [saved] = await db
    .insert(tutorialNotes)
    .values({ account_id: accountId, tutorial_id: tutorialId, text: newText })
    .onConflictDoNothing()
    .returning(columns)
  return saved
}

/** Changes a note if its stored version is one of `versions`. Returns undefined otherwise, also without such a note. */
export async function updateNote(
  db: Db,
  { accountId, tutorialId, versions = [] }: { accountId: string; tutorialId: string; versions: Date[] | undefined },
  newText: string,
) {
  const [saved] = await db
    .update(tutorialNotes)
    // A new version also for two changes within a millisecond.
    .set({ text: newText, updated_at: sql`greatest(now(), ${updated_at} + interval '1 millisecond')` })
    .where(and(isOwnNote(accountId, tutorialId), inArray(updated_at, versions)))
    .returning(columns)
  return saved
}
