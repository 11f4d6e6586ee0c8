import { moveMentoringSession } from '@academy/api/move-session'
import { isWeek, SESSIONS_PER_WEEK } from '@academy/contract/mentorship-draw'
import { z } from 'zod'
import { CommandError } from '../command-error.ts'
import type { Environment } from '../environment.ts'
import { explainDatabaseError } from '../explain-database-error.ts'
import { parseOptions, readDirectDatabaseUrl, usageError } from '../read-command.ts'

export const SESSION_MOVE_HELP = `
  npx -y pnpm@10 academy session:move <Monday> <session> --at 2026-12-12T09:00:00Z

Moves a mentoring session of the week of a Monday, such as 2026-12-07, to another time. Sessions are numbered by their first times, from 1 to ${SESSIONS_PER_WEEK}.
The running API mails the winner within a minute, with the change for the calendar. A substitute who follows gets the new time.
Settings: DATABASE_URL`

const time = z.iso.datetime({ offset: true })

/** Moves a mentoring session. Throws a CommandError for wrong arguments, and if the session has no winner. */
export async function runSessionMove(args: string[], env: Environment, say: (line: string) => void): Promise<void> {
  const options = { at: { type: 'string' } } as const
  const { values, positionals } = parseOptions(SESSION_MOVE_HELP, { args, options, allowPositionals: true })
  const [week = '', number = '', ...more] = positionals
  const session = Number(number)
  const isSession = Number.isInteger(session) && session >= 1 && session <= SESSIONS_PER_WEEK
  if (!isWeek(week) || !isSession || more.length > 0)
    throw usageError(`session:move takes the day of a Monday, and a session from 1 to ${SESSIONS_PER_WEEK}.`, SESSION_MOVE_HELP)
  if (!time.safeParse(values.at).success)
    throw usageError('--at takes a time with its zone, such as 2026-12-12T09:00:00Z.', SESSION_MOVE_HELP)
  const startsAt = new Date(values.at ?? '')
  if (startsAt <= new Date()) throw usageError('--at must lie in the future.', SESSION_MOVE_HELP)
  const databaseUrl = readDirectDatabaseUrl(env, SESSION_MOVE_HELP)
  const isMoved = await moveMentoringSession(databaseUrl, { week, session }, startsAt).catch((error: unknown) => {
    throw explainDatabaseError(error, databaseUrl)
  })
  if (!isMoved) throw new CommandError(`Session ${session} of the week of ${week} has no winner, so there is nothing to move.`)
  say(
    `Session ${session} of the week of ${week} begins at ${startsAt.toISOString()}. Its winner gets a mail with the change for the calendar.`,
  )
}
