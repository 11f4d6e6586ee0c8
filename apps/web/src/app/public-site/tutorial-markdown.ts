import type { PublicTutorial, TutorialContent } from '@academy/contract'
import { renderParts } from '@academy/contract/tutorial-parts'
import TurndownService from 'turndown'

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })

/** Returns a free tutorial as Markdown. `origin` makes the URLs of files absolute; without one they are paths. */
export function tutorialMarkdown(tutorial: PublicTutorial, content: TutorialContent, origin: string): string {
  const { name, description, course, session } = tutorial
  const absolute = (html: string) => html.replace(/\b(src|href)="\//g, `$1="${origin}/`)
  const markdown = (html: string) => turndown.turndown(absolute(html))
  const bare = (html: string) => [markdown(html)]
  const headed = (html: string, { heading }: { heading: string }) => [`## ${heading}`, markdown(html)]
  const parts = renderParts<string[]>(content, {
    introduction: bare,
    section: headed,
    video: () => [],
    diagram: ({ url, description }) => [`![${description ?? 'Diagram'}](${url.replace(/^\//, `${origin}/`)})`],
    prompt: headed,
    code: headed,
    tips: (tips, { heading }) => [
      `## ${heading}`,
      ...tips.flatMap((tip) => [`### ${markdown(tip.parent_html)}`, markdown(tip.children_html)]),
    ],
    transition: bare,
  })
  return [
    `# ${name}`,
    ...(description ? [description] : []),
    `From session ${session.number}, “${session.name}”, of ${course.name}.`,
    ...parts.flat(),
  ].join('\n\n')
}
