import type { CourseContent, LibraryItemContent, SessionContent, TutorialContent } from '@academy/sample-content'
import type { CreatePageParameters } from '@notionhq/client'
import { lexer } from 'marked'
import { publishedTries } from '../prompt-tries/tries-file.ts'
import { excerpt } from './excerpt.ts'
import { plainText, richText } from './inline-text.ts'
import type { Block } from './markdown-blocks.ts'

export type Properties = NonNullable<CreatePageParameters['properties']>

const nameAndSlug = ({ name, slug }: { name: string; slug: string }): Properties => ({
  Name: { title: plainText(name) },
  Slug: { rich_text: plainText(slug) },
})

/** Returns the properties of a session's page, which a tutorial's page has as well. */
export const sessionProperties = (item: SessionContent | TutorialContent): Properties => ({
  ...nameAndSlug(item),
  Description: { rich_text: plainText(item.description) },
  Order: { number: item.order },
  Free: { checkbox: item.free },
})

/** Joins the paragraphs of a text property with empty lines. */
function paragraphs(markdown: string) {
  const texts = lexer(markdown)
    .filter((token) => token.type !== 'space')
    .map((token) => {
      if (token.type === 'paragraph') return richText(token.tokens ?? [])
      throw new Error(`A course's text should consist of paragraphs, not: ${token.raw.trim().slice(0, 80)}`)
    })
  return texts.flatMap((text, index) => (index === 0 ? text : [{ text: { content: '\n\n' } }, ...text]))
}

export const courseProperties = (course: CourseContent): Properties => ({
  ...nameAndSlug(course),
  Text: { rich_text: paragraphs(course.text) },
  Video: { url: course.video },
  Product: { rich_text: plainText(course.product ?? '') },
})

/** Returns the properties of a tutorial's page, without the diagram, which must be uploaded first. */
export const tutorialProperties = (tutorial: TutorialContent): Properties => ({
  ...sessionProperties(tutorial),
  VIP: { checkbox: tutorial.vip },
  Duration: { number: tutorial.duration },
  Reading: { number: tutorial.reading },
  Building: { number: tutorial.building },
  Feedback: { select: tutorial.feedback === null ? null : { name: tutorial.feedback } },
  Video: { url: tutorial.video },
  'Diagram description': { rich_text: plainText(tutorial.diagram_description ?? '') },
  'Facts checked on': { date: tutorial.facts_checked === null ? null : { start: tutorial.facts_checked } },
})

/** Returns the properties of a library item's page, without related items, which may not exist yet. Lists show the excerpts. */
export const libraryProperties = (item: LibraryItemContent, blocks: readonly Block[]): Properties => ({
  ...nameAndSlug(item),
  Description: { rich_text: plainText(item.description) },
  Order: { number: item.order },
  Tag: { multi_select: item.tags.map((name) => ({ name })) },
  Premium: { checkbox: item.premium },
  Sample: { checkbox: item.sample },
  Tries: { rich_text: plainText(publishedTries(item.tries)) },
  'Use when': { rich_text: plainText(item.use_when ?? '') },
  Content: { rich_text: plainText(excerpt(blocks, 'prompt')) },
  CodeSample: { rich_text: plainText(excerpt(blocks, 'code sample')) },
})
