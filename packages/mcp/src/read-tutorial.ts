import { htmlToMarkdown } from '@academy/contract/html-to-text'
import type { AcademyClient, ResponseOf } from '@vibe-coding-academy/client'
import type { AcademyServerOptions } from './academy-server-options.ts'

type Content = ResponseOf<AcademyClient['courses']['tutorialContent']>['data']

type Sessions = ResponseOf<AcademyClient['courses']['sessions']>['data']

export type ListedTutorial = { id: string; name: string; session: string; url: string; free: boolean }

/** Returns all tutorials of the course in their order. */
export async function listTutorials({ client, webUrl, courseId }: AcademyServerOptions): Promise<ListedTutorial[]> {
  const { data }: { data: Sessions } = await client.courses.sessions()
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

/** The parts of a tutorial with their headings, in the order of its page. */
const partsOf = (content: Content): [heading: string, html: string | undefined][] => [
  ['', content.description?.html],
  ['Tools', content.tools?.html],
  ['Prompt', content.prompt?.html],
  ['Code', content['code-sample']?.html],
  ['Tips', content.tips.map(({ parent_html, children_html }) => parent_html + children_html).join('')],
  ['', content.transition?.html],
]

/**
 * Returns a tutorial as Markdown. Never starts the course (`start=false`): a program that reads ahead must not end the user's guarantee.
 */
export async function readTutorial({ client }: AcademyServerOptions, tutorialId: string): Promise<string> {
  const { data } = await client.courses.tutorialContent({ params: { tutorialId }, query: { start: 'false' } })
  const parts = partsOf(data).flatMap(([heading, html]) => (html ? [...(heading ? [`## ${heading}`] : []), htmlToMarkdown(html)] : []))
  return [`# ${data.tutorial_name}`, ...parts].join('\n\n')
}
