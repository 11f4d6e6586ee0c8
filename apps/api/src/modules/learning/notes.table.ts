import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../database/timestamp-ms.ts'

/**
 * One row for each tutorial on which an account ever wrote a note. An emptied note keeps its row, so that it can be written again while the
 * tutorial is locked. Tutorials are named by their public id, which survives a moved Notion workspace (decision 002).
 */
export const tutorialNotes = pgTable(
  'tutorial_notes',
  {
    account_id: uuid().notNull(),
    tutorial_id: text().notNull(),
    /** Markdown as it was typed. */
    text: text().notNull(),
    /** Also the version of the note, so each change sets a different time. */
    updated_at: timestampMs().notNull().defaultNow(),
  },
  (note) => [primaryKey({ columns: [note.account_id, note.tutorial_id] })],
)
