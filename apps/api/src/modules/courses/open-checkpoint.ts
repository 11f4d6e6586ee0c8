import { COURSES, mayOpenTutorial, noEntitlements, whatUnlocksCourse } from '@academy/catalog'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError, orNotFound } from '../../http/errors.ts'
import type { PublishedCheckpoint } from '../content/read/published-content.store.ts'
import { guaranteeOpen } from './open-tutorial.ts'
import type { OutlineSession } from './outline.ts'

/** Returns whether every user may open what belongs to a whole session: the session or all of its tutorials are free (decision 049). */
export const isFreeCheckpoint = ({ free, tutorials }: OutlineSession): boolean =>
  free || (tutorials.length > 0 && tutorials.every((tutorial) => tutorial.free))

export type SessionWithCheckpoint = OutlineSession & { checkpoint: PublishedCheckpoint }

type Start = { mayStartCourse: boolean }

const WORDS = {
  checkpoint: { what: 'The project of this session is', open: 'download it' },
  checks: { what: 'The checks of this session are', open: 'run them' },
}
type Part = keyof typeof WORDS

const locked = (part: Part, { product }: OutlineSession) => {
  const { what, open } = WORDS[part]
  const message = `${what} part of ${COURSES[product].inText}. You can ${open} with ${whatUnlocksCourse(product)}.`
  return new HttpError(403, 'entitlement_required', message)
}

/**
 * Opens the checkpoint or the checks of a session. What is not free starts the course, which ends the guarantee (decision 032).
 * @throws HttpError 403 for a locked session, 409 if it would end the guarantee and `mayStartCourse` is false.
 */
async function openPart(
  app: FastifyInstance,
  user: FastifyRequest['user'],
  session: OutlineSession,
  part: Part,
  start: Start,
): Promise<void> {
  const item = { id: `sessions/${session.id}/${part}`, product: session.product, free: isFreeCheckpoint(session), vip: false }
  const opening = await app.openTutorial(user, item, start)
  if (opening === 'locked') throw locked(part, session)
  if (opening === 'guarantee_open') throw guaranteeOpen(part === 'checkpoint' ? 'download' : 'check')
}

/**
 * Returns a session with its checkpoint if the user may download it.
 * @throws HttpError 404 for a session without a checkpoint, and as `openPart` does.
 */
export async function requireOpenCheckpoint(
  app: FastifyInstance,
  user: FastifyRequest['user'],
  session: OutlineSession,
  start: Start,
): Promise<SessionWithCheckpoint> {
  const checkpoint = orNotFound(session.checkpoint ?? undefined, 'Checkpoint')
  await openPart(app, user, session, 'checkpoint', start)
  return { ...session, checkpoint }
}

/**
 * Throws unless the user may run the checks of a session. Serves nothing, so it starts nothing.
 * @throws HttpError 404 for a session without checks, 403 for a locked one.
 */
export async function requireOpenChecks(app: FastifyInstance, user: FastifyRequest['user'], sessionId: string): Promise<void> {
  const { outlineSessions } = await app.courses.current()
  const session = orNotFound(outlineSessions.get(sessionId), 'Session')
  orNotFound(session.has_checks || undefined, 'Checks')
  const item = { product: session.product, free: isFreeCheckpoint(session), vip: false }
  if (!mayOpenTutorial(item, item.free ? noEntitlements : await app.entitlementsOf(user))) throw locked('checks', session)
}

/**
 * Opens the checks of a session.
 * @throws HttpError 404 for a session without checks, and as `openPart` does.
 */
export async function openChecks(app: FastifyInstance, user: FastifyRequest['user'], session: OutlineSession, start: Start): Promise<void> {
  orNotFound(session.has_checks || undefined, 'Checks')
  await openPart(app, user, session, 'checks', start)
}
