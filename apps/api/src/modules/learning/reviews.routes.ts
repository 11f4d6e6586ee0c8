import { contract, type Review } from '@academy/contract'
import type { FastifyInstance } from 'fastify'
import { serveRoutes } from '../../http/contract-routes.ts'
import { conflict, orNotFound } from '../../http/errors.ts'
import { stateOf, toOwnReview } from './certificates.routes.ts'
import { certificateReader } from './certificates.store.ts'
import { approveReview, type ReviewWithCertificate, reviewReader, storeReview } from './reviews.store.ts'

const { saveReview } = contract.certificates
const { reviews: shownReviews } = contract.publicContent

/** So many reviews are shown to visitors. */
const MOST_SHOWN = 6

const isValid = (owned: ReviewWithCertificate) => stateOf(owned) === 'valid'

const toReview = ({ review: { text, with_name }, certificate }: ReviewWithCertificate): Review => ({
  text,
  name: with_name ? certificate.name : null,
  finished_in: certificate.completed_at.toISOString().slice(0, 7),
})

/** Serves to visitors the approved reviews of those who own the course and finished it. */
export async function publicReviewRoutes(app: FastifyInstance): Promise<void> {
  const reviews = reviewReader(app.db)
  await serveRoutes({ reviews: shownReviews }, app, {
    reviews: async () => {
      const approved = await reviews.approved()
      return { status: 200, body: { success: true, data: approved.filter(isValid).slice(0, MOST_SHOWN).map(toReview) } }
    },
  })
}

/** Stores the review of the signed-in user. */
export async function reviewRoutes(app: FastifyInstance): Promise<void> {
  const certificates = certificateReader(app.db)
  await serveRoutes({ saveReview }, app, {
    saveReview: async ({ request: { user }, params: { certificateId }, body }) => {
      const found = await certificates.find(certificateId)
      const owned = orNotFound(found?.certificate.account_id === user.id ? found : undefined, 'Certificate')
      // What was written is withdrawn at any time.
      if (body.text !== null && stateOf(owned) !== 'valid') throw conflict('Your certificate is no longer valid.')
      const saved = await storeReview(app.db, owned.certificate, body)
      return { status: 200, body: { success: true, data: toOwnReview(saved) } }
    },
  })
}

/** Serves all reviews to the administrator, who approves them. */
export async function adminReviewRoutes(app: FastifyInstance): Promise<void> {
  const reviews = reviewReader(app.db)
  const certificates = certificateReader(app.db)
  await serveRoutes(contract.reviews, app, {
    list: async () => {
      const data = (await reviews.all()).map((owned) => ({
        certificate_id: owned.certificate.id,
        ...toReview(owned),
        written_at: owned.review.written_at.toISOString(),
        approved: owned.review.approved_at !== null,
        valid: isValid(owned),
      }))
      return { status: 200, body: { success: true, data } }
    },
    approve: async ({ params: { certificateId }, body: { approved, written_at } }) => {
      const owned = orNotFound(await certificates.find(certificateId), 'Certificate')
      const outcome = await approveReview(app.db, owned.certificate, { approved, writtenAt: new Date(written_at) })
      if (outcome === 'changed') throw conflict('The review has changed. Load the page again and read it.')
      orNotFound(outcome === 'done' ? outcome : undefined, 'Review')
      return { status: 200, body: { success: true, data: { approved } } }
    },
  })
}
