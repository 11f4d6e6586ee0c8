import type { StripeService } from '../context.ts'
import { hide } from '../store.ts'
import { atTime, type DueObject, type DueSteps, nextDue, setDue } from './due.ts'

/** Whose time it is, what happens then, and what becomes of a step that could not be done. */
export type DueWork = {
  steps: DueSteps
  isStopped: () => boolean
  onFailure: (error: unknown, object: DueObject) => void
}

const RETRY_SECONDS = 3600

/** One step of one object, as of the moment it was due, in a write of its own; the object, if there was one. */
async function stepOnce(root: StripeService, { steps, onFailure }: DueWork, until: number, testClock: string | null) {
  const isDue = async (service: StripeService) => {
    const due = await nextDue(service, testClock)
    return due !== undefined && due.at <= until ? due : undefined
  }
  const next = await isDue(root)
  if (next === undefined) return false
  try {
    await root.write(async (service) => {
      const due = await isDue(service)
      // changed by a request in between: looked at again
      if (due?.id !== next.id) return
      // a step that does not say when it is due again is not: otherwise it would run for ever
      await hide(service, due.id, { due: null })
      await steps[due.kind]?.(atTime(service, due.at), due.id)
    })
  } catch (error) {
    // of this nothing was kept, and it is tried again later: one object must not hold up all others
    onFailure(error, next)
    await root.write((service) => setDue(service, next.id, until + RETRY_SECONDS, testClock))
  }
  return true
}

/** Carries out everything that is due by a clock up to the moment; the real clock where no test clock is named. */
export async function catchUp(root: StripeService, work: DueWork, until: number, testClock: string | null = null): Promise<void> {
  while (!work.isStopped() && (await stepOnce(root, work, until, testClock)));
}
