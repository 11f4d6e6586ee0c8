import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError, orNotFound } from '../../http/errors.ts'
import type { PublishedCheckpoint } from '../content/read/published-content.store.ts'
import { guaranteeOpen } from './open-tutorial.ts'
import type { OutlineSession } from './outline.ts'

const locked = () =>
  new HttpError(
    403,
    'entitlement_required',
    'The project of this session is part of the Master Course. You can download it with the Master Course or the bundle.',
  )

/** Returns whether every user may download the checkpoint of a session: the session or all of its tutorials are free (decision 049). */
export const isFreeCheckpoint = ({ free, tutorials }: OutlineSession): boolean =>
  free || (tutorials.length > 0 && tutorials.every((tutorial) => tutorial.free))

export type SessionWithCheckpoint = OutlineSession & { checkpoint: PublishedCheckpoint }

/**
 * Returns a session with its checkpoint if the user may download it. The download of a checkpoint that is not free starts the course, which ends
 * the guarantee (decision 032).
 * @throws HttpError 404 for a session without a checkpoint, 403 for a locked one, 409 if the download would end the guarantee and
 * `mayStartCourse` is false.
 */
export async function requireOpenCheckpoint(
  app: FastifyInstance,
  user: FastifyRequest['user'],
  session: OutlineSession,
  { mayStartCourse }: { mayStartCourse: boolean },
): Promise<SessionWithCheckpoint> {
  const item = { id: `sessions/${session.id}/checkpoint`, free: isFreeCheckpoint(session), vip: false }
  const checkpoint = orNotFound(session.checkpoint ?? undefined, 'Checkpoint')
  const opening = await app.openTutorial(user, item, { mayStartCourse })
  if (opening === 'locked') throw locked()
  if (opening === 'guarantee_open') throw guaranteeOpen('download')
  return { ...session, checkpoint }
}
