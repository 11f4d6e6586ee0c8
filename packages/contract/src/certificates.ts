import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors, commonErrors, ok } from './api-error.ts'
import { ownReview, reviewInput } from './reviews.ts'
import { pathId, requiredLine } from './text.ts'

const c = initContract()

export const certificate = z
  .object({
    id: z.string().describe('The unguessable part of its URL.'),
    name: z.string().describe('The name of the holder when the certificate was issued or reissued.'),
    course: z.string().describe('The title of the course on that day.'),
    completed_on: z.iso.date().describe('The day on which the last tutorial was done, in UTC.'),
    hours: z
      .number()
      .nullable()
      .describe('Hours of content in the course on that day, rounded to half an hour. Null if the course states no durations.'),
    issuer: z.literal('Verified by the academy').describe('Always this text.'),
    sessions_checked: z
      .object({
        count: z.int().describe('Sessions whose checks all passed, at least once.'),
        of: z.int().describe('Sessions of the course that have checks.'),
      })
      .nullable()
      .describe("How many projects passed their checks, on the holder's own machine. Null if the course has no checks."),
  })
  .meta({ id: 'Certificate', description: 'A certificate as everyone with its URL sees it.' })
export type Certificate = z.infer<typeof certificate>

export const ownCertificate = certificate
  .extend({
    course_id: z.string().describe('The id of the course.'),
    hidden: z.boolean().describe('Whether the holder hides it: its URL then responds with 404.'),
    state: z
      .enum(['valid', 'revoked', 'course_lost'])
      .describe(
        '`revoked`: an admin revoked it. `course_lost`: the account no longer owns the course. In both cases its URL responds with 410.',
      ),
    revoke_reason: z.string().nullable().describe('Why an admin revoked it.'),
    review: ownReview.nullable().describe('Null until the holder was asked.'),
  })
  .meta({ id: 'OwnCertificate', description: 'A certificate as its holder sees it.' })
export type OwnCertificate = z.infer<typeof ownCertificate>

export const accountCertificate = ownCertificate
  .extend({ revoked_at: z.iso.datetime().nullable() })
  .meta({ id: 'AccountCertificate', description: 'A certificate as the admin sees it.' })
export type AccountCertificate = z.infer<typeof accountCertificate>

const pathParams = z.object({ certificateId: pathId('Certificate not found').describe('The id of the certificate.') })
const bearer = { auth: 'bearer' } as const
const admin = { auth: 'admin' } as const

/** Certificates of completed courses (decision 033). */
export const certificates = c.router({
  list: {
    method: 'GET',
    path: '/api/certificates',
    summary: "The caller's certificates",
    description: 'Also issues the certificate of a completed course, if the account had no name when it completed the course.',
    responses: { ...bearerErrors, 200: z.array(ownCertificate) },
    metadata: bearer,
  },
  setVisibility: {
    method: 'PUT',
    path: '/api/certificates/:certificateId/visibility',
    pathParams,
    body: z.strictObject({
      hidden: z.boolean({ error: 'hidden must be true or false.' }).describe('Whether its address responds with 404.'),
    }),
    summary: "Hide one of the caller's certificates, or show it again",
    description: 'The address of a hidden certificate responds with 404.',
    responses: { ...bearerErrors, 200: ownCertificate, 404: apiError },
    metadata: bearer,
  },
  reissue: {
    method: 'POST',
    path: '/api/certificates/:certificateId/reissue',
    pathParams,
    body: z.strictObject({}),
    summary: "Reissue one of the caller's certificates with the current name of the account, at the same address",
    description: '409 `conflict` if the account has no name, or the certificate was revoked.',
    responses: { ...bearerErrors, 200: ownCertificate, 404: apiError, 409: apiError },
    metadata: bearer,
  },
  saveReview: {
    method: 'PUT',
    path: '/api/certificates/:certificateId/review',
    pathParams,
    body: reviewInput,
    summary: 'Write or withdraw the review of a finished course',
    description: 'A changed review waits for the administrator again. 409 `conflict` without a valid certificate.',
    responses: { ...bearerErrors, 200: ok(ownReview), 404: apiError, 409: apiError },
    metadata: bearer,
  },
  verify: {
    method: 'GET',
    path: '/api/certificates/:certificateId/public',
    pathParams,
    summary: 'Verify a certificate by its address',
    description:
      '404 for an unknown or hidden certificate. 410 `certificate_invalid` for one that was revoked, or whose holder no longer owns the course.',
    responses: { ...commonErrors, 200: certificate, 404: apiError, 410: apiError },
    metadata: { auth: 'public' } as const,
  },
  ofAccount: {
    method: 'GET',
    path: '/api/admin/accounts/:accountId/certificates',
    pathParams: z.object({ accountId: z.uuid('There is no account with this id.').describe('The id of the account.') }),
    summary: 'The certificates of an account',
    description: 'Hidden and revoked ones included.',
    responses: { ...bearerErrors, 200: z.array(accountCertificate), 404: apiError },
    metadata: admin,
  },
  revoke: {
    method: 'POST',
    path: '/api/admin/certificates/:certificateId/revoke',
    pathParams,
    body: z.strictObject({ reason: requiredLine('Reason', 500) }),
    summary: 'Revoke a certificate',
    description: 'Its address then responds with 410. 409 `conflict` if it was revoked already.',
    responses: { ...bearerErrors, 200: accountCertificate, 404: apiError, 409: apiError },
    metadata: admin,
  },
})
