import type { PublicTutorial, TutorialContent } from '@academy/contract'
import TurndownService from 'turndown'
import { isBlankHtml } from './server-html.tsx'

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })

/** Returns a free tutorial as Markdown. `origin` makes the URLs of files absolute; without one they are paths. */
export function tutorialMarkdown(tutorial: PublicTutorial, content: TutorialContent, origin: string): string {
  const { name, description, course, session } = tutorial
  const absolute = (html: string) => html.replace(/\b(src|href)="\//g, `$1="${origin}/`)
  const section = (title: string | undefined, html: string | null | undefined) =>
    isBlankHtml(html) ? [] : [...(title ? [`## ${title}`] : []), turndown.turndown(absolute(html ?? ''))]
  const tips = content.tips.flatMap((tip) => [`### ${turndown.turndown(tip.parent_html)}`, turndown.turndown(absolute(tip.children_html))])
  return [
    `# ${name}`,
    ...(description ? [description] : []),
    `From session ${session.number}, “${session.name}”, of ${course.name}.`,
    ...section(undefined, content.description?.html),
    ...section('Tools', content.tools?.html),
    ...(content.diagram_url ? [`![${content.diagram_description ?? 'Diagram'}](${content.diagram_url.replace(/^\//, `${origin}/`)})`] : []),
    ...section('Prompt', content.prompt?.html),
    ...section('Code sample', content['code-sample']?.html),
    ...(tips.length > 0 ? ['## Pro tips', ...tips] : []),
    ...section(undefined, content.transition?.html),
  ].join('\n\n')
}
