import { mayOpenTutorial, noEntitlements } from '@academy/catalog'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { orNotFound, Refusal } from '../../http/errors.ts'
import type { PlacedTutorial } from './outline.ts'

const locked = ({ vip }: PlacedTutorial) => {
  const keys = vip ? 'the Master Course, the bundle or VIP access' : 'the Master Course or the bundle'
  return new Refusal(403, 'entitlement_required', `This tutorial is part of the Master Course. You can open it with ${keys}.`)
}

/** Returns a published tutorial that the user may open. @throws Refusal 404 for one that does not exist, 403 for a locked one. */
export async function requireOpenTutorial(app: FastifyInstance, user: FastifyRequest['user'], tutorialId: string): Promise<PlacedTutorial> {
  const { tutorials } = await app.courses.current()
  const tutorial = orNotFound(tutorials.get(tutorialId), 'Tutorial')
  // Free tutorials also open while entitlements cannot be read.
  const entitlements = tutorial.free ? noEntitlements : await app.entitlementsOf(user)
  if (!mayOpenTutorial(tutorial, entitlements)) throw locked(tutorial)
  return tutorial
}
