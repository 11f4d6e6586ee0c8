import type { CourseRow, MirrorPage, ResourceRow, SessionRow, TutorialRow } from './content.store.ts'
import { courseVideoSection } from './course-video.ts'
import type { CopiedFile } from './files/copied-file.ts'
import { copyPicture } from './files/copy-picture.ts'
import type { Facts } from './judge-pages.ts'
import type { CourseFacts, ResourceFacts, SessionFacts, TutorialFacts } from './page-facts.ts'
import { type BuildContext, copyOptions, readPage } from './read-page.ts'
import { renderResource } from './resource-parts.ts'
import { renderTutorial } from './tutorial-parts.ts'
import { renderVideoPart } from './video-part.ts'

type Built<Row> = { row: Row; files: CopiedFile[] }

async function buildCourse({ video_url, ...facts }: CourseFacts, ctx: BuildContext): Promise<Built<CourseRow>> {
  const { made, files, columns } = await readPage(facts.notion_page_id, ctx, {
    // The rest of the page is the authors' own: what they keep there must not matter.
    select: courseVideoSection,
    render: (nodes, render) => renderVideoPart(video_url, nodes, render),
  })
  return { row: { ...facts, ...columns, video: made }, files }
}

const buildSession = (facts: SessionFacts, { now }: BuildContext): Built<SessionRow> => ({
  row: { ...facts, fetched_at: now() },
  files: [],
})

async function buildTutorial({ video_url, diagram_url, ...facts }: TutorialFacts, ctx: BuildContext): Promise<Built<TutorialRow>> {
  const { made, files, columns } = await readPage(facts.notion_page_id, ctx, {
    render: (nodes, render) => renderTutorial(nodes, video_url, render),
  })
  const diagram = diagram_url === undefined ? undefined : await copyPicture(diagram_url, copyOptions(ctx))
  return {
    row: { ...facts, ...columns, parts: made, diagram: diagram?.hash ?? null },
    files: [...(diagram ? [diagram] : []), ...files],
  }
}

async function buildResource(facts: ResourceFacts, ctx: BuildContext): Promise<Built<ResourceRow>> {
  const { made, files, columns } = await readPage(facts.notion_page_id, ctx, { render: renderResource })
  return { row: { ...facts, ...columns, parts: made }, files }
}

/** Fetches a page whole and makes of it what is published. @throws PageRefused when it may not be. */
export async function buildPage(page: Facts, ctx: BuildContext): Promise<MirrorPage & { files: CopiedFile[] }> {
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
