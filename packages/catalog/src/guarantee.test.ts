import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entitlementsFor } from './decide-entitlements.ts'
import { noEntitlements } from './entitlements.ts'
import {
  type CourseStarts,
  type GuaranteedPurchase,
  type GuaranteeState,
  guaranteedPurchase,
  guaranteeEnd,
  guaranteeLastDay,
  guaranteeState,
  nextGuarantee,
} from './guarantee.ts'
import { purchaseState } from './purchases.ts'
import { needsCourseToOpen } from './tutorial-access.ts'

const BOUGHT = new Date('2026-11-12T14:03:00Z')
const DAY_MS = 86_400_000
const onDay = (days: number) => new Date(BOUGHT.getTime() + days * DAY_MS)

const startedAt = (at: Date | null): CourseStarts => (at === null ? {} : { master_course: at })

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
  used_elsewhere_at: null,
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
    const purchase = bought(changes)
    const facts = { purchases: [purchase], course_starts: startedAt(started ? onDay(0.5) : null), now: onDay(day) }
    expect(guaranteeState(purchase, facts)).toBe(expected)
  })

  test('LEARN-51 PRICE-12 the last day counts to its end in every time zone, and no longer', () => {
    const purchase = bought()
    const stateAt = (now: Date) => guaranteeState(purchase, { purchases: [purchase], course_starts: {}, now })
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
    const facts = { purchases: [first, second], course_starts: {}, now: onDay(2) }
    expect(guaranteedPurchase(facts)).toEqual({ purchase: second, state: 'open' })
    expect(guaranteedPurchase({ ...facts, course_starts: startedAt(onDay(1)) })).toBeUndefined()
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
      used_elsewhere_at: fc.option(day),
    })
    fc.assert(
      fc.property(purchase, fc.option(day), day, (purchase, course_started_at, now) => {
        const facts = { purchases: [purchase], course_starts: startedAt(course_started_at) }
        const state = guaranteeState(purchase, { ...facts, now })
        const later = guaranteeState(purchase, { ...facts, now: new Date(now.getTime() + DAY_MS) })
        if (state !== 'open') {
          expect(later, 'time alone opens nothing').not.toBe('open')
          return
        }
        expect(purchase.amount - purchase.refunded_amount).toBeGreaterThan(0)
        expect([purchase.dispute, course_started_at, purchase.refund_requested_at]).toEqual([null, null, null])
        expect(
          entitlementsFor({ isAdmin: false, grants: [], purchases: [purchase], subscriptions: [], seats: [], now }).master_course,
        ).toBe(true)
      }),
    )
  })
})

