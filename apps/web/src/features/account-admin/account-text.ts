import { type Currency, type Entitlement, formatAmount, OFFERS, type OfferName, PACKAGE_NAMES, type Package } from '@academy/catalog'
import type { FoundAccount } from '@academy/contract'
import type { BadgeTone } from '../../ui/badge.tsx'

/** What each entitlement opens, as the screens call it. */
export const entitlementNames: Record<Entitlement, string> = {
  master_course: 'Master Course',
  slack_standard: 'Community',
  resources: 'Prompt Library',
  my_prompts: 'My Prompts',
  slack_premium: 'Premium Slack Support',
  aha_sessions: 'VIP tutorials',
}

/** What somebody is called: by name, else by address. An account may have lost both. */
export function nameOf({ first_name, last_name, email, account_id }: FoundAccount): string {
  return [first_name, last_name].filter(Boolean).join(' ') || email || account_id
}

/** Offers and packages have names of ours; what is unknown keeps the one it came with. */
export const offerName = (offer: string): string => (Object.hasOwn(OFFERS, offer) ? OFFERS[offer as OfferName].title : offer)
export const packageName = (name: string): string => (Object.hasOwn(PACKAGE_NAMES, name) ? PACKAGE_NAMES[name as Package] : name)

type Money = { amount: number; refunded_amount: number; currency: Currency }

/** '€259', and what of it was given back. */
export function amountText({ amount, refunded_amount, currency }: Money): string {
  const paid = formatAmount(amount, currency)
  return refunded_amount > 0 && refunded_amount < amount ? `${paid}, ${formatAmount(refunded_amount, currency)} refunded` : paid
}

type Standing = { label: string; tone: BadgeTone }

/** What became of a purchase, in a word. */
export function purchaseStanding(purchase: { refunded_at: string | null; dispute_status: string | null }): Standing {
  if (purchase.refunded_at) return { label: 'Refunded', tone: 'danger' }
  if (purchase.dispute_status === 'lost') return { label: 'Dispute lost', tone: 'danger' }
  if (purchase.dispute_status === null || purchase.dispute_status === 'won') return { label: 'Paid', tone: 'positive' }
  return { label: 'Disputed', tone: 'warning' }
}

const subscriptionStandings: Record<string, Standing> = {
  active: { label: 'Active', tone: 'positive' },
  trialing: { label: 'Free period', tone: 'positive' },
  past_due: { label: 'Payment failed', tone: 'warning' },
  unpaid: { label: 'Unpaid', tone: 'danger' },
  canceled: { label: 'Ended', tone: 'neutral' },
  incomplete: { label: 'First payment open', tone: 'warning' },
  incomplete_expired: { label: 'Never paid', tone: 'neutral' },
  paused: { label: 'Paused', tone: 'neutral' },
}

/** The payment provider's word for a subscription, in one that says what it means. */
export const subscriptionStanding = (status: string): Standing => subscriptionStandings[status] ?? { label: status, tone: 'neutral' }

export const grantTones: Record<'active' | 'expired' | 'revoked', Standing> = {
  active: { label: 'Active', tone: 'positive' },
  expired: { label: 'Expired', tone: 'neutral' },
  revoked: { label: 'Taken back', tone: 'neutral' },
}

export const checkoutStandings: Record<'open' | 'settling' | 'paid' | 'failed' | 'expired', Standing> = {
  open: { label: 'Open', tone: 'neutral' },
  settling: { label: 'Settling', tone: 'warning' },
  paid: { label: 'Paid', tone: 'positive' },
  failed: { label: 'Failed', tone: 'danger' },
  expired: { label: 'Expired', tone: 'neutral' },
}
