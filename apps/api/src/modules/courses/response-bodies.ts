import type { Course, CourseSummary, SessionDetail, SessionSummary, TutorialContent } from '@academy/contract'
import { partFields } from '../content/mirror/part-fields.ts'
import { withFileUrls } from '../content/read/file-links.ts'
import type { PublishedParts } from '../content/read/published-content.store.ts'
import { folderOf } from './checkpoint-archive.ts'
import { isFreeCheckpoint } from './open-checkpoint.ts'
import type { OutlineCourse, OutlineSession, PlacedTutorial } from './outline.ts'

// The bodies of responses. The contract's schemas remove fields that they do not name.

/** Notion's rich text with only the field that clients read; empty for an empty text. */
export const richText = (text: string) => (text ? [{ plain_text: text }] : [])

export const courseBody = ({ id, name, text, sessions }: OutlineCourse): Course => ({
  id,
  properties: {
    Name: { title: richText(name) },
    Text: { rich_text: richText(text) },
    sessions: { relation: sessions.map((session) => ({ id: session.id })) },
  },
})

/** Returns what a list says about a course, for every caller. */
export function courseSummary({
  id,
  product,
  name,
  text,
  sessions,
  opens_on,
  studio_opens_on,
}: OutlineCourse): Omit<CourseSummary, 'state' | 'next_guarantee'> {
  const tutorials = sessions.flatMap((session) => session.tutorials)
  const free_tutorials = tutorials.filter(({ free }) => free).length
  return { id, product, name, text, sessions: sessions.length, tutorials: tutorials.length, free_tutorials, opens_on, studio_opens_on }
}

/** Returns the intro video; empty without one. The URLs of its files need no token. */
export const courseVideo = ({ video }: OutlineCourse, urlOf: (hash: string) => string) => ({
  html: withFileUrls(video ?? '', urlOf),
})

export const sessionSummary = (session: OutlineSession): SessionSummary => ({ ...session, tutorials_number: session.tutorials.length })

const checkpointBody = (session: OutlineSession): SessionDetail['checkpoint'] => {
  const { checkpoint } = session
  if (!checkpoint) return null
  const { files, size } = checkpoint
  return { file_name: `${folderOf(checkpoint, session)}.zip`, files, size, free: isFreeCheckpoint(session) }
}

export const sessionBody = (session: OutlineSession): SessionDetail => ({
  id: session.id,
  course_id: session.course_id,
  properties: { Name: { title: richText(session.name) }, Description: { rich_text: richText(session.description) } },
  checkpoint: checkpointBody(session),
})

/** Returns the content of a tutorial. `urlOf` returns the URL of a picture by its hash. */
export function tutorialContent(
  tutorial: PlacedTutorial,
  { parts, diagram, diagram_size, diagram_description, facts_checked_on }: PublishedParts,
  urlOf: (hash: string) => string,
): TutorialContent {
  return {
    ...partFields(parts, diagram === null ? null : urlOf(diagram), (html) => withFileUrls(html, urlOf)),
    diagram_size,
    diagram_description,
    facts_checked_on,
    next: { next_tutorial: tutorial.next ?? null, before_tutorial: tutorial.before ?? null },
    duration: tutorial.duration,
    tutorial_name: tutorial.name,
    tutorial_description: tutorial.description || null,
    feedback_component: tutorial.feedback,
  }
}
