import type { TutorialContent } from './courses.ts'
import { htmlToMarkdown } from './html-to-text.ts'
import { type PartFields, renderParts } from './tutorial-parts.ts'

/**
 * Returns the parts of a tutorial as Markdown, in the order of its page. A part without a heading has an empty one. `origin` completes the URLs of
 * files; without it there is no diagram, because the URLs of files expire.
 */
export function markdownParts(content: PartFields, origin?: string): { heading: string; markdown: string }[] {
  const bare = (html: string) => [{ heading: '', markdown: htmlToMarkdown(html, origin) }]
  const headed = (html: string, { heading }: { heading: string }) => [{ heading, markdown: htmlToMarkdown(html, origin) }]
  const parts = renderParts<{ heading: string; markdown: string }[]>(content, {
    introduction: bare,
    section: headed,
    video: () => [],
    diagram: ({ url, description }) => {
      const markdown = `![${description ?? 'Diagram'}](${url.replace(/^\//, `${origin}/`)})`
      return origin === undefined ? [] : [{ heading: '', markdown }]
    },
    prompt: headed,
    code: headed,
    tips: (tips, part) => headed(tips.map((tip) => `<h3>${tip.parent_html}</h3>${tip.children_html}`).join(''), part),
    transition: bare,
  })
  return parts.flat()
}

/** Returns a sentence with the day on which the author last checked facts of a tutorial; none for a tutorial without such facts. */
export const factsChecked = ({ facts_checked_on: day }: Pick<TutorialContent, 'facts_checked_on'>): string[] =>
  day ? [`The author last checked facts that change, such as names and prices, on ${day}.`] : []

/** Returns a tutorial as Markdown below `lead`. `origin` is that of `markdownParts`. */
export const tutorialMarkdown = (
  lead: string[],
  content: PartFields & Pick<TutorialContent, 'facts_checked_on'>,
  origin?: string,
): string =>
  [
    ...lead,
    ...factsChecked(content),
    ...markdownParts(content, origin).flatMap(({ heading, markdown }) => (heading ? [`## ${heading}`, markdown] : [markdown])),
  ].join('\n\n')
