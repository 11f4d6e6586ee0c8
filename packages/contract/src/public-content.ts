import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, commonErrors, ok } from './api-error.ts'
import { sessionSummary, tutorialContent } from './courses.ts'
import { pathId } from './text.ts'

const c = initContract()

/** The public part of a course and of the Prompt Library: titles, short descriptions, and complete samples. */
export const publicCourse = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  sessions: z.array(sessionSummary),
  library: z.object({
    /** The number of published resources. */
    resources: z.number(),
    /** The resources that the author marked as samples, in the author's order. `prompt` is sanitized HTML. */
    samples: z.array(
      z.object({ id: z.string(), name: z.string(), description: z.string(), category: z.string().nullable(), prompt: z.string() }),
    ),
  }),
})
export type PublicCourse = z.infer<typeof publicCourse>

/** The public part of a tutorial. */
export const publicTutorial = z.object({
  id: z.string(),
  name: z.string(),
  /** The goal, in one or two sentences. */
  description: z.string(),
  /** Whether visitors can read its content at `freeTutorialContent`. */
  free: z.boolean(),
  vip: z.boolean(),
  /** The length of its video in minutes. */
  duration: z.number().nullable(),
  read_minutes: z.number().nullable(),
  build_minutes: z.number().nullable(),
  course: z.object({ id: z.string(), name: z.string() }),
  session: z.object({ id: z.string(), number: z.number(), name: z.string() }),
  /** Its position in the session, from 1. */
  number: z.number(),
})
export type PublicTutorial = z.infer<typeof publicTutorial>

const tutorialParams = z.object({ tutorialId: pathId('Tutorial not found') })
const metadata = { auth: 'public' } as const

/** The endpoints for visitors without an account. No response contains paid content. */
export const publicContent = c.router({
  course: {
    method: 'GET',
    path: '/api/public/courses/:courseId',
    pathParams: z.object({ courseId: pathId('Course not found') }),
    summary: 'Syllabus of a course, and samples of the Prompt Library',
    responses: { ...commonErrors, 200: ok(publicCourse), 404: apiError },
    metadata,
  },
  tutorial: {
    method: 'GET',
    path: '/api/public/tutorials/:tutorialId',
    pathParams: tutorialParams,
    summary: 'Title, goal and place of a tutorial',
    responses: { ...commonErrors, 200: ok(publicTutorial), 404: apiError },
    metadata,
  },
  freeTutorialContent: {
    method: 'GET',
    path: '/api/public/tutorials/:tutorialId/content',
    pathParams: tutorialParams,
    summary: 'Content of a free tutorial',
    description: '403 `entitlement_required` for a tutorial that is not free.',
    responses: { ...commonErrors, 200: ok(tutorialContent), 403: apiError, 404: apiError },
    metadata,
  },
})
