import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entitlementsFor } from './decide-entitlements.ts'
import {
  type GuaranteedPurchase,
  type GuaranteeState,
  guaranteedPurchase,
  guaranteeEnd,
  guaranteeLastDay,
  guaranteeState,
} from './guarantee.ts'
import { needsCourseToOpen } from './tutorial-access.ts'

const BOUGHT = new Date('2026-11-12T14:03:00Z')
const DAY_MS = 86_400_000
const onDay = (days: number) => new Date(BOUGHT.getTime() + days * DAY_MS)

const bought = (changes: Partial<GuaranteedPurchase> = {}): GuaranteedPurchase => ({
  offer: 'master_course',
  paid_at: BOUGHT,
  amount: 259_00,
  refunded_amount: 0,
  charge_id: 'ch_1',
  refunded_at: null,
  dispute: null,
  dispute_at: null,
  revoked_at: null,
  refund_requested_at: null,
  ...changes,
})

const MONEY: [name: string, changes: Partial<GuaranteedPurchase>, expected?: GuaranteeState][] = [
  ['paid', {}],
  ['the bundle, paid', { offer: 'bundle' }],
  ['refunded in part', { refunded_amount: 59_00 }],
  ['refunded in full', { refunded_amount: 259_00, refunded_at: onDay(1) }, 'refunded'],
  ['refunded in full during a dispute', { refunded_at: onDay(2), dispute: 'open', dispute_at: onDay(1) }, 'refunded'],
  ['refunded in full, without the time', { refunded_amount: 259_00 }, 'no_charge'],
  [
    'refunded after the request of the buyer',
    { refunded_amount: 259_00, refunded_at: onDay(1), refund_requested_at: onDay(1) },
    'refunded',
  ],
  ['requested by the buyer, not refunded', { refund_requested_at: onDay(1) }, 'requested'],
  ['disputed', { dispute: 'open', dispute_at: onDay(1) }, 'disputed'],
  ['disputed and won', { dispute: 'won', dispute_at: onDay(1) }, 'disputed'],
  ['disputed and lost', { dispute: 'lost', dispute_at: onDay(1) }, 'disputed'],
  ['disputed after the request for a refund', { dispute: 'open', dispute_at: onDay(2), refund_requested_at: onDay(1) }, 'disputed'],
  ['free with a code', { amount: 0, charge_id: null }, 'no_charge'],
  ['paid outside Stripe', { charge_id: null }, 'no_charge'],
  ['free and taken back', { amount: 0, charge_id: null, revoked_at: onDay(1) }, 'revoked'],
]
const matrix = MONEY.flatMap(([name, changes, expected]) =>
  [29, 31].flatMap((day) =>
    [false, true].map((started): [string, number, boolean, Partial<GuaranteedPurchase>, GuaranteeState] => [
      name,
      day,
      started,
      changes,
      expected ?? (started ? 'started' : day === 29 ? 'open' : 'over'),
    ]),
  ),
)

describe('the guarantee', () => {
  test.each(matrix)('LEARN-51 %s, on day %i, started: %s', (_, day, started, changes, expected) => {
    const facts = { purchase: bought(changes), course_started_at: started ? onDay(0.5) : null, now: onDay(day) }
    expect(guaranteeState(facts)).toBe(expected)
  })

  test('LEARN-51 PRICE-12 the last day counts to its end in every time zone, and no longer', () => {
    const purchase = bought()
    const stateAt = (now: Date) => guaranteeState({ purchase, course_started_at: null, now })
    expect(guaranteeLastDay(purchase)).toEqual(new Date('2026-12-12T14:03:00Z'))
    expect([30, 30.5, 31].map((days) => stateAt(onDay(days)))).toEqual(['open', 'open', 'over'])
    for (const zone of ['Pacific/Kiritimati', 'UTC', 'Pacific/Pago_Pago']) {
      const shown = (at: Date) => at.toLocaleDateString('en-GB', { timeZone: zone })
      const hours = Array.from({ length: 24 }, (_, hour) => new Date(guaranteeLastDay(purchase).getTime() + hour * 3_600_000))
      const ofLastDay = hours.filter((at) => shown(at) === shown(guaranteeLastDay(purchase)))
      expect(ofLastDay.map(stateAt)).toEqual(ofLastDay.map(() => 'open'))
    }
    expect(stateAt(new Date(guaranteeEnd(purchase).getTime() - 1))).toBe('open')
    expect(stateAt(guaranteeEnd(purchase))).toBe('over')
  })

  test('LEARN-51 an account sees its newest covered purchase', () => {
    const [first, second] = [bought({ offer: 'bundle' }), bought({ paid_at: onDay(1) })]
    const facts = { purchases: [first, second], course_started_at: null, now: onDay(2) }
    expect(guaranteedPurchase(facts)).toEqual({ purchase: second, state: 'open' })
    expect(guaranteedPurchase({ ...facts, course_started_at: onDay(1) })).toBeUndefined()
    expect(guaranteedPurchase({ ...facts, purchases: [bought({ refunded_at: onDay(1) }), first] })).toEqual({
      purchase: first,
      state: 'open',
    })
  })

  test('LEARN-51 it is open only for money that can go back, and a purchase with an open guarantee unlocks the course', () => {
    const day = fc.integer({ min: 0, max: 40 }).map(onDay)
    const purchase: fc.Arbitrary<GuaranteedPurchase> = fc.record({
      offer: fc.constantFrom('master_course', 'bundle'),
      paid_at: day,
      amount: fc.integer({ min: 0, max: 3 }),
      refunded_amount: fc.integer({ min: 0, max: 3 }),
      charge_id: fc.option(fc.constant('ch_1')),
      refunded_at: fc.option(day),
      dispute: fc.constantFrom(null, 'open', 'won', 'lost'),
      dispute_at: fc.option(day),
      revoked_at: fc.option(day),
      refund_requested_at: fc.option(day),
    })
    fc.assert(
      fc.property(purchase, fc.option(day), day, (one, course_started_at, now) => {
        const state = guaranteeState({ purchase: one, course_started_at, now })
        const later = guaranteeState({ purchase: one, course_started_at, now: new Date(now.getTime() + DAY_MS) })
        if (state !== 'open') {
          expect(later, 'time alone opens nothing').not.toBe('open')
          return
        }
        expect(one.amount - one.refunded_amount).toBeGreaterThan(0)
        expect([one.dispute, course_started_at, one.refund_requested_at]).toEqual([null, null, null])
        expect(entitlementsFor({ isAdmin: false, grants: [], purchases: [one], subscriptions: [], now }).master_course).toBe(true)
      }),
    )
  })
})

test.each([
  ['a free tutorial', { free: true, vip: false }, false, false],
  ['a paid tutorial', { free: false, vip: false }, true, true],
  ['a VIP tutorial', { free: false, vip: true }, true, false],
])('LEARN-50 %s starts the course of a buyer, or of one with VIP access', (_, marks, ofBuyer, ofVip) => {
  const held = { master_course: true, resources: false, slack_standard: true, slack_premium: false, my_prompts: false, aha_sessions: false }
  expect([needsCourseToOpen(marks, held), needsCourseToOpen(marks, { ...held, aha_sessions: true })]).toEqual([ofBuyer, ofVip])
})
