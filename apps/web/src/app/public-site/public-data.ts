import { type News, news, type PublicCourse, proof, publicCourse, publicTutorial, review, tutorialContent } from '@academy/contract'
import { z } from 'zod'
import { env } from '../../env.ts'
import { transcriptLines } from '../../features/courses/video/captions.ts'
import { trackUrl } from '../../features/courses/video/track-url.ts'
import { parseAnswer } from './parse-answer.ts'
import type { RenderOptions } from './rendered-page.tsx'

/** As the API. */
const MAX_NEWS = 50

export type CourseNews = News & { courseId: string }

const parseData = <T extends z.ZodType>(schema: T, body: unknown): z.output<T> | undefined =>
  body === undefined || body === null ? undefined : parseAnswer(schema, z.object({ data: z.unknown() }).parse(body).data)

// Each function returns undefined for what visitors may not see, and throws when the API does not respond or breaks the contract.
export const loadCourse = async ({ load }: RenderOptions, id = env.masterCourseId) =>
  parseData(publicCourse, await load(`/api/public/courses/${encodeURIComponent(id)}`))
const loadNewsOf = async ({ load }: RenderOptions, id: string) =>
  parseData(z.array(news), await load(`/api/public/courses/${encodeURIComponent(id)}/news`))
export const loadReviews = async ({ load }: RenderOptions) => parseData(z.array(review), await load('/api/public/reviews')) ?? []
export const loadProof = async ({ load }: RenderOptions) => parseData(proof, await load('/api/proof'))
export const loadTutorial = async ({ load }: RenderOptions, id: string) =>
  parseData(publicTutorial, await load(`/api/public/tutorials/${encodeURIComponent(id)}`))
export const loadContent = async ({ load }: RenderOptions, id: string) =>
  parseData(tutorialContent, await load(`/api/public/tutorials/${encodeURIComponent(id)}/content`))

/** Loads all courses, the Master Course first; undefined without it. */
export async function loadCourses(options: RenderOptions): Promise<[PublicCourse, ...PublicCourse[]] | undefined> {
  const first = await loadCourse(options)
  if (first === undefined) return undefined
  const others = await Promise.all(first.others.map(({ id }) => loadCourse(options, id)))
  return [first, ...others.filter((course) => course !== undefined)]
}

/** Loads what is new in all courses, last changed first, at most as much as one course has; undefined without the Master Course. */
export async function loadNews(options: RenderOptions): Promise<CourseNews[] | undefined> {
  const [first, course] = await Promise.all([loadNewsOf(options, env.masterCourseId), loadCourse(options)])
  if (first === undefined) return undefined
  const others = await Promise.all(
    (course?.others ?? []).map(async ({ id }) =>
      // samples of the library are in the news of each course
      ((await loadNewsOf(options, id)) ?? []).filter(({ kind }) => kind === 'tutorial').map((item) => ({ ...item, courseId: id })),
    ),
  )
  const items = [...first.map((item) => ({ ...item, courseId: env.masterCourseId })), ...others.flat()]
  return items.toSorted((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at)).slice(0, MAX_NEWS)
}

/** Loads the transcript of a video from the files that its player loads. */
export async function loadTranscript({ load }: RenderOptions, video: string) {
  const loadTrack = async (kind: 'captions' | 'chapters') => {
    const path = trackUrl(video, kind)?.match(/\/api\/files\/.*/)?.[0]
    return String((path && (await load(path))) ?? '')
  }
  const [captions, chapters] = await Promise.all([loadTrack('captions'), loadTrack('chapters')])
  return transcriptLines(captions, chapters)
}
