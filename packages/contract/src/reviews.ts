import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors, ok } from './api-error.ts'
import { removeMisleading } from './control-characters.ts'
import { hasControls, isVisible, pathId, TEXT_WITHOUT_CONTROLS, time } from './text.ts'
import { REVIEW_MAX_LENGTH } from './text-limits.ts'

const c = initContract()

const reviewText = z
  .string({ error: 'text must be text or null.' })
  .overwrite(removeMisleading)
  .trim()
  .max(REVIEW_MAX_LENGTH, `A review must be at most ${REVIEW_MAX_LENGTH} characters.`)
  .regex(TEXT_WITHOUT_CONTROLS, hasControls('The review'))
  .refine(isVisible, 'Write a few words.')
  .nullable()

const ownFields = {
  text: reviewText.describe('Null if the holder wants to write none, or withdrew it.'),
  with_name: z.boolean({ error: 'with_name must be true or false.' }).describe('Whether it is shown with the name on the certificate.'),
}

/** What the holder of a certificate writes. */
export const reviewInput = z.strictObject(ownFields)

export const ownReview = z
  .object({ ...ownFields, approved: z.boolean().describe('Whether the administrator shows it to visitors.') })
  .meta({ id: 'OwnReview', description: 'What the holder of a certificate wrote about the course.' })
export type OwnReview = z.infer<typeof ownReview>

export const review = z
  .object({
    text: z.string().describe('What they say.'),
    name: z.string().nullable().describe('Null if the holder wants no name.'),
    finished_in: z.string().describe('The month, as `2026-11`.'),
  })
  .meta({ id: 'Review', description: 'A review of the course that its owner shows.' })
export type Review = z.infer<typeof review>

const writtenReview = z
  .object({
    certificate_id: z.string(),
    ...review.shape,
    written_at: z.iso.datetime(),
    approved: z.boolean(),
    valid: z.boolean().describe('Whether the certificate is valid. Visitors do not see the review otherwise.'),
  })
  .meta({ id: 'WrittenReview', description: 'A review of the course, as the administrator sees it.' })
export type WrittenReview = z.infer<typeof writtenReview>

const pathParams = z.object({ certificateId: pathId('Certificate not found').describe('The id of the certificate.') })
const admin = { auth: 'admin' } as const

/** The reviews of a course, for the administrator. */
export const reviews = c.router({
  list: {
    method: 'GET',
    path: '/api/admin/reviews',
    summary: 'All reviews, the newest 200',
    description: 'Last written first.',
    responses: { ...bearerErrors, 200: ok(z.array(writtenReview)) },
    metadata: admin,
  },
  approve: {
    method: 'PUT',
    path: '/api/admin/reviews/:certificateId',
    pathParams,
    body: z.strictObject({
      approved: z.boolean({ error: 'approved must be true or false.' }),
      written_at: time.describe('That of the text that was read.'),
    }),
    summary: 'Show a review to visitors, or no longer',
    description: '409 `conflict` if the holder has changed it since.',
    responses: { ...bearerErrors, 200: ok(z.object({ approved: z.boolean() })), 404: apiError, 409: apiError },
    metadata: admin,
  },
})