describe('the guarantee, once for each person', () => {
  const stateAfter = (earlier: Partial<GuaranteedPurchase>, later: Partial<GuaranteedPurchase> = {}) => {
    const second = bought({ paid_at: onDay(3), ...later })
    return guaranteeState(second, { purchases: [second, bought(earlier)], course_starts: {}, now: onDay(4) })
  }

  test.each<[name: string, earlier: Partial<GuaranteedPurchase>, expected: GuaranteeState]>([
    ['refunded on request', { refund_requested_at: onDay(1), refunded_at: onDay(1), refunded_amount: 259_00 }, 'used'],
    ['requested, while Stripe is away', { refund_requested_at: onDay(1) }, 'used'],
    ['a request that Stripe refused', { refund_requested_at: null }, 'open'],
    ['refunded in full by the administrator', { refunded_at: onDay(1), refunded_amount: 259_00 }, 'open'],
    ['refunded in part', { refunded_amount: 59_00 }, 'open'],
    ['a lost dispute', { dispute: 'lost', dispute_at: onDay(1) }, 'used'],
    ['a dispute that was won', { dispute: 'won', dispute_at: onDay(1) }, 'open'],
    ['free, and revoked', { amount: 0, charge_id: null, revoked_at: onDay(1) }, 'open'],
    ['paid twice: a request after both payments', { refund_requested_at: onDay(3.5) }, 'open'],
  ])('LEARN-58 the second purchase after one that was: %s', (_, earlier, expected) => {
    expect(stateAfter(earlier)).toBe(expected)
    expect(stateAfter({ ...earlier, offer: 'bundle' }), 'the course in the bundle is the same').toBe(expected)
  })

  test('LEARN-58 a use by another account with the same card counts if it came before the payment', () => {
    expect([2, 3.5].map((day) => stateAfter({}, { used_elsewhere_at: onDay(day) }))).toEqual(['used', 'open'])
    expect(stateAfter({}, { paid_at: BOUGHT, used_elsewhere_at: new Date(BOUGHT.getTime() + 999) }), 'in the same second').toBe('used')
  })

  type Step = { kind: 'buy' | 'use' | 'refund' | 'refuse' | 'lose' | 'win'; offer: 'bundle' | 'master_course' }

  /** Applies the steps, one each hour. Returns the purchases, and what the buyer was told before the payment of each. */
  function history(steps: readonly Step[]) {
    const told: ReturnType<typeof nextGuarantee>[] = []
    let purchases: GuaranteedPurchase[] = []
    for (const [hour, { kind, offer }] of steps.entries()) {
      const now = new Date(BOUGHT.getTime() + hour * 3_600_000)
      const last = purchases.at(-1)
      const change = (changes: Partial<GuaranteedPurchase>) => {
        purchases = purchases.map((purchase) => (purchase === last ? { ...purchase, ...changes } : purchase))
      }
      if (kind === 'buy' && purchases.every((one) => purchaseState(one) !== 'active')) {
        told.push(nextGuarantee('master_course', { purchases, course_starts: {} }))
        purchases = [...purchases, bought({ offer, paid_at: now })]
      }
      if (last === undefined) continue
      const isOpen = guaranteeState(last, { purchases, course_starts: {}, now }) === 'open'
      if (kind === 'use' && isOpen) change({ refund_requested_at: now })
      if (kind === 'refund' && last.dispute === null) change({ refunded_at: last.refunded_at ?? now })
      if (kind === 'refuse' && last.refunded_at === null) change({ refund_requested_at: null })
      if ((kind === 'lose' || kind === 'win') && last.refunded_at === null)
        change({ dispute: kind === 'lose' ? 'lost' : 'won', dispute_at: last.dispute_at ?? now })
    }
    return { purchases, told }
  }
  const steps: fc.Arbitrary<Step[]> = fc.array(
    fc.record({
      kind: fc.constantFrom('buy', 'buy', 'use', 'use', 'refund', 'refuse', 'lose', 'win'),
      offer: fc.constantFrom('bundle', 'master_course'),
    }),
    { maxLength: 14 },
  )

  test('LEARN-58 LEARN-59 in any order of purchases, refunds and disputes it refunds once at most, and a guarantee that was offered holds', () => {
    fc.assert(
      fc.property(steps, (some) => {
        const { purchases, told } = history(some)
        expect(purchases.filter(({ refund_requested_at, refunded_at }) => refund_requested_at && refunded_at).length).toBeLessThanOrEqual(1)
        const facts = { purchases, course_starts: {}, now: onDay(2) }
        const states = purchases.map((purchase) => guaranteeState(purchase, facts))
        for (const [index, state] of states.entries()) if (state === 'used') expect(told[index]).toBe('used')
        const reversed = { ...facts, purchases: purchases.toReversed() }
        expect(reversed.purchases.map((purchase) => guaranteeState(purchase, reversed))).toEqual(states.toReversed())
      }),
      { numRuns: 500 },
    )
  })

  test('LEARN-59 the next purchase has none after a use, or once the course was started', () => {
    const used = bought({ refund_requested_at: onDay(1), refunded_at: onDay(1) })
    expect([
      nextGuarantee('master_course', { purchases: [], course_starts: {} }),
      nextGuarantee('master_course', { purchases: [bought({ refunded_at: onDay(1) })], course_starts: {} }),
      nextGuarantee('master_course', { purchases: [], course_starts: startedAt(onDay(1)) }),
      nextGuarantee('master_course', { purchases: [used], course_starts: startedAt(onDay(2)) }),
    ]).toEqual(['offered', 'offered', 'started', 'used'])
  })
})

test.each([
  ['a free tutorial', { free: true, vip: false }, false, false],
  ['a paid tutorial', { free: false, vip: false }, true, true],
  ['a VIP tutorial', { free: false, vip: true }, true, false],
])('LEARN-50 %s starts the course of a buyer, or of one with VIP access', (_, marks, ofBuyer, ofVip) => {
  const held = { ...noEntitlements, master_course: true, slack_standard: true }
  const tutorial = { product: 'master_course', ...marks } as const
  expect([needsCourseToOpen(tutorial, held), needsCourseToOpen(tutorial, { ...held, aha_sessions: true })]).toEqual([ofBuyer, ofVip])
})
