import type { WelcomeMailStatus } from '@academy/contract'
import type { MailState } from '../../../mail/mails.table.ts'
import type { checkouts } from '../facts/checkouts.table.ts'
import type { RecordedPurchase } from '../facts/payments.store.ts'
import { WELCOME_DAYS } from './queue-welcomes.ts'

const DAY_MS = 86_400_000

type PaidCheckout = Pick<typeof checkouts.$inferSelect, 'status' | 'settled_at' | 'welcome_mail_at' | 'welcome_mail_attempts'> & {
  welcome_mail: MailState | 'queued' | null
  is_own: boolean
}

type Circumstances = {
  /** The purchase of the checkout; undefined for a subscription. */
  purchase: Pick<RecordedPurchase, 'refunded_at' | 'revoked_at' | 'refund_requested_at'> | undefined
  hasMailServer: boolean
  now: Date
}

function stateOf({ settled_at, welcome_mail }: PaidCheckout, { purchase, hasMailServer, now }: Circumstances): WelcomeMailStatus['state'] {
  if (welcome_mail === 'sent' || welcome_mail === 'sending' || welcome_mail === 'unknown') return welcome_mail
  if (purchase?.refunded_at || purchase?.revoked_at || purchase?.refund_requested_at) return 'money_back'
  if (welcome_mail === 'dropped') return 'no_address'
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
