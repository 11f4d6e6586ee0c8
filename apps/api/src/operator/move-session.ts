import { drizzle } from 'drizzle-orm/postgres-js'
// The plugins declare what they add to the app; other packages need all of them to check the types of this file.
import type {} from '../app.ts'
import { openDatabase } from '../database/open-database.ts'
import { moveSession } from '../modules/mentorship/draws.store.ts'

/** Moves a mentoring session. A running API mails its winner. Returns false if the session has no winner. */
export async function moveMentoringSession(
  databaseUrl: string,
  session: { week: string; session: number },
  startsAt: Date,
): Promise<boolean> {
  await using sql = openDatabase(databaseUrl, { applicationName: 'academy-sessions', max: 1 })
  return await moveSession(drizzle({ client: sql }), session, startsAt)
}
