import type { WelcomeMailStatus } from '@academy/contract'
import type { checkouts, WelcomeMail } from '../checkouts.table.ts'
import type { RecordedPurchase } from '../payments.store.ts'
import { WELCOME_DAYS } from './welcome-mails.store.ts'

const DAY_MS = 86_400_000

type PaidCheckout = Pick<
  typeof checkouts.$inferSelect,
  'status' | 'settled_at' | 'welcome_mail' | 'welcome_mail_at' | 'welcome_mail_attempts'
> & { is_own: boolean }

type Circumstances = {
  /** The purchase of the checkout; undefined for a subscription. */
  purchase: Pick<RecordedPurchase, 'refunded_at' | 'revoked_at' | 'refund_requested_at'> | undefined
  hasMailServer: boolean
  now: Date
}

/** Final states, and the one of a mail on its way. */
const RECORDED: Partial<Record<WelcomeMail, WelcomeMailStatus['state']>> = {
  sent: 'sent',
  sending: 'sending',
  unknown: 'unknown',
  dropped: 'no_address',
}

function stateOf({ settled_at, welcome_mail }: PaidCheckout, { purchase, hasMailServer, now }: Circumstances): WelcomeMailStatus['state'] {
  const recorded = welcome_mail === null ? undefined : RECORDED[welcome_mail]
  if (recorded !== undefined) return recorded
  if (purchase?.refunded_at || purchase?.revoked_at || purchase?.refund_requested_at) return 'money_back'
  const isOver = settled_at === null || settled_at.getTime() + WELCOME_DAYS * DAY_MS < now.getTime()
  if (isOver) return welcome_mail === 'failed' ? 'given_up' : 'not_tried'
  if (!hasMailServer) return 'no_mail_server'
  return welcome_mail === 'failed' ? 'retrying' : 'waiting'
}

/** Returns whether the buyer of a checkout got the welcome mail, or why not; undefined for a checkout that gets none. */
export function welcomeMailStatus(checkout: PaidCheckout, circumstances: Circumstances): WelcomeMailStatus | undefined {
  if (checkout.status !== 'paid' || !checkout.is_own) return undefined
  const { welcome_mail_at, welcome_mail_attempts: attempts } = checkout
  return { state: stateOf(checkout, circumstances), at: welcome_mail_at?.toISOString() ?? null, attempts }
}
