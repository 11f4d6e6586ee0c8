import { z } from 'zod'
import { flag, orNull, positiveNumber, slug, text, texts, url } from './front-matter.ts'

/** A picture or video in the folder of a Markdown file. */
export type ContentFile = { name: string; contentType: string; bytes: Uint8Array }

const pageFields = { slug, name: text }
const listedPageFields = {
  ...pageFields,
  description: text,
  /** Position in the list, from 1. */
  order: positiveNumber,
}

export const courseFields = {
  ...pageFields,
  /** Address of the intro on a video host. */
  video: orNull(url),
  /** The product that opens the course, by its id in the catalog. */
  product: orNull(text),
  /** Hidden until an author publishes it. */
  draft: flag,
}

export const sessionFields = { ...listedPageFields, free: flag, checkpoint: orNull(text) }

export const tutorialFields = {
  ...listedPageFields,
  free: flag,
  vip: flag,
  /** Length of the video in minutes. */
  duration: orNull(positiveNumber),
  /** Minutes to read the tutorial. */
  reading: orNull(positiveNumber),
  /** Minutes to follow its instructions. */
  building: orNull(positiveNumber),
  feedback: orNull(z.enum(['feedback', 'testimonial'], 'should be one of feedback, testimonial')),
  /** Address of the video on a video host. */
  video: orNull(url),
  /** Address of a file beside the tutorial. */
  diagram: orNull(text),
  /** The day on which the author last checked facts that change, such as prices. */
  facts_checked: orNull(z.iso.date('should be a day such as 2026-11-29')),
  /** The tool on which the author tried the prompts, and the day. */
  tried: orNull(text),
}

export const libraryFields = {
  ...listedPageFields,
  /** The first one is the item's category. */
  tags: texts.superRefine((tags, context) => {
    const withComma = tags.find((tag) => tag.includes(','))
    if (withComma !== undefined) context.addIssue(`should be without commas, unlike "${withComma}"`)
  }),
  premium: flag,
  /** Visible to everyone, without the Studio. */
  sample: flag,
  /** Completes “Use when …”: the situation in one line. */
  use_when: orNull(text),
  /** Slugs of other items, the closest first. */
  related: texts,
}

type Fields<T extends z.ZodRawShape> = z.output<z.ZodObject<T>>

type Page = {
  /** Path relative to the content folder, for messages. */
  file: string
  /** Markdown, in parts by second-level headings. */
  body: string
  /** Pictures and videos that the body embeds, by their relative address. */
  files: Readonly<Record<string, ContentFile>>
}

export type TutorialContent = Page &
  Omit<Fields<typeof tutorialFields>, 'diagram' | 'tried'> & {
    diagram: ContentFile | null
    /** Text alternative of the diagram. */
    diagram_description: string | null
  }

export type SessionContent = Pick<Page, 'file'> &
  Omit<Fields<typeof sessionFields>, 'checkpoint'> & {
    checkpoint: CheckpointContent | null
    /** The YAML with the checks of the project. */
    checks: string | null
    tutorials: TutorialContent[]
  }

/** The project at the end of a session, for learners to download. */
export type CheckpointContent = {
  /** The name of the project. */
  project: string
  files: { path: string; text: string }[]
}

/** `body` may be empty; its part "Video" has the intro if it is a file. */
export type CourseContent = Page &
  Fields<typeof courseFields> & {
    /** Markdown without headings: shown as the course's description. */
    text: string
    sessions: SessionContent[]
  }

export type LibraryItemContent = Page &
  Fields<typeof libraryFields> & {
    /** The JSON that `prompts:try` wrote; null for a prompt that was not tried. */
    tries: string | null
  }

export type SampleContent = {
  /** The Master Course. */
  course: CourseContent
  /** Other courses, which are drafts until an author publishes them. */
  furtherCourses: CourseContent[]
  library: LibraryItemContent[]
}
