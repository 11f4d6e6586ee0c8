import { htmlToMarkdown } from '@academy/contract/html-to-text'
import { renderParts } from '@academy/contract/tutorial-parts'
import type { AcademyClient, ResponseOf } from '@vibe-coding-academy/client'
import type { AcademyServerOptions } from './academy-server-options.ts'

type Content = ResponseOf<AcademyClient['courses']['tutorialContent']>['data']

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

/** Returns the tutorial to continue with, null when all are done that the user may open, and how many are done. */
export async function currentTutorial(options: CourseOptions) {
  const [{ continue_with, done, total }, tutorials] = await Promise.all([
    options.client.learning.progress({ params: { courseId: options.courseId } }),
    listTutorials(options),
  ])
  const [tutorial = null] = tutorials.flatMap(({ id, name, session, url }) => (id === continue_with ? [{ id, name, session, url }] : []))
  return { tutorial, done, total }
}

/** Returns the parts of a tutorial as Markdown, in the order of its page. A part without a heading has an empty one. */
export function tutorialParts(content: Content): { heading: string; markdown: string }[] {
  const bare = (html: string) => [{ heading: '', markdown: htmlToMarkdown(html) }]
  const headed = (html: string, { heading }: { heading: string }) => [{ heading, markdown: htmlToMarkdown(html) }]
  const parts = renderParts<{ heading: string; markdown: string }[]>(content, {
    introduction: bare,
    section: headed,
    video: () => [],
    diagram: () => [],
    prompt: headed,
    code: headed,
    tips: (tips, part) => headed(tips.map(({ parent_html, children_html }) => parent_html + children_html).join(''), part),
    transition: bare,
  })
  return parts.flat()
}

/**
 * Returns a tutorial as Markdown. Never starts the course (`start=false`): a program that reads ahead must not end the user's guarantee.
 */
export async function readTutorial({ client }: AcademyServerOptions, tutorialId: string): Promise<string> {
  const { data } = await client.courses.tutorialContent({ params: { tutorialId }, query: { start: 'false' } })
  const parts = tutorialParts(data).flatMap(({ heading, markdown }) => (heading ? [`## ${heading}`, markdown] : [markdown]))
  return [`# ${data.tutorial_name}`, ...parts].join('\n\n')
}
