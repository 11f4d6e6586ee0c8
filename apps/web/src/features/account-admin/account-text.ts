import { type Entitlement, formatAmount, isOfferName, isStudioGift, PACKAGE_NAMES, type Package, soldTitle } from '@academy/catalog'
import type { AccountDetails, FoundAccount, RecordedCheckout, WelcomeMailStatus } from '@academy/contract'
import { fullName } from '../../account/account-context.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

type Purchase = AccountDetails['purchases'][number]
type Charge = AccountDetails['charges'][number]

export const entitlementLabels: Record<Entitlement, string> = {
  ...PACKAGE_NAMES,
  slack_standard: 'Community',
  resources: 'Prompt Library',
  my_prompts: 'My Prompts',
  slack_premium: 'Premium Slack Support',
  aha_sessions: 'VIP tutorials',
}

/** Returns the name of an account, or its email, or its id. */
export const accountName = (account: FoundAccount): string => fullName(account) || account.email || account.account_id

/** Returns the title of an offer; unknown offers keep their own name. */
export const offerName = (offer: string): string => (isOfferName(offer) || isStudioGift(offer) ? soldTitle(offer) : offer)
export const packageName = (name: string): string => (Object.hasOwn(PACKAGE_NAMES, name) ? PACKAGE_NAMES[name as Package] : name)

/** Returns the title of a charge. A charge with the id of its invoice was paid outside Stripe. */
export function chargeTitle({ id, invoice_id, kind }: Charge): string {
  const isOffStripe = id === invoice_id
  if (kind === 'studio_month') return isOffStripe ? 'A month of the Studio, paid outside Stripe' : 'A month of the Studio'
  return isOffStripe ? 'Paid outside Stripe' : 'Paid outside checkout'
}

/** Formats what was paid, with its partial refund: '€259, €50 refunded'. */
export function formatPaid({ amount, refunded_amount, currency }: Charge | Purchase): string {
  const paid = formatAmount(amount, currency)
  const isPartial = refunded_amount > 0 && refunded_amount < amount
  return isPartial ? `${paid}, ${formatAmount(refunded_amount, currency)} refunded` : paid
}

type StatusBadge = { label: string; tone: BadgeTone }

type PaidMoney = Pick<Purchase, 'amount' | 'refunded_at' | 'dispute_status'> & Partial<Pick<Purchase, 'revoked_at' | 'refund_requested_at'>>

/** Returns the status badge of a purchase or charge. */
export function purchaseStatus(purchase: PaidMoney): StatusBadge {
  if (purchase.revoked_at) return { label: 'Revoked', tone: 'neutral' }
  if (purchase.refunded_at) return { label: 'Refunded', tone: 'danger' }
  if (purchase.refund_requested_at) return { label: 'Refund requested', tone: 'warning' }
  if (purchase.dispute_status === 'lost') return { label: 'Dispute lost', tone: 'danger' }
  if (purchase.amount === 0) return { label: 'Free with a code', tone: 'positive' }
  if (purchase.dispute_status === null || purchase.dispute_status === 'won') return { label: 'Paid', tone: 'positive' }
  return { label: 'Disputed', tone: 'warning' }
}

/** What the guarantee means for a purchase. */
export const guaranteeTexts: Record<Purchase['guarantee'], string> = {
  open: 'Open, nothing paid for was opened',
  requested: 'Used, Stripe has not confirmed the refund',
  refunded: 'Refunded',
  disputed: 'None, the payment was disputed',
  no_charge: 'None, no payment to refund',
  revoked: 'None, it cost nothing',
  used: 'None, its buyer used the guarantee before',
  started: 'Ended, the course was started',
  over: 'Over after 30 days',
}

const subscriptionStatuses: Record<string, StatusBadge> = {
  active: { label: 'Active', tone: 'positive' },
  trialing: { label: 'Free period', tone: 'positive' },
  past_due: { label: 'Payment failed', tone: 'warning' },
  unpaid: { label: 'Unpaid', tone: 'danger' },
  canceled: { label: 'Ended', tone: 'neutral' },
  incomplete: { label: 'First payment open', tone: 'warning' },
  incomplete_expired: { label: 'Never paid', tone: 'neutral' },
  paused: { label: 'Paused', tone: 'neutral' },
}

export function subscriptionStatus({ status, revoked_at }: AccountDetails['subscriptions'][number]): StatusBadge {
  if (revoked_at) return { label: 'Revoked', tone: 'neutral' }
  return subscriptionStatuses[status] ?? { label: status, tone: 'neutral' }
}

export const grantStatuses: Record<AccountDetails['grants'][number]['state'], StatusBadge> = {
  active: { label: 'Active', tone: 'positive' },
  expired: { label: 'Expired', tone: 'neutral' },
  revoked: { label: 'Revoked', tone: 'neutral' },
}

export const checkoutStatuses: Record<RecordedCheckout['status'], StatusBadge> = {
  open: { label: 'Open', tone: 'neutral' },
  settling: { label: 'Processing', tone: 'warning' },
  paid: { label: 'Paid', tone: 'positive' },
  failed: { label: 'Failed', tone: 'danger' },
  expired: { label: 'Expired', tone: 'neutral' },
}

/** What became of a welcome mail. With a time it is when the mail was sent, or last tried. */
export const welcomeMailTexts: Record<WelcomeMailStatus['state'], string> = {
  sent: 'Welcome mail sent',
  waiting: 'Welcome mail not sent yet: its first attempt is due within a minute',
  sending: 'Welcome mail is being sent',
  retrying: 'Welcome mail not sent yet: the API tries it again',
  given_up: 'Welcome mail not sent: all attempts in the three days after the payment failed',
  not_tried: 'Welcome mail not sent: there was no attempt in the three days after the payment',
  no_mail_server: 'Welcome mail not sent: the API has no mail server in its settings (SMTP_HOST)',
  money_back: 'Welcome mail not sent: the money went back, or the buyer requested it',
  unknown: 'Welcome mail may not have arrived: the response of the mail server was lost, and the mail is not repeated',
  no_address: 'Welcome mail not sent: the account was deleted or has no address, or the Studio had ended',
}
