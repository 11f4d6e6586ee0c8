import { tutorialMarkdown } from '@academy/contract/tutorial-markdown'
import type { AcademyServerOptions } from './academy-server-options.ts'

type CourseOptions = Pick<AcademyServerOptions, 'client' | 'webUrl' | 'courseId'>

/** Returns all tutorials of all courses in their order. */
export async function listTutorials({ client, webUrl }: CourseOptions) {
  const { data: courses } = await client.courses.list()
  const outlines = await Promise.all(
    courses.map(async ({ id, name }) => ({ id, name, sessions: (await client.courses.sessions({ query: { course: id } })).data })),
  )
  return outlines.flatMap((course) =>
    course.sessions.flatMap(({ id: sessionId, number, name, tutorials }) =>
      tutorials.map((tutorial) => ({
        id: tutorial.id,
        name: tutorial.name,
        course: course.id,
        session: `${courses.length > 1 ? `${course.name}, ` : ''}${number}. ${name}`,
        url: `${webUrl}/courses/${course.id}/sessions/${sessionId}/tutorials/${tutorial.id}`,
        free: tutorial.free,
      })),
    ),
  )
}

/** Returns the URL of the page of a tutorial. */
export async function tutorialUrl(options: CourseOptions, tutorialId: string): Promise<string> {
  const tutorial = (await listTutorials(options)).find(({ id }) => id === tutorialId)
  return tutorial?.url ?? `${options.webUrl}/courses/${options.courseId}`
}

/** Returns the progress in the course of a tutorial; without one, in the course that the user learned in last. */
export async function loadProgress(options: CourseOptions, tutorialId?: string) {
  const { client, courseId } = options
  const progressIn = (course: string) => client.learning.progress({ params: { courseId: course } })
  if (tutorialId !== undefined)
    return await progressIn((await listTutorials(options)).find(({ id }) => id === tutorialId)?.course ?? courseId)
  const { data: courses } = await client.courses.list()
  const [first, ...others] = await Promise.all([
    progressIn(courses[0]?.id ?? courseId),
    ...courses.slice(1).map(({ id }) => progressIn(id)),
  ])
  const lastUsed = ({ tutorials }: typeof first) => Math.max(0, ...tutorials.map(({ updated_at }) => Date.parse(updated_at)))
  return others.reduce((latest, progress) => (lastUsed(progress) > lastUsed(latest) ? progress : latest), first)
}

/** Returns the tutorial to continue with, null when all are done that the user may open, and how many are done. */
export async function currentTutorial(options: CourseOptions) {
  const [{ continue_with, done, total }, tutorials] = await Promise.all([loadProgress(options), listTutorials(options)])
  const [tutorial = null] = tutorials.flatMap(({ id, name, session, url }) => (id === continue_with ? [{ id, name, session, url }] : []))
  return { tutorial, done, total }
}

/**
 * Returns a tutorial as Markdown. Never starts the course (`start=false`): a program that reads ahead must not end the user's guarantee.
 */
export async function readTutorial({ client }: AcademyServerOptions, tutorialId: string): Promise<string> {
  const { data } = await client.courses.tutorialContent({ params: { tutorialId }, query: { start: 'false' } })
  return tutorialMarkdown([`# ${data.tutorial_name}`], data)
}
