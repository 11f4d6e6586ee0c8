import type { StripeService } from '../context.ts'
import type { Kind } from '../kinds.ts'
import { hide } from '../store.ts'

/** Carries out what is due of one object, at `service.now()`, and says with `setDue` when there is more to do. */
export type DueStep = (service: StripeService, id: string) => Promise<void>

/** What time brings about, by the kind of object. */
export type DueSteps = Partial<Record<Kind, DueStep>>

/**
 * Has the step of its kind run for the object at this time, in seconds; null takes the date away.
 * An object has one such date: the nearest. One that lives by a test clock is due by that clock.
 */
export async function setDue(service: StripeService, id: string, at: number | null, testClock: string | null = null): Promise<void> {
  await hide(service, id, { due: at, due_clock: testClock })
}

/** The account at another time: due steps run, and send events, as of the time they were due. */
export function atTime(service: StripeService, seconds: number): StripeService {
  const moved: StripeService = { ...service, now: () => seconds, write: (work) => work(moved) }
  return moved
}

export type DueObject = { id: string; kind: Kind; at: number }

/** The object whose date is nearest, of those that live by the test clock, or by none. */
export async function nextDue({ sql }: StripeService, testClock: string | null): Promise<DueObject | undefined> {
  const [row] = await sql<{ id: string; kind: Kind; at: string }[]>`
    select id, kind, hidden->>'due' as at from stripe.objects
    where hidden->>'due' is not null and hidden->>'due_clock' is not distinct from ${testClock} and not deleted
    order by (hidden->>'due')::bigint, seq limit 1`
  return row && { id: row.id, kind: row.kind, at: Number(row.at) }
}
