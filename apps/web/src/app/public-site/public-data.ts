import { news, proof, publicCourse, publicTutorial, review, tutorialContent } from '@academy/contract'
import { z } from 'zod'
import { env } from '../../env.ts'
import { transcriptLines } from '../../features/courses/video/captions.ts'
import { trackUrl } from '../../features/courses/video/track-url.ts'
import { parseAnswer } from './parse-answer.ts'
import type { RenderOptions } from './rendered-page.tsx'

const parseData = <T extends z.ZodType>(schema: T, body: unknown): z.output<T> | undefined =>
  body === undefined || body === null ? undefined : parseAnswer(schema, z.object({ data: z.unknown() }).parse(body).data)

// Each function returns undefined for what visitors may not see, and throws when the API does not respond or breaks the contract.
export const loadCourse = async ({ load }: RenderOptions) =>
  parseData(publicCourse, await load(`/api/public/courses/${encodeURIComponent(env.masterCourseId)}`))
export const loadNews = async ({ load }: RenderOptions) =>
  parseData(z.array(news), await load(`/api/public/courses/${encodeURIComponent(env.masterCourseId)}/news`))
export const loadReviews = async ({ load }: RenderOptions) => parseData(z.array(review), await load('/api/public/reviews')) ?? []
export const loadProof = async ({ load }: RenderOptions) => parseData(proof, await load('/api/proof'))
export const loadTutorial = async ({ load }: RenderOptions, id: string) =>
  parseData(publicTutorial, await load(`/api/public/tutorials/${encodeURIComponent(id)}`))
export const loadContent = async ({ load }: RenderOptions, id: string) =>
  parseData(tutorialContent, await load(`/api/public/tutorials/${encodeURIComponent(id)}/content`))

/** Loads the transcript of a video from the files that its player loads. */
export async function loadTranscript({ load }: RenderOptions, video: string) {
  const loadTrack = async (kind: 'captions' | 'chapters') => {
    const path = trackUrl(video, kind)?.match(/\/api\/files\/.*/)?.[0]
    return String((path && (await load(path))) ?? '')
  }
  const [captions, chapters] = await Promise.all([loadTrack('captions'), loadTrack('chapters')])
  return transcriptLines(captions, chapters)
}
