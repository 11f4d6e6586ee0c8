import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors } from './api-error.ts'
import { nextGuarantee } from './next-guarantee.ts'
import { sentChecks } from './session-checks.ts'
import { html, pathId, textProperty, titleProperty } from './text.ts'
import { type HtmlPart, htmlParts, TUTORIAL_PARTS } from './tutorial-parts.ts'

const c = initContract()

const ok = <T extends z.ZodType>(data: T) => z.object({ success: z.literal(true), data, message: z.string().nullable().default(null) })

const tutorialSummary = z
  .object({
    id: z.string(),
    name: z.string(),
    free: z.boolean().describe('Whether every account may open it.'),
    vip: z.boolean().describe('Only a label: the server decides access.'),
    duration: z.number().nullable().describe('The length of the video in minutes.'),
    read_minutes: z.number().nullable().describe("The author's estimate of the minutes to read it."),
    build_minutes: z.number().nullable().describe("The author's estimate of the minutes to follow the instructions."),
    has_diagram: z.boolean().describe('Whether its content has a diagram.'),
    has_video: z.boolean().describe('Whether its content has a video.'),
  })
  .meta({
    id: 'TutorialSummary',
    description: 'A tutorial without its content.',
  })

export const sessionSummary = z
  .object({
    id: z.string(),
    number: z.number().describe('The position in the course.'),
    name: z.string(),
    description: z.string(),
    free: z.boolean().describe('Whether every account may open all of its tutorials.'),
    tutorials_number: z.number().describe('The number of tutorials.'),
    tutorials: z.array(tutorialSummary).describe('The tutorials in their order.'),
  })
  .meta({ id: 'SessionSummary', description: 'A session with its tutorials.' })
export type SessionSummary = z.infer<typeof sessionSummary>

const course = z
  .object({
    id: z.string(),
    properties: z
      .object({
        Name: titleProperty,
        Text: textProperty,
        sessions: z.object({ relation: z.array(z.object({ id: z.string() })) }).describe('The sessions in their order.'),
      })
      .describe('The properties, in the shape of a Notion page.'),
  })
  .meta({ id: 'Course', description: 'A course, in the shape of a Notion page.' })
export type Course = z.infer<typeof course>

const sessionDetail = z
  .object({
    id: z.string(),
    course_id: z.string().describe('The course of the session.'),
    properties: z.object({ Name: titleProperty, Description: textProperty }).describe('The properties, in the shape of a Notion page.'),
    checkpoint: z
      .object({
        file_name: z.string().describe('The name of the zip file.'),
        files: z.int().describe('The number of files.'),
        size: z.int().describe('The total size of all files, unpacked, in bytes.'),
        free: z.boolean().describe('Whether every account may download it.'),
      })
      .nullable()
      .describe('The project of the session, to download; null if there is none.'),
  })
  .meta({ id: 'Session', description: 'A session, in the shape of a Notion page.' })
export type SessionDetail = z.infer<typeof sessionDetail>

const neighbor = z
  .object({
    id: z.string(),
    name: z.string(),
    session_id: z.string().describe('The session of the tutorial.'),
    course_id: z.string().describe('The course of the tutorial.'),
  })
  .meta({ id: 'TutorialLink', description: 'The tutorial before or after another.' })

const descriptions: Record<HtmlPart, string> = {
  description: 'The text of the tutorial.',
  tools: 'The tools that the tutorial uses.',
  video: 'The embedded video.',
  prompt: 'The prompt to copy.',
  code_sample: 'The code examples.',
  transition: 'What comes next.',
}

const htmlFields = Object.fromEntries(
  htmlParts.map((part) => [TUTORIAL_PARTS[part].field, html.nullable().describe(descriptions[part])]),
) as Record<(typeof TUTORIAL_PARTS)[HtmlPart]['field'], z.ZodNullable<typeof html>>

export const tutorialContent = z
  .object({
    ...htmlFields,
    tips: z
      .array(
        z.object({
          parent_html: z.string().describe('The heading of the tip.'),
          children_html: z.string().describe('The text of the tip.'),
        }),
      )
      .describe('Tips and common mistakes, each with a heading.'),
    next: z
      .object({
        next_tutorial: neighbor.nullable().describe('Null at the end of the course.'),
        before_tutorial: neighbor.nullable().describe('Null at the beginning of the course.'),
      })
      .describe('The tutorials before and after this one.'),
    duration: z.number().nullable().describe('The length of the video in minutes.'),
    diagram_url: z.string().nullable().describe('The address of the diagram, valid for a short time.'),
    diagram_size: z
      .object({ width: z.number().describe('In pixels.'), height: z.number().describe('In pixels.') })
      .nullable()
      .describe('The size of the diagram; null if it is not known.'),
    diagram_description: z.string().nullable().describe('The text alternative of the diagram.'),
    facts_checked_on: z.iso.date().nullable().describe('When the author last checked facts that change, such as prices.'),
    tutorial_name: z.string(),
    tutorial_description: z.string().nullable().describe('The goal, in one or two sentences.'),
    feedback_component: z.string().nullable().describe('The form for feedback that the author chose.'),
  })
  .meta({ id: 'TutorialContent', description: 'The content of a tutorial; missing parts are null. The HTML is sanitized and highlighted.' })
export type TutorialContent = z.infer<typeof tutorialContent>

