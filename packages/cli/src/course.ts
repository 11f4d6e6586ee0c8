import type { Academy } from './command.ts'

/** Returns the id of the course: the setting VCA_COURSE, or else `master-course`. */
export const courseOf = (env: NodeJS.ProcessEnv): string => env.VCA_COURSE || 'master-course'

export type ListedTutorial = { id: string; name: string; url: string; session: string }

/** Returns a tutorial of the course by its id, with its session; undefined for an unknown one. */
export async function findTutorial({ client, page }: Academy, courseId: string, id: string): Promise<ListedTutorial | undefined> {
  const { data: sessions } = await client.courses.sessions()
  for (const session of sessions) {
    const found = session.tutorials.find((tutorial) => tutorial.id === id)
    if (found) {
      const url = page(`/courses/${courseId}/sessions/${session.id}/tutorials/${id}`)
      return { id, name: found.name, url, session: `${session.number}. ${session.name}` }
    }
  }
  return undefined
}
