import type { StripeService } from '../context.ts'
import type { Kind } from '../kinds.ts'
import { updateHidden } from '../store.ts'

/** Runs what is due for one object at `service.now()`. Calls `setDue` to schedule the next step. */
export type DueStep = (service: StripeService, id: string) => Promise<void>

/** The due steps by kind of object. */
export type DueSteps = Partial<Record<Kind, DueStep>>

/** Schedules the due step of an object at a time in seconds; null removes the schedule. An object has one due date, the nearest. */
export async function setDue(service: StripeService, id: string, at: number | null): Promise<void> {
  await updateHidden(service, id, { due: at })
}

/** Returns the service at another time, so that due steps and their events have the time at which they were due. */
export function atTime(service: StripeService, seconds: number): StripeService {
  const moved: StripeService = { ...service, now: () => seconds, write: (work) => work(moved) }
  return moved
}

export type DueObject = { id: string; kind: Kind; at: number }

/** Returns the object that is due next. */
export async function nextDue({ sql }: StripeService): Promise<DueObject | undefined> {
  const [row] = await sql<{ id: string; kind: Kind; at: string }[]>`
    select id, kind, hidden->>'due' as at from stripe.objects
    where hidden->>'due' is not null and not deleted
    order by (hidden->>'due')::bigint, seq limit 1`
  return row && { id: row.id, kind: row.kind, at: Number(row.at) }
}
