/** The secret key of every local academy. It works only with the stand-in. */
export const STRIPE_SECRET_KEY = 'sk_test_51LocalAcademyStandInKeyOpensNothingElsewhere'

/** The secret key in live mode, which only tests use. */
const STRIPE_LIVE_SECRET_KEY = 'sk_live_51LocalAcademyStandInKeyOpensNothingElsewhere'

/** The account that the stand-in simulates, and its mode. */
export type StripeIdentity = { account: string; livemode: boolean }

export const STRIPE_IDENTITY: StripeIdentity = { account: 'acct_1LocalAcademyStandIn', livemode: false }

export const secretKeyOf = ({ livemode }: StripeIdentity): string => (livemode ? STRIPE_LIVE_SECRET_KEY : STRIPE_SECRET_KEY)

/** The supported API version, which the official SDK (stripe 23.1.0) pins. */
export const STRIPE_VERSION = '2026-10-28.endive'

/** The seller's name on hosted pages and receipts. */
export const MERCHANT = 'Vibe Coding Academy'
