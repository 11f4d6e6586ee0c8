import type { PublicCourse, TutorialContent } from '@academy/contract'
import { isEmptyHtml } from '@academy/contract/html-to-text'
import { blocksOf } from '@academy/contract/prompt-sections'
import { freeTutorials } from '../../features/courses/course-outline.ts'

/** A prompt of a free tutorial. */
export type ExamplePrompt = { html: string; tutorial: { id: string; name: string } }

/** How many free tutorials are searched, because each costs a request to the API. */
const MAX_TUTORIALS = 5

/**
 * Returns a prompt of the first free tutorials: the first that stands alone, else the first of several, which may need the ones after it.
 * Undefined if none of them has a prompt. `loadContent` resolves to undefined for content that visitors may not read.
 */
export async function findExamplePrompt(
  { sessions }: PublicCourse,
  loadContent: (tutorialId: string) => Promise<TutorialContent | undefined>,
): Promise<ExamplePrompt | undefined> {
  let firstOfSeveral: ExamplePrompt | undefined
  for (const { id, name } of freeTutorials(sessions).slice(0, MAX_TUTORIALS)) {
    const html = (await loadContent(id))?.prompt?.html
    if (!html || isEmptyHtml(html)) continue
    const blocks = blocksOf(html)
    const prompt = { html: blocks[0] ?? html, tutorial: { id, name } }
    if (blocks.length < 2) return prompt
    firstOfSeveral ??= prompt
  }
  return firstOfSeveral
}
