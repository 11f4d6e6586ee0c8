import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, commonErrors, ok } from './api-error.ts'
import { sessionSummary, tutorialContent } from './courses.ts'
import { tryResult } from './library.ts'
import { review } from './reviews.ts'
import { pathId } from './text.ts'

const c = initContract()

export const publicCourse = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    product: z.string().nullable().describe('Its offer.'),
    opens_on: z.iso.date().nullable().describe('Its first day in UTC; null: open.'),
    others: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          text: z.string().describe('The first paragraph.'),
          opens_on: z.iso.date().nullable().describe('Null: open.'),
        }),
      )
      .describe('The other courses.'),
    sessions: z.array(sessionSummary).describe('The sessions in their order.'),
    library: z
      .object({
        resources: z.number().describe('The number of published resources.'),
        samples: z
          .array(
            z.object({
              id: z.string(),
              name: z.string(),
              description: z.string(),
              category: z.string().nullable().describe('The first tag.'),
              prompt: z.string().describe('Sanitized HTML.'),
            }),
          )
          .describe("The resources that the author marked as samples, in the author's order. `prompt` is sanitized HTML."),
      })
      .describe('The public part of the Prompt Library.'),
  })
  .meta({
    id: 'PublicCourse',
    description: 'The public part of a course and of the Prompt Library: titles, short descriptions, and complete samples.',
  })
export type PublicCourse = z.infer<typeof publicCourse>

export const publicTutorial = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().describe('The goal, in one or two sentences.'),
    free: z.boolean().describe('Whether visitors can read its content at `freeTutorialContent`.'),
    vip: z.boolean().describe('Only a label: the server decides access.'),
    duration: z.number().nullable().describe('The length of its video in minutes.'),
    read_minutes: z.number().nullable().describe("The author's estimate of the minutes to read it."),
    build_minutes: z.number().nullable().describe("The author's estimate of the minutes to follow the instructions."),
    course: z.object({ id: z.string(), name: z.string() }).describe('Its course.'),
    session: z.object({ id: z.string(), number: z.number(), name: z.string() }).describe('Its session.'),
    number: z.number().describe('Its position in the session, from 1.'),
  })
  .meta({ id: 'PublicTutorial', description: 'The public part of a tutorial.' })
export type PublicTutorial = z.infer<typeof publicTutorial>

export const news = z
  .object({
    kind: z.enum(['tutorial', 'resource']).describe('A resource is a sample of the library.'),
    id: z.string(),
    name: z.string(),
    description: z.string(),
    free: z.boolean().describe('Whether visitors can read its content.'),
    session_id: z.string().nullable().describe('The session of a tutorial.'),
    published_at: z.iso.datetime().describe('When it was first published.'),
    updated_at: z.iso.datetime().describe("The author's last edit, or its publication if that was later."),
  })
  .meta({ id: 'News', description: 'A public title that is new or was changed.' })
export type News = z.infer<typeof news>

export const proof = z
  .object({
    resources: z.number().describe('All published ones.'),
    results: z.array(z.object({ id: z.string(), name: z.string(), result: tryResult })).describe('The best share first.'),
  })
  .meta({ id: 'Proof', description: 'The results of tried prompts.' })
export type Proof = z.infer<typeof proof>

export const courseParams = z.object({ courseId: pathId('Course not found').describe('The id of the course.') })
const tutorialParams = z.object({ tutorialId: pathId('Tutorial not found').describe('The id of the tutorial.') })
const metadata = { auth: 'public', etag: true } as const

/** The endpoints for visitors without an account. No response contains paid content. */
export const publicContent = c.router({
  course: {
    method: 'GET',
    path: '/api/public/courses/:courseId',
    pathParams: courseParams,
    summary: 'Syllabus of a course, and samples of the Prompt Library',
    description: 'Titles and short descriptions of all sessions and tutorials. Needs no token.',
    responses: { ...commonErrors, 200: ok(publicCourse), 404: apiError },
    metadata,
  },
  news: {
    method: 'GET',
    path: '/api/public/courses/:courseId/news',
    pathParams: courseParams,
    summary: 'New and changed titles',
    description: 'Tutorials and samples of the Prompt Library, last changed first, at most 50.',
    responses: { ...commonErrors, 200: ok(z.array(news)), 404: apiError },
    metadata,
  },
  proof: {
    method: 'GET',
    path: '/api/proof',
    summary: 'Results of tried prompts of the library',
    description: 'With titles alone. Needs no token.',
    responses: { ...commonErrors, 200: ok(proof) },
    metadata,
  },
  reviews: {
    method: 'GET',
    path: '/api/public/reviews',
    summary: 'Reviews by those who finished and own the course',
    description: 'At most six, the last approved first.',
    responses: { ...commonErrors, 200: ok(z.array(review)) },
    metadata: { auth: 'public' } as const,
  },
  tutorial: {
    method: 'GET',
    path: '/api/public/tutorials/:tutorialId',
    pathParams: tutorialParams,
    summary: 'Title, goal and place of a tutorial',
    description: 'Without its content. Needs no token.',
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
