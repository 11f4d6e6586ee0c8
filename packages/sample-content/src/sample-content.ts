/** A picture or video that lies beside a Markdown file. */
export type ContentFile = { name: string; contentType: string; bytes: Uint8Array }

export type TutorialContent = {
  /** Where it was read, relative to the content folder: for messages. */
  file: string
  slug: string
  name: string
  description: string
  /** Place within the session, from 1. */
  order: number
  free: boolean
  vip: boolean
  /** Length of the video in minutes. */
  duration: number | null
  /** Minutes to read the tutorial. */
  reading: number | null
  /** Minutes to build what it builds. */
  building: number | null
  feedback: 'feedback' | 'testimonial' | null
  /** Address of the video on a video host. */
  video: string | null
  diagram: ContentFile | null
  /** What the diagram shows, for readers who cannot see it. */
  diagram_description: string | null
  /** Markdown, in parts by second-level headings. */
  body: string
  /** Files that the body shows, by the address that it uses for them. */
  files: Readonly<Record<string, ContentFile>>
}

export type SessionContent = {
  file: string
  slug: string
  name: string
  description: string
  order: number
  free: boolean
  tutorials: TutorialContent[]
}

export type CourseContent = {
  file: string
  slug: string
  name: string
  /** Markdown without headings: shown as the course's description. */
  text: string
  /** Address of the intro on a video host. */
  video: string | null
  /** Markdown, in parts by second-level headings: "Video" holds the intro where it is a file. Empty if there is nothing to say. */
  body: string
  /** Files that the body shows, by the address that it uses for them. */
  files: Readonly<Record<string, ContentFile>>
  sessions: SessionContent[]
}

export type LibraryItemContent = {
  file: string
  slug: string
  name: string
  description: string
  /** Place within the library, from 1. */
  order: number
  /** The first one is the item's category. */
  tags: string[]
  premium: boolean
  /** Shown whole to everyone. */
  sample: boolean
  /** Slugs of other items, the closest first. */
  related: string[]
  /** Markdown, in parts by second-level headings. */
  body: string
  /** Files that the body shows, by the address that it uses for them. */
  files: Readonly<Record<string, ContentFile>>
}

export type SampleContent = { course: CourseContent; library: LibraryItemContent[] }
