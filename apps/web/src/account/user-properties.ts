import { isRunning, SPECIFIED_ENTITLEMENTS, userSegment } from '@academy/catalog'
import { type Account, entitlementsOf } from './account-context.ts'

/** Returns the analytics user properties. An admin has all six entitlements. */
export function userProperties(account: Account, now: Date): Record<string, unknown> {
  const { is_admin, ...entitlements } = entitlementsOf(account)
  const unlocked = SPECIFIED_ENTITLEMENTS.filter((name) => entitlements[name])
  const { subscriptions } = account
  const running = subscriptions.filter(({ status }) => isRunning(status))
  return {
    email: account.email,
    first_name: account.first_name,
    last_name: account.last_name,
    has_stripe_customer: account.stripe_customer_id !== null,
    deal: account.deal,
    has_any_subscription: subscriptions.length > 0,
    has_active_subscription: running.length > 0,
    subscription_count: subscriptions.length,
    active_subscription_count: running.length,
    ...entitlements,
    entitlement_count: unlocked.length,
    entitlements_list: unlocked,
    subscription_statuses: subscriptions.map(({ status }) => status),
    subscription_plan_names: subscriptions.map(({ plan_name }) => plan_name),
    user_segment: userSegment({ is_admin, entitlements, subscriptions }),
    properties_updated_at: now.toISOString(),
  }
}
