/** The secret key of every local academy: it opens the stand-in, and nothing at Stripe. */
export const STRIPE_SECRET_KEY = 'sk_test_51LocalAcademyStandInKeyOpensNothingElsewhere'

/** The same for an account in live mode, which tests alone start. */
const STRIPE_LIVE_SECRET_KEY = 'sk_live_51LocalAcademyStandInKeyOpensNothingElsewhere'

/** Which account of Stripe is stood in for, and in which of its two modes. They share no object. */
export type StripeIdentity = { account: string; livemode: boolean }

export const STRIPE_IDENTITY: StripeIdentity = { account: 'acct_1LocalAcademyStandIn', livemode: false }

export const secretKeyOf = ({ livemode }: StripeIdentity): string => (livemode ? STRIPE_LIVE_SECRET_KEY : STRIPE_SECRET_KEY)

/** The one version that is spoken here: what the official SDK (stripe 23.1.0) pins. */
export const STRIPE_VERSION = '2026-10-28.endive'

/** Who is shown as the seller on hosted pages and receipts. */
export const MERCHANT = 'Vibe Coding Academy'
