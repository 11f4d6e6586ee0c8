import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors } from './api-error.ts'
import { pathId, requiredLine, time } from './text.ts'

const c = initContract()

/** The maximum number of headings that a place names, for a course that changes: the last ones. */
const MAX_PLACE_HEADINGS = 20
/** The maximum length of a heading and of the name of a program. */
const MAX_HEADING = 250
const MAX_PROGRAM = 60

const tutorialPlace = z
  .object({
    step: z.int().describe('How many steps are finished.'),
    headings: z.array(z.string()).describe('The headings of the last finished steps, the latest last.'),
    program: z.string().nullable().describe('The program that teaches, as it names itself.'),
  })
  .meta({ id: 'TutorialPlace', description: 'Where a coding tool stopped to teach a tutorial.' })

export const tutorialProgress = z
  .object({
    tutorial_id: z.string(),
    state: z.enum(['started', 'done']).describe('Whether the tutorial was opened or is done.'),
    video_seconds: z.number().nullable().describe('The position at which the video stopped.'),
    place: tutorialPlace.nullable().describe('Where a coding tool stopped to teach it; null if none taught it.'),
    updated_at: z.string().describe('The last activity.'),
  })
  .meta({
    id: 'TutorialProgress',
    description: 'The progress of an account with a tutorial that it opened. `video_seconds` is the position at which the video stopped.',
  })
export type TutorialProgress = z.infer<typeof tutorialProgress>

export const courseProgress = z
  .object({
    tutorials: z.array(tutorialProgress).describe('The tutorials that the account opened, in the order of the course.'),
    done: z.number().describe('How many tutorials are done.'),
    total: z.number().describe('How many tutorials the course has.'),
    continue_with: z
      .string()
      .nullable()
      .describe(
        'The tutorial to continue with: the last opened one that is not done, or the next one. Null if all accessible tutorials are done.',
      ),
    checked_sessions: z.array(z.string()).describe("The sessions whose checks all passed, at least once, on the learner's machine."),
    sessions_with_checks: z.array(z.string()).describe('The sessions of the course that have checks.'),
  })
  .meta({ id: 'CourseProgress', description: 'How far the account is in the course.' })
export type CourseProgress = z.infer<typeof courseProgress>

const at = time.describe("When it happened, by the client's clock. The latest time wins; a future one counts as now.")

const INVALID_STEP = 'step must be a whole number from 1 to 1000.'
const INVALID_HEADINGS = `headings must be a list of 1 to ${MAX_PLACE_HEADINGS} headings.`

const placeInput = z
  .strictObject(
    {
      step: z.int({ error: INVALID_STEP }).min(1, INVALID_STEP).max(1000, INVALID_STEP).describe('How many steps are finished.'),
      headings: z
        .array(requiredLine('Each heading', MAX_HEADING), { error: INVALID_HEADINGS })
        .min(1, INVALID_HEADINGS)
        .max(MAX_PLACE_HEADINGS, INVALID_HEADINGS)
        .describe('The headings of the last finished steps, the latest last.'),
      program: requiredLine('program', MAX_PROGRAM)
        .optional()
        .describe('The program that teaches; without it, the name of the access token.'),
    },
    { error: 'place must have a step and headings.' },
  )
  .optional()
  .describe('Where a coding tool stopped to teach the tutorial.')

const progressInput = z
  .strictObject({
    at,
    done: z
      .boolean({ error: 'done must be true or false.' })
      .optional()
      .describe('Whether the tutorial is done; without it, it was only opened.'),
    place: placeInput,
  })
  .meta({ id: 'ProgressInput', description: 'Records that a tutorial was opened (only `at`), is done, or is taught.' })

const INVALID_DIGEST = 'digest must be that of the checks.'
const INVALID_PASSED = 'passed must be a list of true and false.'