const start = z
  .enum(['true', 'false'], { error: 'start must be true or false.' })
  .optional()
  .describe(
    'Whether paid content may end an open money-back guarantee; else 409 `guarantee_open`. Default: `false` for personal access tokens, `true` for sessions.',
  )

const guaranteeOpen = apiError.describe('It would end the money-back guarantee (`guarantee_open`). Ask the buyer, then send `start=true`.')

/** Added to the description of operations that serve content of the course. */
const STARTS_COURSE =
  'The first paid content ends an open money-back guarantee for good, also with a GET. A personal access token needs `start=true` for it.'

const courseSummary = z
  .object({
    id: z.string().describe('The id of the course in URLs.'),
    product: z.string().describe('The offer and the entitlement of the course.'),
    name: z.string(),
    text: z.string().describe('What it is about.'),
    sessions: z.number().describe('How many.'),
    tutorials: z.number().describe('How many.'),
    free_tutorials: z.number().describe('How many.'),
    state: z
      .enum(['open', 'locked', 'upcoming'])
      .describe('`locked`: the caller can buy it. `upcoming`: it has not opened for the caller.'),
    opens_on: z.iso.date().nullable().describe('The day, in UTC, on which everyone can buy it; null: at once.'),
    studio_opens_on: z.iso.date().nullable().describe('The same for subscribers of the Studio.'),
    next_guarantee: nextGuarantee.describe('As in the account, for this course.'),
  })
  .meta({ id: 'CourseSummary', description: 'A course, and what the caller can do with it.' })
export type CourseSummary = z.infer<typeof courseSummary>

const read = { method: 'GET', metadata: { auth: 'bearer', scope: 'content:read', etag: true } } as const
const readCourse = { ...read, pathParams: z.object({ courseId: pathId('Course not found').describe('The id of the course.') }) }
const readSession = { ...read, pathParams: z.object({ sessionId: pathId('Session not found').describe('The id of the session.') }) }

export const courses = c.router({
  list: {
    method: 'GET',
    path: '/api/courses',
    summary: 'All courses',
    description: 'The Master Course first.',
    responses: { ...bearerErrors, 200: ok(z.array(courseSummary)) },
    metadata: { auth: 'bearer', scope: 'content:read' },
  },
  course: {
    ...readCourse,
    path: '/api/courses/:courseId',
    summary: 'Title, description and sessions of a course',
    description: 'In the shape of a Notion page. The sessions are named by their ids.',
    responses: { ...bearerErrors, 404: apiError, 200: ok(course) },
  },
  courseVideo: {
    ...readCourse,
    path: '/api/courses/:courseId/video',
    summary: 'The intro video of a course; empty html if it has none',
    description: 'The HTML embeds the video of its host.',
    responses: { ...bearerErrors, 404: apiError, 200: ok(html) },
  },
  sessions: {
    ...read,
    path: '/api/sessions',
    query: z.object({ course: z.string().optional().describe('The id of a course. Without it: the Master Course.') }),
    summary: 'All sessions of a course with their tutorials, ordered by number',
    description: 'The outline of the course without the content of tutorials. Every account may read it, and reading it starts nothing.',
    responses: { ...bearerErrors, 200: ok(z.array(sessionSummary)) },
  },
  session: {
    ...readSession,
    path: '/api/sessions/:sessionId',
    summary: 'Name and description of a session',
    description: 'Also what its project is, if it has one.',
    responses: { ...bearerErrors, 404: apiError, 200: ok(sessionDetail) },
  },
  sessionCheckpoint: {
    ...readSession,
    path: '/api/sessions/:sessionId/checkpoint',
    query: z.strictObject({ start }),
    summary: 'Zip file of the project at the end of a session, if the session is free or the caller has the course',
    description: STARTS_COURSE,
    responses: {
      ...bearerErrors,
      404: apiError,
      200: c.otherResponse({ contentType: 'application/zip', body: c.type<Blob>() }),
      403: apiError,
      409: guaranteeOpen,
    },
  },
  sessionChecks: {
    ...readSession,
    path: '/api/sessions/:sessionId/checks',
    query: z.strictObject({ start }),
    summary: 'Checks of the project of a session, if the session is free or the caller has the course',
    description: `\`vca check\` runs them on the machine of the learner. Kinds of checks may be added. ${STARTS_COURSE}`,
    responses: {
      ...bearerErrors,
      404: apiError,
      200: ok(
        z.object({
          digest: z.string().describe('Identifies the checks: it changes with them.'),
          checks: sentChecks,
        }),
      ),
      409: guaranteeOpen,
    },
  },
  sessionTutorials: {
    ...readSession,
    path: '/api/sessions/:sessionId/tutorials',
    summary: 'Tutorials of a session, in order',
    description: 'Without their content.',
    responses: { ...bearerErrors, 404: apiError, 200: ok(z.array(tutorialSummary)) },
  },
  tutorialContent: {
    ...read,
    path: '/api/tutorials/:tutorialId/content',
    pathParams: z.object({ tutorialId: pathId('Tutorial not found').describe('The id of the tutorial.') }),
    query: z.strictObject({ start }),
    summary: 'Content of a tutorial that is free or unlocked for the caller',
    description: STARTS_COURSE,
    responses: { ...bearerErrors, 404: apiError, 200: ok(tutorialContent), 409: guaranteeOpen },
  },
})
