import { expect, test } from 'vitest'
import { welcomeMailStatus } from './welcome-mail-status.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)

type Checkout = Parameters<typeof welcomeMailStatus>[0]
type Circumstances = Partial<Parameters<typeof welcomeMailStatus>[1]>

function statusOf(changes: Partial<Checkout>, circumstances: Circumstances = {}) {
  const checkout: Checkout = {
    status: 'paid',
    is_own: true,
    settled_at: hoursAgo(1),
    welcome_mail: null,
    welcome_mail_at: null,
    welcome_mail_attempts: 0,
    ...changes,
  }
  return welcomeMailStatus(checkout, { purchase: undefined, hasMailServer: true, now: NOW, ...circumstances })
}

const KEPT = { refunded_at: null, revoked_at: null, refund_requested_at: null }
const tried = (welcome_mail: 'sent' | 'failed' | 'unknown' | 'dropped' | 'sending') => ({
  welcome_mail,
  welcome_mail_at: hoursAgo(0.5),
  welcome_mail_attempts: 2,
})

test.each<[Partial<Checkout>, Circumstances, string]>([
  [{}, {}, 'waiting'],
  [{}, { purchase: KEPT }, 'waiting'],
  [{}, { hasMailServer: false }, 'no_mail_server'],
  [{ settled_at: hoursAgo(71) }, {}, 'waiting'],
  [{ settled_at: hoursAgo(73) }, {}, 'not_tried'],
  [{ settled_at: null }, {}, 'not_tried'],
  [{ settled_at: hoursAgo(73) }, { hasMailServer: false }, 'not_tried'],
  [tried('sent'), { hasMailServer: false, purchase: { ...KEPT, refunded_at: NOW } }, 'sent'],
  [tried('sending'), {}, 'sending'],
  [tried('unknown'), {}, 'unknown'],
  [tried('dropped'), {}, 'no_address'],
  [tried('failed'), {}, 'retrying'],
  [tried('failed'), { hasMailServer: false }, 'no_mail_server'],
  [{ ...tried('failed'), settled_at: hoursAgo(73) }, {}, 'given_up'],
  [{}, { purchase: { ...KEPT, refunded_at: NOW } }, 'money_back'],
  [{}, { purchase: { ...KEPT, revoked_at: NOW } }, 'money_back'],
  [tried('failed'), { purchase: { ...KEPT, refund_requested_at: NOW } }, 'money_back'],
])('BUY-10 returns the state of a welcome mail: %j %j', (checkout, circumstances, state) => {
  expect(statusOf(checkout, circumstances)?.state).toBe(state)
})

test('BUY-10 names the time and the number of attempts', () => {
  expect(statusOf(tried('sent'))).toEqual({ state: 'sent', at: hoursAgo(0.5).toISOString(), attempts: 2 })
  expect(statusOf({})).toEqual({ state: 'waiting', at: null, attempts: 0 })
})

test.each([{ status: 'open' }, { status: 'settling' }, { status: 'expired' }, { status: 'failed' }, { is_own: false }] as const)(
  'BUY-10 a checkout that gets no welcome mail has no state: %j',
  (changes) => {
    expect(statusOf(changes)).toBeUndefined()
  },
)
