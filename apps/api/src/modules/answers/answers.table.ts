import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../database/timestamp-ms.ts'

/**
 * Whether a tutorial worked: one row for each account and each version of the tutorial's text. Tutorials are named by their public id, which
 * survives a moved Notion workspace (decision 002).
 */
export const tutorialAnswers = pgTable(
  'tutorial_answers',
  {
    account_id: uuid().notNull(),
    tutorial_id: text().notNull(),
    /** The hash of the text that the answer is about. */
    text_hash: text().notNull(),
    worked: boolean().notNull(),
    /** What happened, in the learner's words. */
    text: text().notNull().default(''),
    /** The operating system and the coding tool, as the learner named them. */
    system: text(),
    tool: text(),
    /** Whether the author may see the name of the account. */
    with_name: boolean().notNull().default(false),
    answered_at: timestampMs().notNull().defaultNow(),
  },
  (answer) => [
    primaryKey({ columns: [answer.account_id, answer.tutorial_id, answer.text_hash] }),
    index('tutorial_answers_tutorial').on(answer.tutorial_id, answer.worked),
  ],
)
