import type { StripeService } from '../context.ts'
import { idOf } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { need } from '../store.ts'
import { atTime } from './due.ts'

/** The account at the time of the customer: that of their test clock, if they live by one. */
export async function clockOf(service: StripeService, customer: Pick<Stored<'customer'>, 'test_clock'>): Promise<StripeService> {
  if (!customer.test_clock) return service
  const clock = await need(service, 'test_helpers.test_clock', idOf(customer.test_clock))
  return atTime(service, clock.frozen_time)
}

/** Returns the account at the time of the object's customer. */
export async function timeOf(service: StripeService, { test_clock }: { test_clock: Stored<'subscription'>['test_clock'] }) {
  return clockOf(service, { test_clock })
}
