import type { StripeService } from '../context.ts'
import { readHidden, updateHidden } from '../store.ts'
import { setDue } from '../time/due.ts'
import type { Subscription } from './subscription-json.ts'

/** Stripe announces the end of a trial three days before, or at once if the trial is shorter. */
const NOTICE_SECONDS = 3 * 24 * 3600

/** A subscription whose first invoice is not paid within 23 hours expires. */
const INCOMPLETE_SECONDS = 23 * 3600

type DueKind = 'expire' | 'trial_notice' | 'cancel' | 'renew'
type NextStep = { kind: DueKind; at: number }

const RUNNING = ['trialing', 'active', 'past_due']

/** Returns the end of the current period in seconds. Items that are billed together share it. */
export const periodEnd = ({ items }: Subscription): number => Math.min(...items.data.map((item) => item.current_period_end))

/** Returns the next due step of a subscription. `announcedTrialEnd` is the trial end that was already announced. */
function nextStep(subscription: Subscription, announcedTrialEnd: number | null): NextStep | undefined {
  const { status, trial_end: trialEnd, cancel_at: cancelAt } = subscription
  if (status === 'incomplete') return { kind: 'expire', at: subscription.created + INCOMPLETE_SECONDS }
  if (!RUNNING.includes(status)) return undefined
  const end = periodEnd(subscription)
  const steps: NextStep[] = [{ kind: 'renew', at: end }]
  if (subscription.cancel_at_period_end) steps.unshift({ kind: 'cancel', at: end })
  else if (cancelAt !== null) steps.unshift({ kind: 'cancel', at: cancelAt })
  if (status === 'trialing' && trialEnd !== null && announcedTrialEnd !== trialEnd) {
    steps.unshift({ kind: 'trial_notice', at: Math.max(trialEnd - NOTICE_SECONDS, subscription.trial_start ?? 0) })
  }
  // the sort is stable, so that a cancellation wins over a renewal at the same time
  return steps.toSorted((a, b) => a.at - b.at)[0]
}

const announcedTrialEndOf = async (service: StripeService, id: string) =>
  (await readHidden<{ announcedTrialEnd?: number }>(service, id)).announcedTrialEnd ?? null

/** Returns the next due step of a stored subscription. */
export const stepOf = async (service: StripeService, subscription: Subscription) =>
  nextStep(subscription, await announcedTrialEndOf(service, subscription.id))

/** Records that the end of the trial was announced. */
export const markTrialEndAnnounced = (service: StripeService, subscription: Subscription) =>
  updateHidden(service, subscription.id, { announcedTrialEnd: subscription.trial_end })

/** Schedules the next due step. Call it after every change of a subscription. */
export async function schedule(service: StripeService, subscription: Subscription): Promise<void> {
  const step = await stepOf(service, subscription)
  await setDue(service, subscription.id, step?.at ?? null)
}
