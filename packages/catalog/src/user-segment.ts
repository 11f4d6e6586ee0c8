import { type Entitlements, SPECIFIED_ENTITLEMENTS } from './entitlements.ts'
import { isRunning } from './subscriptions.ts'

type UserSegment = 'admin' | 'premium_user' | 'paying_customer' | 'former_customer' | 'entitled_user' | 'free_user'

type SegmentFacts = { is_admin: boolean; entitlements: Entitlements; subscriptions: readonly { status: string }[] }

/** Returns the first segment that fits an account. Only the six entitlements of the specification count. */
export function userSegment({ is_admin, entitlements, subscriptions }: SegmentFacts): UserSegment {
  const count = SPECIFIED_ENTITLEMENTS.filter((entitlement) => entitlements[entitlement]).length
  if (is_admin) return 'admin'
  if (count >= 3) return 'premium_user'
  if (subscriptions.some(({ status }) => isRunning(status))) return 'paying_customer'
  if (subscriptions.length > 0) return 'former_customer'
  return count >= 1 ? 'entitled_user' : 'free_user'
}
