import { createHash } from 'node:crypto'
import path from 'node:path'
import type { CourseContent } from '../sample-content.ts'

/** The content of a poster: a title beside the tutorial's diagram, or above the description where there is no diagram. The introduction has a title alone: it stands beside the course's own title and description. */
export type Poster = {
  /** Path of the picture, relative to the content folder. */
  file: string
  title: string
  description: string
  /** SVG; null without a diagram. */
  diagram: string | null
}

/** Returns the posters of all clips in a course. */
export function postersOf(course: CourseContent): Poster[] {
  const intro = { ...course, name: 'What you build in this course', description: '', diagram: null }
  const tutorials = course.sessions.flatMap((session) => session.tutorials)
  return [intro, ...tutorials].flatMap(({ file, name, description, diagram, files }) =>
    Object.entries(files)
      .filter(([, { contentType }]) => contentType.startsWith('video/'))
      .map(([address]) => ({
        file: path.posix.join(path.posix.dirname(file), address.replace(/\.webm$/, '.poster.webp')),
        title: name,
        description,
        diagram: diagram && Buffer.from(diagram.bytes).toString('utf8'),
      })),
  )
}

/** Returns a digest of what a poster is made from, which changes when the poster is outdated. */
export function posterDigest({ title, description, diagram }: Poster): string {
  return createHash('sha256')
    .update(JSON.stringify([title, diagram ?? description]))
    .digest('hex')
    .slice(0, 16)
}
