import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors, commonErrors } from './api-error.ts'
import { pathId, requiredLine } from './text.ts'

const c = initContract()

/** A certificate as everyone with its URL sees it. */
export const certificate = z.object({
  /** The unguessable part of its URL. */
  id: z.string(),
  /** The name of the holder when the certificate was issued or reissued. */
  name: z.string(),
  /** The title of the course on that day. */
  course: z.string(),
  /** The day on which the last tutorial was done, in UTC. */
  completed_on: z.iso.date(),
  /** Hours of content in the course on that day, rounded to half an hour. Null if the course states no durations. */
  hours: z.number().nullable(),
  issuer: z.literal('Verified by the academy'),
})
export type Certificate = z.infer<typeof certificate>

/** A certificate as its holder sees it. */
export const ownCertificate = certificate.extend({
  course_id: z.string(),
  /** Whether the holder hides it: its URL then responds with 404. */
  hidden: z.boolean(),
  /** `revoked`: an admin revoked it. `course_lost`: the account no longer owns the course. In both cases its URL responds with 410. */
  state: z.enum(['valid', 'revoked', 'course_lost']),
  /** Why an admin revoked it. */
  revoke_reason: z.string().nullable(),
})
export type OwnCertificate = z.infer<typeof ownCertificate>

/** A certificate as the admin sees it. */
export const accountCertificate = ownCertificate.extend({ revoked_at: z.iso.datetime().nullable() })
export type AccountCertificate = z.infer<typeof accountCertificate>

const pathParams = z.object({ certificateId: pathId('Certificate not found') })
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
    body: z.strictObject({ hidden: z.boolean({ error: 'hidden must be true or false.' }) }),
    summary: "Hide one of the caller's certificates, or show it again",
    responses: { ...bearerErrors, 200: ownCertificate, 404: apiError },
    metadata: bearer,
  },
  reissue: {
    method: 'POST',
    path: '/api/certificates/:certificateId/reissue',
    pathParams,
    body: z.strictObject({}),
    summary: "Reissue one of the caller's certificates with the current name of the account, at the same address",
    // 409: the account has no name, or the certificate is revoked
    responses: { ...bearerErrors, 200: ownCertificate, 404: apiError, 409: apiError },
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
    pathParams: z.object({ accountId: z.uuid('There is no account with this id.') }),
    summary: 'The certificates of an account',
    responses: { ...bearerErrors, 200: z.array(accountCertificate), 404: apiError },
    metadata: admin,
  },
  revoke: {
    method: 'POST',
    path: '/api/admin/certificates/:certificateId/revoke',
    pathParams,
    body: z.strictObject({ reason: requiredLine('Reason', 500) }),
    summary: 'Revoke a certificate',
    // 409: already revoked
    responses: { ...bearerErrors, 200: accountCertificate, 404: apiError, 409: apiError },
    metadata: admin,
  },
})
