import type { StripeService } from '../core/context.ts'
import type { Kind } from '../core/kinds.ts'
import { updateHidden } from '../core/store.ts'

/** Stripe's times are in seconds. */
export const DAY_SECONDS = 24 * 3600

/** Runs what is due for one object at `service.now()`. Calls `setDue` to schedule the next step. */
export type DueStep = (service: StripeService, id: string) => Promise<void>

/** The due steps by kind of object. */
export type DueSteps = Partial<Record<Kind, DueStep>>

/** Schedules the due step of an object at a time in seconds; null removes the schedule. An object has one due date, the nearest. */
export async function setDue(service: StripeService, id: string, at: number | null): Promise<void> {
  await updateHidden(service, id, { due: at })
}
