import type { StripeService } from '../context.ts'
import { updateHidden } from '../store.ts'
import { atTime, type DueObject, type DueSteps, nextDue, setDue } from './due.ts'

export type DueWork = {
  steps: DueSteps
  isStopped: () => boolean
  onFailure: (error: unknown, object: DueObject) => void
}

const RETRY_SECONDS = 3600

/** Runs the next due step in its own write, at the time when it was due. Returns whether there was one. */
async function runNextStep(root: StripeService, { steps, onFailure }: DueWork, until: number) {
  const findDue = async (service: StripeService) => {
    const due = await nextDue(service)
    return due !== undefined && due.at <= until ? due : undefined
  }
  const next = await findDue(root)
  if (next === undefined) return false
  try {
    await root.write(async (service) => {
      const due = await findDue(service)
      // a request has changed the schedule meanwhile: the caller reads it again
      if (due?.id !== next.id) return
      // cleared first, so that a step that schedules nothing does not run again
      await updateHidden(service, due.id, { due: null })
      await steps[due.kind]?.(atTime(service, due.at), due.id)
    })
  } catch (error) {
    // rolled back and retried later, so that one object does not block all others
    onFailure(error, next)
    await root.write((service) => setDue(service, next.id, until + RETRY_SECONDS))
  }
  return true
}

/** Runs every step that is due by `until`. */
export async function runDueSteps(root: StripeService, work: DueWork, until: number): Promise<void> {
  while (!work.isStopped() && (await runNextStep(root, work, until)));
}
