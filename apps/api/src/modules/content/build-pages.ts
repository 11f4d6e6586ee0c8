import type { CourseRow, MirrorPage, ResourceRow, SessionRow, TutorialRow } from './content.store.ts'
import { renderCourseVideo } from './course-video.ts'
import type { Picture } from './files/copy-picture.ts'
import type { Facts } from './judge-pages.ts'
import type { CourseFacts, ResourceFacts, SessionFacts, TutorialFacts } from './page-facts.ts'
import { type BuildContext, copyFor, readPage } from './read-page.ts'
import { renderResource } from './resource-parts.ts'
import { renderTutorial } from './tutorial-parts.ts'

type Built<Row> = { row: Row; pictures: Picture[] }

async function buildCourse({ video_url, ...facts }: CourseFacts, ctx: BuildContext): Promise<Built<CourseRow>> {
  // The rest of the page is the authors' own: what they keep there must not matter.
  const { made, columns } = await readPage(facts.notion_page_id, ctx, (nodes, render) => renderCourseVideo(nodes, video_url, render), {
    copyPictures: false,
  })
  return { row: { ...facts, ...columns, video: made }, pictures: [] }
}

const buildSession = (facts: SessionFacts, { now }: BuildContext): Built<SessionRow> => ({
  row: { ...facts, fetched_at: now() },
  pictures: [],
})

async function buildTutorial({ video_url, diagram_url, ...facts }: TutorialFacts, ctx: BuildContext): Promise<Built<TutorialRow>> {
  const { made, pictures, columns } = await readPage(facts.notion_page_id, ctx, (nodes, render) => renderTutorial(nodes, video_url, render))
  const diagram = diagram_url === undefined ? undefined : await copyFor(ctx)(diagram_url)
  return {
    row: { ...facts, ...columns, parts: made, diagram: diagram?.hash ?? null },
    pictures: [...(diagram ? [diagram] : []), ...pictures],
  }
}

async function buildResource(facts: ResourceFacts, ctx: BuildContext): Promise<Built<ResourceRow>> {
  const { made, pictures, columns } = await readPage(facts.notion_page_id, ctx, renderResource)
  return { row: { ...facts, ...columns, parts: made }, pictures }
}

/** Fetches a page whole and makes of it what is published. @throws PageRefused when it may not be. */
export async function buildPage(page: Facts, ctx: BuildContext): Promise<MirrorPage & { pictures: Picture[] }> {
  switch (page.kind) {
    case 'course':
      return { kind: 'course', ...(await buildCourse(page.facts, ctx)) }
    case 'session':
      return { kind: 'session', ...buildSession(page.facts, ctx) }
    case 'tutorial':
      return { kind: 'tutorial', ...(await buildTutorial(page.facts, ctx)) }
    case 'resource':
      return { kind: 'resource', ...(await buildResource(page.facts, ctx)) }
  }
}
