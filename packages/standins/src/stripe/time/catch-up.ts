import type { StripeService } from '../context.ts'
import { hide } from '../store.ts'
import { atTime, type DueSteps, nextDue } from './due.ts'

/** One step of one object, as of the moment it was due, in a write of its own; whether there was one. */
async function stepOnce(root: StripeService, steps: DueSteps, until: number, testClock: string | null): Promise<boolean> {
  const isDue = async (service: StripeService) => {
    const due = await nextDue(service, testClock)
    return due !== undefined && due.at <= until ? due : undefined
  }
  if ((await isDue(root)) === undefined) return false
  await root.write(async (service) => {
    const due = await isDue(service)
    if (due === undefined) return
    // a step that does not say when it is due again is not: otherwise it would run for ever
    await hide(service, due.id, { due: null })
    await steps[due.kind]?.(atTime(service, due.at), due.id)
  })
  return true
}

/** Carries out everything that is due by a clock up to the moment; the real clock where no test clock is named. */
export async function catchUp(root: StripeService, steps: DueSteps, until: number, testClock: string | null = null): Promise<void> {
  while (await stepOnce(root, steps, until, testClock));
}
