/** A picture or video in the folder of a Markdown file. */
export type ContentFile = { name: string; contentType: string; bytes: Uint8Array }

/** A page from a Markdown file. */
type PageContent = {
  /** Path relative to the content folder, for messages. */
  file: string
  slug: string
  name: string
}

type ListedPageContent = PageContent & {
  description: string
  /** Position in the list, from 1. */
  order: number
}

export type TutorialContent = ListedPageContent & {
  free: boolean
  vip: boolean
  /** Length of the video in minutes. */
  duration: number | null
  /** Minutes to read the tutorial. */
  reading: number | null
  /** Minutes to follow its instructions. */
  building: number | null
  feedback: 'feedback' | 'testimonial' | null
  /** Address of the video on a video host. */
  video: string | null
  diagram: ContentFile | null
  /** Text alternative of the diagram. */
  diagram_description: string | null
  /** Markdown, in parts by second-level headings. */
  body: string
  /** Pictures and videos that the body embeds, by their relative address. */
  files: Readonly<Record<string, ContentFile>>
}

export type SessionContent = ListedPageContent & {
  free: boolean
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

export type CourseContent = PageContent & {
  /** Markdown without headings: shown as the course's description. */
  text: string
  /** Address of the intro on a video host. */
  video: string | null
  /** Markdown, in parts by second-level headings; "Video" has the intro if it is a file. May be empty. */
  body: string
  /** Pictures and videos that the body embeds, by their relative address. */
  files: Readonly<Record<string, ContentFile>>
  sessions: SessionContent[]
}

export type LibraryItemContent = ListedPageContent & {
  /** The first one is the item's category. */
  tags: string[]
  premium: boolean
  /** Visible to everyone, without the Studio. */
  sample: boolean
  /** Completes “Use when …”: the situation in one line. */
  use_when: string | null
  /** Slugs of other items, the closest first. */
  related: string[]
  /** Markdown, in parts by second-level headings. */
  body: string
  /** Pictures and videos that the body embeds, by their relative address. */
  files: Readonly<Record<string, ContentFile>>
}

export type SampleContent = { course: CourseContent; library: LibraryItemContent[] }
