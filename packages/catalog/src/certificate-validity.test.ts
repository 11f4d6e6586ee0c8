import { expect, test } from 'vitest'
import { isCertificateValid } from './certificate-validity.ts'
import { after, bought, DAY_MS, emptyAccount, given, NOON, subscribed } from './testing/account-facts.ts'

test.each([
  ['nothing', {}, false],
  ['a purchase', { purchases: [bought('master_course')] }, true],
  ['a bundle', { purchases: [bought('bundle')] }, true],
  ['a purchase that was refunded in full', { purchases: [bought('master_course', { refunded_at: NOON })] }, false],
  ['a refunded and a current purchase', { purchases: [bought('master_course', { refunded_at: NOON }), bought('bundle')] }, true],
  ['a requested refund', { purchases: [bought('master_course', { refund_requested_at: NOON })] }, false],
  ['a lost dispute', { purchases: [bought('bundle', { dispute: 'lost', dispute_at: NOON })] }, false],
  ['a grant', { grants: [given('master_course')] }, true],
  ['a grant that ended', { grants: [given('master_course', { expires_at: after(-1) })] }, true],
  [
    'a grant that had ended before the completion, and a refunded purchase',
    {
      grants: [given('master_course', { granted_at: after(-9 * DAY_MS), expires_at: after(-8 * DAY_MS) })],
      purchases: [bought('master_course', { refunded_at: NOON })],
    },
    false,
  ],
  [
    'a grant that was given after the completion and ended, and a refunded purchase',
    {
      grants: [given('master_course', { granted_at: after(-200), expires_at: after(-1) })],
      purchases: [bought('master_course', { refunded_at: NOON })],
    },
    false,
  ],
  ['a revoked grant', { grants: [given('master_course', { revoked_at: NOON })] }, false],
  [
    'VIP access and the Studio',
    { grants: [given('vip'), given('studio', { expires_at: after(-1) })], subscriptions: [subscribed('active')] },
    false,
  ],
] as const)('LEARN-46 decides whether a certificate is valid: %s', (_, facts, isValid) => {
  expect(isCertificateValid('master_course', { ...emptyAccount, ...facts, completed_at: after(-500) })).toBe(isValid)
})
