import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors } from './api-error.ts'
import { pathId, utcTime } from './text.ts'

const c = initContract()

/** The progress of an account with a tutorial that it opened. `video_seconds` is the position at which the video stopped. */
export const tutorialProgress = z.object({
  tutorial_id: z.string(),
  state: z.enum(['started', 'done']),
  video_seconds: z.number().nullable(),
  /** The last activity. */
  updated_at: z.string(),
})
export type TutorialProgress = z.infer<typeof tutorialProgress>

export const courseProgress = z.object({
  /** The tutorials that the account opened, in the order of the course. */
  tutorials: z.array(tutorialProgress),
  done: z.number(),
  total: z.number(),
  /** The tutorial to continue with: the last opened one that is not done, or the next one. Null if all accessible tutorials are done. */
  continue_with: z.string().nullable(),
})
export type CourseProgress = z.infer<typeof courseProgress>

/** The time of an action by the client's clock. The latest time wins, regardless of the order of the requests; a future time counts as now. */
const at = utcTime

/** Records that a tutorial was opened (only `at`), or is done. */
const progressInput = z.strictObject({ at, done: z.boolean({ error: 'done must be true or false.' }).optional() })

const MAX_VIDEO_SECONDS = 24 * 60 * 60
const INVALID_POSITION = `seconds must be a whole number from 1 to ${MAX_VIDEO_SECONDS}.`

const videoPositionInput = z.strictObject({
  at,
  seconds: z.int({ error: INVALID_POSITION }).min(1, INVALID_POSITION).max(MAX_VIDEO_SECONDS, INVALID_POSITION),
})

/** Only tutorials that the account may open have progress. */
const ofTutorial = {
  pathParams: z.object({ tutorialId: pathId('Tutorial not found') }),
  responses: { ...bearerErrors, 404: apiError, 200: tutorialProgress },
  metadata: { auth: 'bearer', scope: 'progress:write' },
} as const

export const learning = c.router({
  progress: {
    method: 'GET',
    path: '/api/courses/:courseId/progress',
    pathParams: z.object({ courseId: pathId('Course not found') }),
    summary: 'How far the account is in a course',
    responses: { ...bearerErrors, 404: apiError, 200: courseProgress },
    metadata: { auth: 'bearer', scope: 'content:read' },
  },
  saveProgress: {
    method: 'PUT',
    path: '/api/tutorials/:tutorialId/progress',
    body: progressInput,
    summary: 'Record that a tutorial was opened, or mark it as done or not done',
    ...ofTutorial,
  },
  saveVideoPosition: {
    method: 'PUT',
    path: '/api/tutorials/:tutorialId/video-position',
    body: videoPositionInput,
    summary: 'Record where the video of a tutorial was left',
    ...ofTutorial,
  },
})
