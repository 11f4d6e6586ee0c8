import type { StripeService } from '../context.ts'
import { idOf } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { requireObject } from '../store.ts'
import { atTime } from './due.ts'

/** Returns the service at the time of the object's test clock, if it has one. */
export async function atTestClock(service: StripeService, { test_clock }: Pick<Stored<'customer'>, 'test_clock'>): Promise<StripeService> {
  if (!test_clock) return service
  const clock = await requireObject(service, 'test_helpers.test_clock', idOf(test_clock))
  return atTime(service, clock.frozen_time)
}
