import type { StripeService } from '../context.ts'
import { idOf } from '../ids.ts'
import { hiddenOf, hide } from '../store.ts'
import { setDue } from '../time/due.ts'
import type { Subscription } from './subscription-json.ts'

/** Stripe announces the end of a trial three days before, or at once where the trial is shorter. */
const NOTICE_SECONDS = 3 * 24 * 3600

/** A first invoice may be paid for 23 hours; afterwards the subscription is given up. */
const INCOMPLETE_SECONDS = 23 * 3600

export type DueKind = 'expire' | 'trial_notice' | 'cancel' | 'renew'
export type NextStep = { kind: DueKind; at: number }

const LIVING = ['trialing', 'active', 'past_due', 'unpaid']

/** When the period ends that is running; items that are billed together share it. */
export const periodEnd = ({ items }: Subscription): number => Math.min(...items.data.map((item) => item.current_period_end))

/** What time brings about next in the life of a subscription, given the trial end that was announced already. */
export function nextStep(subscription: Subscription, noticed: number | null): NextStep | undefined {
  const { status, trial_end: trialEnd, cancel_at: cancelAt } = subscription
  if (status === 'incomplete') return { kind: 'expire', at: subscription.created + INCOMPLETE_SECONDS }
  if (!LIVING.includes(status)) return undefined
  const end = periodEnd(subscription)
  const steps: NextStep[] = [{ kind: 'renew', at: end }]
  if (subscription.cancel_at_period_end) steps.unshift({ kind: 'cancel', at: end })
  else if (cancelAt !== null) steps.unshift({ kind: 'cancel', at: cancelAt })
  if (status === 'trialing' && trialEnd !== null && noticed !== trialEnd) {
    steps.unshift({ kind: 'trial_notice', at: Math.max(trialEnd - NOTICE_SECONDS, subscription.trial_start ?? 0) })
  }
  // of those at the same moment the first: a subscription that cancels at the end of the period is not renewed
  return steps.toSorted((a, b) => a.at - b.at)[0]
}

const noticedOf = async (service: StripeService, id: string) => (await hiddenOf<{ noticed?: number }>(service, id)).noticed ?? null

/** The step that is next for the subscription as it is now. */
export const stepOf = async (service: StripeService, subscription: Subscription) =>
  nextStep(subscription, await noticedOf(service, subscription.id))

/** Remembers that the end of the trial was announced. */
export const markNoticed = (service: StripeService, subscription: Subscription) =>
  hide(service, subscription.id, { noticed: subscription.trial_end })

/** After each change of a subscription: what time is to bring about next. */
export async function schedule(service: StripeService, subscription: Subscription): Promise<void> {
  const step = await stepOf(service, subscription)
  await setDue(service, subscription.id, step?.at ?? null, subscription.test_clock === null ? null : idOf(subscription.test_clock))
}
