import { explainEntitlements, grantState, isPackage, isPurchaseOffer, isSubscriptionOffer } from '@academy/catalog'
import type { AccountFile, ExplainedEntitlement } from '@academy/contract'
import type { PaymentsFile } from '../billing/payments.store.ts'
import { type RecordedReason, reasonInWords } from '../billing/reason-in-words.ts'
import type { WholeAccount } from './account-file.store.ts'
import { written } from './written.ts'

const idOf = (reason: RecordedReason): string | null => {
  if (reason.kind === 'grant') return reason.grant.id
  if (reason.kind === 'purchase') return reason.purchase.id
  return reason.kind === 'subscription' ? reason.subscription.id : null
}

/** Decided by the same function over the same facts as every request of the account; what this build does not know opens nothing. */
function explain({ grants, purchases, subscriptions }: PaymentsFile, isAdmin: boolean, now: Date): ExplainedEntitlement[] {
  const explained = explainEntitlements({
    isAdmin,
    grants: grants.filter((grant) => isPackage(grant.package)),
    purchases: purchases.filter(({ offer, is_own }) => is_own && isPurchaseOffer(offer)),
    subscriptions: subscriptions.filter(({ offer, is_own }) => is_own && isSubscriptionOffer(offer)),
    now,
  })
  return explained.map(({ reasons, ...one }) => ({
    ...one,
    reasons: reasons.map((reason) => ({
      kind: reason.kind,
      id: idOf(reason),
      state: reason.kind === 'admin' ? 'active' : reason.state,
      holds: reason.holds,
      until: reason.until?.toISOString() ?? null,
      text: reasonInWords(reason),
    })),
  }))
}

/** An account with all that decides what it may open, as the administrator reads it. */
export function accountFileOf(
  account: WholeAccount,
  payments: PaymentsFile,
  { isAdmin, now }: { isAdmin: boolean; now: Date },
): AccountFile {
  return {
    account: written({ ...account, is_admin: isAdmin }),
    entitlements: explain(payments, isAdmin, now),
    grants: payments.grants.map((grant) => written({ ...grant, state: grantState(grant, now) })),
    purchases: payments.purchases.map(written),
    subscriptions: payments.subscriptions.map(written),
    charges: payments.charges.map(written),
    checkouts: payments.checkouts.map(written),
    customer: payments.customer ? written(payments.customer) : null,
    former_customers: payments.former_customers.map(written),
    events: payments.events.map(written),
    audit_log: payments.audit_log.map(written),
  }
}