const checkResultInput = z
  .strictObject({
    at,
    digest: z
      .string({ error: INVALID_DIGEST })
      .regex(/^[0-9a-f]{64}$/, INVALID_DIGEST)
      .describe('The digest of the checks that ran.'),
    passed: z
      .array(z.boolean({ error: INVALID_PASSED }), { error: INVALID_PASSED })
      .min(1, INVALID_PASSED)
      .max(20, INVALID_PASSED)
      .describe('Whether each check passed, in their order.'),
  })
  .meta({ id: 'CheckResultInput', description: "The result of the checks on the learner's machine. Nothing of the project is sent." })

const checkResult = z
  .object({
    session_id: z.string().describe('The session of the checks.'),
    checked: z.boolean().describe('Whether all checks passed, at least once.'),
    updated_at: z.string(),
  })
  .meta({ id: 'CheckResult', description: 'Whether an account has checked its project of a session.' })

const MAX_VIDEO_SECONDS = 24 * 60 * 60
const INVALID_POSITION = `seconds must be a whole number from 1 to ${MAX_VIDEO_SECONDS}.`

const videoPositionInput = z
  .strictObject({
    at,
    seconds: z
      .int({ error: INVALID_POSITION })
      .min(1, INVALID_POSITION)
      .max(MAX_VIDEO_SECONDS, INVALID_POSITION)
      .describe('The position in the video.'),
  })
  .meta({ id: 'VideoPositionInput', description: 'Where the video was left.' })

/** Only tutorials that the account may open have progress. */
const ofTutorial = {
  pathParams: z.object({ tutorialId: pathId('Tutorial not found').describe('The id of the tutorial.') }),
  responses: { ...bearerErrors, 404: apiError, 200: tutorialProgress },
  metadata: { auth: 'bearer', scope: 'progress:write' },
} as const

export const learning = c.router({
  progress: {
    method: 'GET',
    path: '/api/courses/:courseId/progress',
    pathParams: z.object({ courseId: pathId('Course not found').describe('The id of the course.') }),
    summary: 'How far the account is in a course',
    description: '`continue_with` is the tutorial to read next.',
    responses: { ...bearerErrors, 404: apiError, 200: courseProgress },
    metadata: { auth: 'bearer', scope: 'content:read' },
  },
  saveProgress: {
    method: 'PUT',
    path: '/api/tutorials/:tutorialId/progress',
    body: progressInput,
    summary: 'Record that a tutorial was opened, or mark it as done or not done',
    description:
      'The latest time wins, so that requests may arrive in any order. Serves nothing, so it starts nothing. 403 `entitlement_required` for a locked tutorial.',
    ...ofTutorial,
  },
  saveCheckResult: {
    method: 'PUT',
    path: '/api/sessions/:sessionId/check-result',
    pathParams: z.object({ sessionId: pathId('Session not found').describe('The id of the session.') }),
    body: checkResultInput,
    summary: "Record the result of a session's checks",
    description:
      'The latest time wins, so that requests may arrive in any order, and more than once. Serves nothing, so it starts nothing.',
    responses: { ...bearerErrors, 404: apiError, 200: checkResult },
    metadata: { auth: 'bearer', scope: 'progress:write' },
  },
  saveVideoPosition: {
    method: 'PUT',
    path: '/api/tutorials/:tutorialId/video-position',
    body: videoPositionInput,
    summary: 'Record where the video of a tutorial was left',
    description: 'The latest time wins, so that requests may arrive in any order.',
    ...ofTutorial,
  },
  recordCopy: {
    method: 'PUT',
    path: '/api/copied-prompts/:kind/:id',
    pathParams: z.object({
      kind: z.enum(['library', 'tutorial'], { error: 'Prompt not found' }).describe('Where the prompt stands.'),
      id: pathId('Prompt not found').describe('The id of the resource or tutorial.'),
    }),
    body: c.noBody(),
    summary: 'Record that a prompt was copied',
    description: 'For the figures of the owner. It is stored for 90 days.',
    responses: { ...bearerErrors, 404: apiError, 204: c.noBody() },
    metadata: { auth: 'bearer' },
  },
})
