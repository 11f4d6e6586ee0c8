import { explainEntitlements, grantState, guaranteeState, isPackage, isPurchaseOffer, isSubscriptionOffer } from '@academy/catalog'
import type { AccountDetails, ExplainedEntitlement } from '@academy/contract'
import { serializeDates } from '../../http/serialize-dates.ts'
import { explainReason, type RecordedReason } from '../billing/facts/explain-reason.ts'
import type { AccountPayments } from '../billing/facts/payments.store.ts'
import { welcomeMailStatus } from '../billing/welcome/welcome-mail-status.ts'
import type { WholeAccount } from './account-details.store.ts'

const idOf = (reason: RecordedReason): string | null => {
  if (reason.kind === 'grant') return reason.grant.id
  if (reason.kind === 'purchase') return reason.purchase.id
  if (reason.kind === 'subscription') return reason.subscription.id
  return reason.kind === 'seat' ? reason.seat.id : null
}

/** Explains the entitlements with the same rules and facts as every request. Leaves out packages and offers that this build does not know. */
function explain({ grants, purchases, subscriptions, seats }: AccountPayments, isAdmin: boolean, now: Date): ExplainedEntitlement[] {
  const explained = explainEntitlements({
    isAdmin,
    grants: grants.filter((grant) => isPackage(grant.package)),
    purchases: purchases.filter(({ offer, is_own, seats }) => is_own && seats === 0 && isPurchaseOffer(offer)),
    subscriptions: subscriptions.filter(({ offer, is_own }) => is_own && isSubscriptionOffer(offer)),
    seats,
    now,
  })
  return explained.map(({ reasons, ...entitlement }) => ({
    ...entitlement,
    reasons: reasons.map((reason) => ({
      kind: reason.kind,
      id: idOf(reason),
      state: reason.kind === 'admin' ? 'active' : reason.state,
      holds: reason.holds,
      until: reason.until?.toISOString() ?? null,
      text: explainReason(reason),
    })),
  }))
}

/** Returns an account with everything that decides its access, for the administrator. */
export function accountDetailsOf(
  account: WholeAccount,
  payments: AccountPayments,
  { isAdmin, hasMailServer, now }: { isAdmin: boolean; hasMailServer: boolean; now: Date },
): AccountDetails {
  return {
    account: serializeDates({ ...account, is_admin: isAdmin }),
    entitlements: explain(payments, isAdmin, now),
    grants: payments.grants.map((grant) => serializeDates({ ...grant, state: grantState(grant, now) })),
    course_starts: payments.course_starts.map(serializeDates),
    purchases: payments.purchases.map((purchase) =>
      serializeDates({
        ...purchase,
        guarantee: guaranteeState(purchase, {
          purchases: payments.purchases.filter(({ is_own, seats }) => is_own && seats === 0),
          course_starts: Object.fromEntries(payments.course_starts.map(({ product, started_at }) => [product, started_at])),
          now,
        }),
      }),
    ),
    subscriptions: payments.subscriptions.map(serializeDates),
    charges: payments.charges.map(serializeDates),
    checkouts: payments.checkouts.map((checkout) => {
      const purchase = payments.purchases.find(({ id }) => id === checkout.session_id)
      const welcome_mail_status = welcomeMailStatus(checkout, { purchase, hasMailServer, now })
      return { ...serializeDates(checkout), ...(welcome_mail_status && { welcome_mail_status }) }
    }),
    customer: payments.customer ? serializeDates(payments.customer) : null,
    former_customers: payments.former_customers.map(serializeDates),
    events: payments.events.map(serializeDates),
    audit_log: payments.audit_log.map(serializeDates),
  }
}
