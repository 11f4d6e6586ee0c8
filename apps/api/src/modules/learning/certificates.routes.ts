import { isCertificateValid } from '@academy/catalog'
import { type AccountCertificate, type Certificate, contract, type OwnCertificate, type OwnReview } from '@academy/contract'
import type { FastifyInstance } from 'fastify'
import { serveRoutes } from '../../http/contract-routes.ts'
import { conflict, HttpError, orNotFound } from '../../http/errors.ts'
import { sessionsWithChecks } from '../courses/outline.ts'
import { type CertificateWithFacts, certificateReader, renameCertificate, revokeCertificate, setHidden } from './certificates.store.ts'
import type { StoredReview } from './reviews.store.ts'

/** The time, in seconds, that HTTP caches store a certificate. During this time they may still show one that was hidden. */
const PUBLIC_MAX_AGE_S = 60

/** Converts minutes to hours, rounded to half hours, at least 0.5; null for 0 minutes. */
const hoursOf = (minutes: number): number | null => (minutes === 0 ? null : Math.max(0.5, Math.round(minutes / 30) / 2))

type Courses = Parameters<typeof sessionsWithChecks>[0]

/** Counts the sessions whose checks passed among those of the course that have checks; null without any. */
function countChecked({ certificate, checkedSessions }: CertificateWithFacts, courses: Courses): Certificate['sessions_checked'] {
  const withChecks = sessionsWithChecks(courses, certificate.course_id)
  return withChecks.length === 0 ? null : { count: withChecks.filter((id) => checkedSessions.has(id)).length, of: withChecks.length }
}

const toPublic = (owned: CertificateWithFacts, courses: Courses): Certificate => {
  const { id, name, course_title, completed_at, minutes } = owned.certificate
  return {
    id,
    name,
    course: course_title,
    completed_on: completed_at.toISOString().slice(0, 10),
    hours: hoursOf(minutes),
    issuer: 'Verified by the academy',
    sessions_checked: countChecked(owned, courses),
  }
}

/** Returns the state of a certificate by its facts. */
export const stateOf = ({ certificate, facts }: CertificateWithFacts): OwnCertificate['state'] => {
  if (certificate.revoked_at !== null) return 'revoked'
  return isCertificateValid(certificate.product, { ...facts, completed_at: certificate.completed_at, now: new Date() })
    ? 'valid'
    : 'course_lost'
}

/** Returns a review as its writer sees it. */
export const toOwnReview = ({ text, with_name, approved_at }: StoredReview): OwnReview => ({
  text,
  with_name,
  approved: approved_at !== null,
})

const toOwn = (owned: CertificateWithFacts, courses: Courses): OwnCertificate => ({
  ...toPublic(owned, courses),
  course_id: owned.certificate.course_id,
  hidden: owned.certificate.hidden_at !== null,
  state: stateOf(owned),
  revoke_reason: owned.certificate.revoke_reason,
  review: owned.review === undefined ? null : toOwnReview(owned.review),
})

const toAccountCertificate = (owned: CertificateWithFacts, courses: Courses): AccountCertificate => ({
  ...toOwn(owned, courses),
  revoked_at: owned.certificate.revoked_at?.toISOString() ?? null,
})

/** Returns the published courses. */
const coursesOf = async (app: FastifyInstance): Promise<Courses> => (await app.courses.current()).outlineCourses

const { verify, ofAccount, revoke, saveReview, ...holderRoutes } = contract.certificates

/** Serves certificates to every visitor who has their URL. */
export async function publicCertificateRoutes(app: FastifyInstance): Promise<void> {
  const certificates = certificateReader(app.db)
  await serveRoutes({ verify }, app, {
    verify: async ({ params: { certificateId }, reply }) => {
      const owned = orNotFound(await certificates.find(certificateId), 'Certificate')
      if (owned.certificate.hidden_at !== null) throw new HttpError(404, 'not_found', 'Certificate not found')
      if (stateOf(owned) !== 'valid') throw new HttpError(410, 'certificate_invalid', 'This certificate is no longer valid.')
      reply.header('cache-control', `public, max-age=${PUBLIC_MAX_AGE_S}`)
      return { status: 200, body: toPublic(owned, await coursesOf(app)) }
    },
  })
}

/** Serves the certificates of the signed-in user. */
export async function certificateRoutes(app: FastifyInstance): Promise<void> {
  const certificates = certificateReader(app.db)
  const findOwn = async (accountId: string, certificateId: string): Promise<CertificateWithFacts> => {
    const owned = await certificates.find(certificateId)
    return orNotFound(owned?.certificate.account_id === accountId ? owned : undefined, 'Certificate')
  }

  await serveRoutes(holderRoutes, app, {
    list: async ({ request: { user } }) => {
      const own = await certificates.ofAccount(user.id)
      const courses = await coursesOf(app)
      const toBody = (owned: CertificateWithFacts) => toOwn(owned, courses)
      const missing = [...courses.keys()].filter((courseId) => own.every(({ certificate }) => certificate.course_id !== courseId))
      if (missing.length === 0) return { status: 200, body: own.map(toBody) }
      await Promise.all(missing.map((courseId) => app.issueCertificate(user, { courseId })))
      return { status: 200, body: (await certificates.ofAccount(user.id)).map(toBody) }
    },
    setVisibility: async ({ request: { user }, params: { certificateId }, body: { hidden } }) => {
      await setHidden(app.db, { accountId: user.id, certificateId }, hidden)
      return { status: 200, body: toOwn(await findOwn(user.id, certificateId), await coursesOf(app)) }
    },
    reissue: async ({ request: { user }, params: { certificateId } }) => {
      const isRenamed = await renameCertificate(app.db, { accountId: user.id, certificateId })
      const own = await findOwn(user.id, certificateId)
      if (own.certificate.revoked_at !== null) throw conflict('This certificate was revoked.')
      if (!isRenamed) throw conflict('Add your name in the settings first.')
      return { status: 200, body: toOwn(own, await coursesOf(app)) }
    },
  })
}

/** Serves the certificates of accounts to the administrator. */
export async function adminCertificateRoutes(app: FastifyInstance): Promise<void> {
  const certificates = certificateReader(app.db)
  await serveRoutes({ ofAccount, revoke }, app, {
    ofAccount: async ({ params: { accountId } }) => {
      const courses = await coursesOf(app)
      const owned = await certificates.ofAccount(accountId)
      return { status: 200, body: owned.map((certificate) => toAccountCertificate(certificate, courses)) }
    },
    revoke: async ({ request: { user }, params: { certificateId }, body: { reason } }) => {
      const outcome = await revokeCertificate(app.db, { certificateId, reason, by: user.email })
      if (outcome === 'unchanged') throw conflict('This certificate was revoked already.')
      const revoked = outcome === 'unknown' ? undefined : await certificates.find(certificateId)
      return { status: 200, body: toAccountCertificate(orNotFound(revoked, 'Certificate'), await coursesOf(app)) }
    },
  })
}
