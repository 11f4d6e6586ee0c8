import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors } from './api-error.ts'
import { html, pathId, richText } from './text.ts'

const c = initContract()

const ok = <T extends z.ZodType>(data: T) => z.object({ success: z.literal(true), data, message: z.string().optional() })

/**
 * A tutorial without its content. `free` includes that of the session; `vip` is only a label, because the server decides access; `duration` is
 * the length of the video in minutes. `has_diagram` lets clients count the diagrams of a course without opening its tutorials.
 */
const tutorialSummary = z.object({
  id: z.string(),
  name: z.string(),
  free: z.boolean(),
  vip: z.boolean(),
  duration: z.number().nullable(),
  /** The author's estimates of the minutes to read the tutorial and to follow its instructions. */
  read_minutes: z.number().nullable(),
  build_minutes: z.number().nullable(),
  has_diagram: z.boolean(),
})

export const sessionSummary = z.object({
  id: z.string(),
  number: z.number(),
  name: z.string(),
  description: z.string(),
  free: z.boolean(),
  tutorials_number: z.number(),
  tutorials: z.array(tutorialSummary),
})
export type SessionSummary = z.infer<typeof sessionSummary>

const course = z.object({
  id: z.string(),
  properties: z.object({
    Name: z.object({ title: richText }),
    Text: z.object({ rich_text: richText }),
    sessions: z.object({ relation: z.array(z.object({ id: z.string() })) }),
  }),
})
export type Course = z.infer<typeof course>

const sessionDetail = z.object({
  id: z.string(),
  properties: z.object({ Name: z.object({ title: richText }), Description: z.object({ rich_text: richText }) }),
  /** The project at the end of the session, to download; null if there is none. */
  checkpoint: z
    .object({
      /** The name of the zip file. */
      file_name: z.string(),
      /** The number of files. */
      files: z.int(),
      /** The total size of all files, unpacked, in bytes. */
      size: z.int(),
      /** Whether every account may download it. */
      free: z.boolean(),
    })
    .nullable(),
})
export type SessionDetail = z.infer<typeof sessionDetail>

const neighbor = z.object({ id: z.string(), name: z.string(), session_id: z.string(), course_id: z.string() })

/** The content of a tutorial; missing parts are null. The HTML is sanitized and highlighted. */
export const tutorialContent = z.object({
  description: html.nullable(),
  tools: html.nullable(),
  prompt: html.nullable(),
  transition: html.nullable(),
  'code-sample': html.nullable(),
  video: html.nullable(),
  tips: z.array(z.object({ parent_html: z.string(), children_html: z.string() })),
  next: z.object({ next_tutorial: neighbor.nullable(), before_tutorial: neighbor.nullable() }),
  duration: z.number().nullable(),
  diagram_url: z.string().nullable(),
  /** The text alternative of the diagram. */
  diagram_description: z.string().nullable(),
  tutorial_name: z.string(),
  tutorial_description: z.string().nullable(),
  feedback_component: z.string().nullable(),
})
export type TutorialContent = z.infer<typeof tutorialContent>

const start = z
  .enum(['true', 'false'], { error: 'start must be true or false.' })
  .optional()
  .describe(
    'Whether paid content may start the course, which ends an open money-back guarantee. With `false` the response is 409 `guarantee_open` instead. Without it: `false` for personal access tokens, `true` for sessions.',
  )

const guaranteeOpen = apiError.describe(
  'The content would start the course and end the money-back guarantee (`guarantee_open`). Ask the buyer, then send `start=true`.',
)

/** Added to the description of operations that serve content of the course. */
const STARTS_COURSE =
  'The first paid content of the course starts it, and so ends an open money-back guarantee: for good, and also for a GET. With a personal access token the response is then 409 `guarantee_open` until you send `start=true`. Ask the buyer before.'

export const courses = c.router({
  course: {
    method: 'GET',
    path: '/api/courses/:courseId',
    pathParams: z.object({ courseId: pathId('Course not found') }),
    summary: 'Title, description and sessions of a course',
    responses: { ...bearerErrors, 404: apiError, 200: ok(course) },
    metadata: { auth: 'bearer', scope: 'content:read' },
  },
  courseVideo: {
    method: 'GET',
    path: '/api/courses/:courseId/video',
    pathParams: z.object({ courseId: pathId('Course not found') }),
    summary: 'The intro video of a course; empty html if it has none',
    responses: { ...bearerErrors, 404: apiError, 200: ok(html) },
    metadata: { auth: 'bearer', scope: 'content:read' },
  },
  sessions: {
    method: 'GET',
    path: '/api/sessions',
    summary: 'All sessions with their tutorials, ordered by number',
    responses: { ...bearerErrors, 200: ok(z.array(sessionSummary)) },
    metadata: { auth: 'bearer', scope: 'content:read' },
  },
  session: {
    method: 'GET',
    path: '/api/sessions/:sessionId',
    pathParams: z.object({ sessionId: pathId('Session not found') }),
    summary: 'Name and description of a session',
    responses: { ...bearerErrors, 404: apiError, 200: ok(sessionDetail) },
    metadata: { auth: 'bearer', scope: 'content:read' },
  },
  sessionCheckpoint: {
    method: 'GET',
    path: '/api/sessions/:sessionId/checkpoint',
    pathParams: z.object({ sessionId: pathId('Session not found') }),
    query: z.object({ start }),
    summary: 'Zip file of the project at the end of a session, if the session is free or the caller has the course',
    description: STARTS_COURSE,
    responses: {
      ...bearerErrors,
      404: apiError,
      200: c.otherResponse({ contentType: 'application/zip', body: c.type<Blob>() }),
      403: apiError,
      409: guaranteeOpen,
    },
    metadata: { auth: 'bearer', scope: 'content:read' },
  },
  sessionTutorials: {
    method: 'GET',
    path: '/api/sessions/:sessionId/tutorials',
    pathParams: z.object({ sessionId: pathId('Session not found') }),
    summary: 'Tutorials of a session, in order',
    responses: { ...bearerErrors, 404: apiError, 200: ok(z.array(tutorialSummary)) },
    metadata: { auth: 'bearer', scope: 'content:read' },
  },
  tutorialContent: {
    method: 'GET',
    path: '/api/tutorials/:tutorialId/content',
    pathParams: z.object({ tutorialId: pathId('Tutorial not found') }),
    query: z.object({ start }),
    summary: 'Content of a tutorial that is free or unlocked for the caller',
    description: STARTS_COURSE,
    responses: { ...bearerErrors, 404: apiError, 200: ok(tutorialContent), 409: guaranteeOpen },
    metadata: { auth: 'bearer', scope: 'content:read' },
  },
})
