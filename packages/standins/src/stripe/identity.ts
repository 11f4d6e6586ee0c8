/** The secret key of every local academy: it opens the stand-in, and nothing at Stripe. */
export const STRIPE_SECRET_KEY = 'sk_test_51LocalAcademyStandInKeyOpensNothingElsewhere'

/** The one version that is spoken here: what the official SDK (stripe 23.1.0) pins. */
export const STRIPE_VERSION = '2026-10-28.endive'

/** Who is shown as the seller on hosted pages and receipts. */
export const MERCHANT = 'Vibe Coding Academy'
