import type { StripeService } from '../context.ts'
import { idOf } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { requireObject } from '../store.ts'
import { atTime } from './due.ts'

/** Returns the service at the time of the customer's test clock, if they have one. */
export async function clockOf(service: StripeService, customer: Pick<Stored<'customer'>, 'test_clock'>): Promise<StripeService> {
  if (!customer.test_clock) return service
  const clock = await requireObject(service, 'test_helpers.test_clock', idOf(customer.test_clock))
  return atTime(service, clock.frozen_time)
}

/** Returns the service at the time of the object's test clock, if it has one. */
export async function timeOf(service: StripeService, { test_clock }: { test_clock: Stored<'subscription'>['test_clock'] }) {
  return clockOf(service, { test_clock })
}
