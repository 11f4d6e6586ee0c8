import { type SessionChecks, sessionChecks } from '@academy/contract/session-checks'
import { AcademyError } from '@vibe-coding-academy/client'
import { CliError, usageError } from '../cli-error.ts'
import type { Academy } from '../command.ts'
import { loadOrStored } from './load-or-stored.ts'

export type SessionToCheck = {
  id: string
  title: string
  digest: string
  checks: SessionChecks
  /** Returns the name and the address of a tutorial; undefined for one that the course no longer has. */
  tutorialOf: (id: string) => { name: string; url: string } | undefined
}

/** Throws for checks that this version does not know, and for invalid ones: whatever the academy sends, nothing of it runs then. */
function parseChecks(received: unknown): SessionChecks {
  const parsed = sessionChecks.safeParse(received)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new CliError(
    `This version of vca does not know these checks (${issue?.path.join('.')}: ${issue?.message}). Install the newest one. Nothing was run.`,
  )
}

/** Loads the checks of a session: that of the argument, its id or number, or else that of the tutorial to continue with. */
export async function loadSessionToCheck(
  { client, page, url }: Academy,
  { courseId, name, env }: { courseId: string; name: string | undefined; env: NodeJS.ProcessEnv },
): Promise<SessionToCheck> {
  const load = <T>(what: string, request: () => Promise<T>) => loadOrStored(env, `${url} ${what}`, request)
  const { data: sessions } = await load(`${courseId} sessions`, () =>
    // Without the setting, the academy knows the id of its first course.
    client.courses.sessions({ query: env.VCA_COURSE ? { course: courseId } : {} }),
  )
  const progress = () => client.learning.progress({ params: { courseId } })
  const next = name === undefined ? (await load(`${courseId} progress`, progress)).continue_with : null
  const session = sessions.find(({ id, number, tutorials }) =>
    name === undefined ? tutorials.some((tutorial) => tutorial.id === next) : id === name || String(number) === name,
  )
  if (!session)
    throw name === undefined ? usageError('Name the session, such as `vca check 4`.') : new CliError(`There is no session "${name}".`)
  const title = `Session ${session.number}: ${session.name}`
  try {
    const { data } = await load(session.id, () =>
      client.courses.sessionChecks({ params: { sessionId: session.id }, query: { start: 'false' } }),
    )
    return {
      id: session.id,
      title,
      digest: data.digest,
      checks: parseChecks(data.checks),
      tutorialOf: (id) => {
        const found = sessions.flatMap(({ id: sessionId, tutorials }) => tutorials.map((tutorial) => ({ ...tutorial, sessionId })))
        const tutorial = found.find((one) => one.id === id)
        return tutorial && { name: tutorial.name, url: page(`/courses/${courseId}/sessions/${tutorial.sessionId}/tutorials/${id}`) }
      },
    }
  } catch (error) {
    if (!(error instanceof AcademyError)) throw error
    if (error.status === 404) throw new CliError(`${title} has no checks.`, undefined, { cause: error })
    if (error.code === 'guarantee_open')
      throw new CliError(
        'The checks are part of the course, which you have not started. Open a tutorial of the session first.',
        undefined,
        {
          cause: error,
        },
      )
    throw error
  }
}
