import { COURSES, mayOpenTutorial, noEntitlements, whatUnlocksCourse } from '@academy/catalog'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError, orNotFound } from '../../http/errors.ts'
import type { PlacedTutorial } from './outline.ts'

const locked = ({ product, vip }: PlacedTutorial) => {
  const keys = whatUnlocksCourse(product, vip ? ['VIP access'] : [])
  return new HttpError(403, 'entitlement_required', `This tutorial is part of ${COURSES[product].inText}. You can open it with ${keys}.`)
}

/** Returns the refusal of content that would start the course without the user's consent. */
export const guaranteeOpen = (content: 'tutorial' | 'download' | 'check') =>
  new HttpError(
    409,
    'guarantee_open',
    `This ${content} starts the course, and with it the 30-day money-back guarantee ends. Send start=true to start.`,
  )

/**
 * Returns whether a request for content may start the course, which ends an open guarantee (decision 032). A session may unless it sends
 * `start=false`; a program with an access token only with `start=true`, because its user sees no question. HEAD and `If-None-Match: *` get no
 * content, and so start nothing.
 */
export function mayStartCourse({ method, headers, user }: FastifyRequest, start: 'true' | 'false' | undefined): boolean {
  if (method === 'HEAD' || headers['if-none-match']?.includes('*')) return false
  return user.token === null ? start !== 'false' : start === 'true'
}

/** Returns a published tutorial that the user may open. @throws HttpError 404 for one that does not exist, 403 for a locked one. */
export async function requireOpenTutorial(app: FastifyInstance, user: FastifyRequest['user'], tutorialId: string): Promise<PlacedTutorial> {
  const { tutorials } = await app.courses.current()
  const tutorial = orNotFound(tutorials.get(tutorialId), 'Tutorial')
  // Free tutorials also open while entitlements cannot be read.
  const entitlements = tutorial.free ? noEntitlements : await app.entitlementsOf(user)
  if (!mayOpenTutorial(tutorial, entitlements)) throw locked(tutorial)
  return tutorial
}

/**
 * Opens a published tutorial whose content the user may read. Every endpoint that serves content calls this, because the first paid tutorial
 * starts the course, which ends the guarantee (decision 032).
 * @throws HttpError 403 for a locked tutorial, 409 for one that would end the guarantee unless `mayStartCourse`.
 */
export async function startTutorial(
  app: FastifyInstance,
  user: FastifyRequest['user'],
  tutorial: PlacedTutorial,
  { mayStartCourse }: { mayStartCourse: boolean },
): Promise<void> {
  const opening = await app.openTutorial(user, tutorial, { mayStartCourse })
  if (opening === 'locked') throw locked(tutorial)
  if (opening === 'guarantee_open') throw guaranteeOpen('tutorial')
}
