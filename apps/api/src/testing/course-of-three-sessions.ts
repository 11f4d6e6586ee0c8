import { DIAGRAM, type MirroredAcademy } from './mirrored-academy.ts'
import { codeOf, headingOf, paragraphOf, toggleOf } from './notion-workspace.ts'

/** The text of both locked tutorials: no response to other users may contain it. */
export const LOCKED_WORDS = 'words of the locked tutorial'

/** A course of three sessions: the first one free, the others locked, with a free and a VIP tutorial among them. */
export async function writeCourse({ workspace }: MirroredAcademy): Promise<void> {
  const course = await workspace.addCourse({
    name: 'Vibe Coding',
    slug: 'master-course',
    text: 'Learn to build.\n\nFor real.',
    blocks: [
      paragraphOf('notes of the authors'),
      headingOf('Video'),
      { video: { external: { url: 'https://vimeo.com/76979871' } } },
      headingOf('Ideas'),
      paragraphOf('more notes'),
    ],
  })
  const last = await workspace.addSession(course, { name: 'Ship', slug: 'ship', description: 'Put it online', order: 3 })
  const first = await workspace.addSession(course, { name: 'Start', slug: 'start', description: 'Begin here', order: 1, free: true })
  const middle = await workspace.addSession(course, { name: 'Build', slug: 'build', order: 2 })
  await workspace.addTutorial(first, {
    name: 'Write a brief',
    slug: 'write-a-brief',
    description: 'One page is enough',
    order: 1,
    duration: 12,
    reading: 8,
    building: 25,
    feedback: 'feedback',
    video: 'https://youtu.be/dQw4w9WgXcQ',
    diagram: { name: 'brief.svg', type: 'image/svg+xml', bytes: DIAGRAM },
    diagramDescription: 'A page leads to a product.',
    factsCheckedOn: '2026-11-02',
    blocks: [
      paragraphOf('What you will build'),
      headingOf('Tools'),
      paragraphOf('An editor'),
      headingOf('Prompt'),
      codeOf('You are a tutor.\n\n<ask> me & wait.'),
      headingOf('Code sample'),
      codeOf('const a = 1', 'javascript'),
      headingOf('Pro tips'),
      toggleOf('Be brief', ['Really']),
      headingOf('Transition'),
      paragraphOf('On to building'),
    ],
  })
  await workspace.addTutorial(first, { name: 'Second', slug: 'second', order: 2, blocks: [headingOf('Tools'), paragraphOf('An editor')] })
  await workspace.addTutorial(middle, {
    name: 'Build a slice',
    slug: 'build-a-slice',
    description: 'From end to end',
    order: 1,
    duration: 25,
    diagram: { name: 'slice.svg', type: 'image/svg+xml', bytes: Buffer.from(DIAGRAM.toString().replace('10 10', '20 20')) },
    blocks: [paragraphOf(LOCKED_WORDS), headingOf('Prompt'), codeOf(LOCKED_WORDS)],
  })
  await workspace.addTutorial(middle, { name: 'A free one', slug: 'a-free-one', order: 2, free: true, blocks: [paragraphOf('open')] })
  await workspace.addTutorial(last, { name: 'For guests', slug: 'for-guests', order: 1, vip: true, blocks: [paragraphOf(LOCKED_WORDS)] })
}
