import {
  type Entitlements,
  entitlementsFor,
  FIRST_COURSE,
  guaranteedPurchase,
  guaranteeLastDay,
  isOfferName,
  nextGuarantee,
  purchaseState,
} from '@academy/catalog'
import type { AccountContext, Guarantee } from '@academy/contract'
import type { Config } from '../../config.ts'
import type { User } from '../../plugins/auth/auth.ts'
import type { RecordedFacts } from '../billing/facts/facts.store.ts'
import type { Account } from './account.store.ts'

/** The marketing deal of bundle buyers. */
const BUNDLE_DEAL = 'launch_bundle'

/** Returns the Slack invitations of an account; without any there is no `links` field. */
function linksFor(entitlements: Entitlements, { standardUrl, premiumUrl }: Config['slack']): Pick<AccountContext['data'], 'links'> {
  const links = {
    ...(entitlements.slack_standard && standardUrl !== undefined && { slack_standard_url: standardUrl }),
    ...(entitlements.slack_premium && premiumUrl !== undefined && { slack_premium_url: premiumUrl }),
  }
  return Object.keys(links).length > 0 ? { links } : {}
}

function guaranteeOf({ purchases, course_starts }: Pick<RecordedFacts, 'purchases' | 'course_starts'>, now: Date): Guarantee | null {
  const covered = guaranteedPurchase({ purchases, course_starts, now })
  if (covered === undefined) return null
  const { purchase, state } = covered
  const { id, offer, amount, refunded_amount, currency } = purchase
  const last_day = guaranteeLastDay(purchase).toISOString()
  return { purchase_id: id, offer, state, amount: amount - refunded_amount, currency, last_day }
}

/**
 * Returns the context of an account. `prices` lists active purchases only, so it agrees with the entitlements; `subscriptions`
 * includes ended ones.
 */
export function contextOf(
  account: Account,
  { customers, processing_payments, ...facts }: RecordedFacts,
  { user, slack, now }: { user: User; slack: Config['slack']; now: Date },
): AccountContext {
  const entitlements = entitlementsFor({ ...facts, isAdmin: user.isAdmin, now })
  const active = facts.purchases.filter((purchase) => purchaseState(purchase) === 'active')
  // The response has these fields twice: at the top and in `data`.
  const repeated = {
    prices: active.map(({ price_id, offer }) => ({ price_id, plan_id: offer, status: 'active' })),
    subscriptions: facts.subscriptions.map(({ price_id, offer, status }) => ({ price_id, plan_name: offer, status })),
    deal: account.deal ?? (active.some(({ offer }) => offer === 'bundle') ? BUNDLE_DEAL : null),
    hide_bundle_deal: account.hide_bundle_deal,
  }
  return {
    success: true,
    message: null,
    data: {
      ...account,
      ...repeated,
      email: user.token === null ? user.email : (account.email ?? ''),
      stripe_customer_id: customers[0] ?? null,
      is_admin: user.isAdmin,
      entitlements,
      processing_payments: processing_payments.filter((offer) => offer === 'seats' || offer === 'gift' || isOfferName(offer)),
      guarantee: guaranteeOf(facts, now),
      next_guarantee: nextGuarantee(FIRST_COURSE, facts),
      ...linksFor(entitlements, slack),
    },
    ...repeated,
  }
}
