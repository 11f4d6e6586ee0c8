import { isCertificateValid } from '@academy/catalog'
import { type AccountCertificate, type Certificate, contract, type OwnCertificate } from '@academy/contract'
import { initServer } from '@ts-rest/fastify'
import type { FastifyInstance } from 'fastify'
import { contractRoutes } from '../../http/contract-routes.ts'
import { conflict, HttpError, orNotFound } from '../../http/errors.ts'
import { type CertificateWithFacts, certificateReader, renameCertificate, revokeCertificate, setHidden } from './certificates.store.ts'

const s = initServer()

/** The time, in seconds, that HTTP caches store a certificate. During this time they may still show one that was hidden. */
const PUBLIC_MAX_AGE_S = 60

/** Converts minutes to hours, rounded to half hours, at least 0.5; null for 0 minutes. */
const hoursOf = (minutes: number): number | null => (minutes === 0 ? null : Math.max(0.5, Math.round(minutes / 30) / 2))

type CourseSessions = Iterable<Readonly<{ id: string; course_id: string; has_checks: boolean }>>

/** Counts the sessions whose checks passed among those of the course that have checks; null without any. */
function countChecked({ certificate, checkedSessions }: CertificateWithFacts, sessions: CourseSessions): Certificate['sessions_checked'] {
  const withChecks = [...sessions].filter(({ course_id, has_checks }) => course_id === certificate.course_id && has_checks)
  return withChecks.length === 0 ? null : { count: withChecks.filter(({ id }) => checkedSessions.has(id)).length, of: withChecks.length }
}

const toPublic = (owned: CertificateWithFacts, sessions: CourseSessions): Certificate => {
  const { id, name, course_title, completed_at, minutes } = owned.certificate
  return {
    id,
    name,
    course: course_title,
    completed_on: completed_at.toISOString().slice(0, 10),
    hours: hoursOf(minutes),
    issuer: 'Verified by the academy',
    sessions_checked: countChecked(owned, sessions),
  }
}

const stateOf = ({ certificate, facts }: Pick<CertificateWithFacts, 'certificate' | 'facts'>): OwnCertificate['state'] => {
  if (certificate.revoked_at !== null) return 'revoked'
  return isCertificateValid({ ...facts, completed_at: certificate.completed_at, now: new Date() }) ? 'valid' : 'course_lost'
}

const toOwn = (owned: CertificateWithFacts, sessions: CourseSessions): OwnCertificate => ({
  ...toPublic(owned, sessions),
  course_id: owned.certificate.course_id,
  hidden: owned.certificate.hidden_at !== null,
  state: stateOf(owned),
  revoke_reason: owned.certificate.revoke_reason,
})

const toAccountCertificate = (owned: CertificateWithFacts, sessions: CourseSessions): AccountCertificate => ({
  ...toOwn(owned, sessions),
  revoked_at: owned.certificate.revoked_at?.toISOString() ?? null,
})

/** Returns the published sessions. */
const sessionsOf = async (app: FastifyInstance) => [...(await app.courses.current()).outlineSessions.values()]

const { verify, ofAccount, revoke, ...holderRoutes } = contract.certificates

/** Serves certificates to every visitor who has their URL. */
export async function publicCertificateRoutes(app: FastifyInstance): Promise<void> {
  const certificates = certificateReader(app.db)
  const router = s.router(
    { verify },
    {
      verify: async ({ params: { certificateId }, reply }) => {
        const owned = orNotFound(await certificates.find(certificateId), 'Certificate')
        if (owned.certificate.hidden_at !== null) throw new HttpError(404, 'not_found', 'Certificate not found')
        if (stateOf(owned) !== 'valid') throw new HttpError(410, 'certificate_invalid', 'This certificate is no longer valid.')
        reply.header('cache-control', `public, max-age=${PUBLIC_MAX_AGE_S}`)
        return { status: 200, body: toPublic(owned, await sessionsOf(app)) }
      },
    },
  )
  await app.register(s.plugin(router), contractRoutes)
}

/** Serves the certificates of the signed-in user. */
export async function certificateRoutes(app: FastifyInstance): Promise<void> {
  const certificates = certificateReader(app.db)
  const findOwn = async (accountId: string, certificateId: string): Promise<CertificateWithFacts> => {
    const owned = await certificates.find(certificateId)
    return orNotFound(owned?.certificate.account_id === accountId ? owned : undefined, 'Certificate')
  }

  const router = s.router(holderRoutes, {
    list: async ({ request: { user } }) => {
      const own = await certificates.ofAccount(user.id)
      const { outlineCourses, outlineSessions } = await app.courses.current()
      const toBody = (owned: CertificateWithFacts) => toOwn(owned, outlineSessions.values())
      const missing = [...outlineCourses.keys()].filter((courseId) => own.every(({ certificate }) => certificate.course_id !== courseId))
      if (missing.length === 0) return { status: 200, body: own.map(toBody) }
      await Promise.all(missing.map((courseId) => app.issueCertificate(user, { courseId })))
      return { status: 200, body: (await certificates.ofAccount(user.id)).map(toBody) }
    },
    setVisibility: async ({ request: { user }, params: { certificateId }, body: { hidden } }) => {
      await setHidden(app.db, { accountId: user.id, certificateId }, hidden)
      return { status: 200, body: toOwn(await findOwn(user.id, certificateId), await sessionsOf(app)) }
    },
    reissue: async ({ request: { user }, params: { certificateId } }) => {
      const isRenamed = await renameCertificate(app.db, { accountId: user.id, certificateId })
      const own = await findOwn(user.id, certificateId)
      if (own.certificate.revoked_at !== null) throw conflict('This certificate was revoked.')
      if (!isRenamed) throw conflict('Add your name in the settings first.')
      return { status: 200, body: toOwn(own, await sessionsOf(app)) }
    },
  })
  await app.register(s.plugin(router), contractRoutes)
}

/** Serves the certificates of accounts to the administrator. */
export async function adminCertificateRoutes(app: FastifyInstance): Promise<void> {
  const certificates = certificateReader(app.db)
  const router = s.router(
    { ofAccount, revoke },
    {
      ofAccount: async ({ params: { accountId } }) => {
        const sessions = await sessionsOf(app)
        const owned = await certificates.ofAccount(accountId)
        return { status: 200, body: owned.map((certificate) => toAccountCertificate(certificate, sessions)) }
      },
      revoke: async ({ request: { user }, params: { certificateId }, body: { reason } }) => {
        const outcome = await revokeCertificate(app.db, { certificateId, reason, by: user.email })
        if (outcome === 'unchanged') throw conflict('This certificate was revoked already.')
        const revoked = outcome === 'unknown' ? undefined : await certificates.find(certificateId)
        return { status: 200, body: toAccountCertificate(orNotFound(revoked, 'Certificate'), await sessionsOf(app)) }
      },
    },
  )
  await app.register(s.plugin(router), contractRoutes)
}
