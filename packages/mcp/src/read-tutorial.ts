import { tutorialMarkdown } from '@academy/contract/tutorial-markdown'
import type { AcademyServerOptions } from './academy-server-options.ts'

type CourseOptions = Pick<AcademyServerOptions, 'client' | 'webUrl' | 'courseId'>

/** Returns all tutorials of the course in their order. */
export async function listTutorials({ client, webUrl, courseId }: CourseOptions) {
  const { data } = await client.courses.sessions()
  return data.flatMap(({ id: sessionId, number, name, tutorials }) =>
    tutorials.map((tutorial) => ({
      id: tutorial.id,
      name: tutorial.name,
      session: `${number}. ${name}`,
      url: `${webUrl}/courses/${courseId}/sessions/${sessionId}/tutorials/${tutorial.id}`,
      free: tutorial.free,
    })),
  )
}

/** Returns the URL of the page of a tutorial. */
export async function tutorialUrl(options: CourseOptions, tutorialId: string): Promise<string> {
  const tutorial = (await listTutorials(options)).find(({ id }) => id === tutorialId)
  return tutorial?.url ?? `${options.webUrl}/courses/${options.courseId}`
}

/** Returns the tutorial to continue with, null when all are done that the user may open, and how many are done. */
export async function currentTutorial(options: CourseOptions) {
  const [{ continue_with, done, total }, tutorials] = await Promise.all([
    options.client.learning.progress({ params: { courseId: options.courseId } }),
    listTutorials(options),
  ])
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
