import { loadSampleContent, type SampleContent } from '@academy/sample-content'

/** Returns the beginning of the sample content, which a push and a sync copy within a second. */
export function sampleExcerpt({ sessions, tutorials, items }: { sessions: number; tutorials: number; items: number }): SampleContent {
  const { course, library } = loadSampleContent()
  const chosen = library.slice(0, items)
  const slugs = new Set(chosen.map(({ slug }) => slug))
  return {
    course: {
      ...course,
      sessions: course.sessions.slice(0, sessions).map((session) => ({ ...session, tutorials: session.tutorials.slice(0, tutorials) })),
    },
    library: chosen.map((item) => ({ ...item, related: item.related.filter((slug) => slugs.has(slug)) })),
  }
}
