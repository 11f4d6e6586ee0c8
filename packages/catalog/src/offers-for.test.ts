import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allEntitlements, ENTITLEMENTS, type Entitlements, noEntitlements } from './entitlements.ts'
import { type BuyerFacts, offersFor } from './offers-for.ts'

const nothing: BuyerFacts = { entitlements: noEntitlements, prices: [], subscriptions: [], hide_bundle_deal: false }
const studioHeld = { ...noEntitlements, resources: true, my_prompts: true, slack_premium: true, slack_standard: true }
const subscription = (status: string, plan_name = 'studio') => ({ ...nothing, subscriptions: [{ plan_name, status }] })

test('PRICE-04 PRICE-18 an account without packages is offered everything', () => {
  expect(offersFor(nothing)).toMatchObject({ bundle: 'for_sale', master_course: 'for_sale', studio: 'for_sale' })
})

test('PRICE-18 hide_bundle_deal takes the bundle away, and nothing else', () => {
  expect(offersFor({ ...nothing, hide_bundle_deal: true })).toMatchObject({
    bundle: 'hidden',
    master_course: 'for_sale',
    studio: 'for_sale',
  })
})

test.each(['master_course', 'bundle'])('PRICE-17 PRICE-18 D-91 a purchase of %s is the course: it is not sold again', (plan_id) => {
  const offers = offersFor({ ...nothing, prices: [{ plan_id }] })
  expect(offers).toMatchObject({ bundle: 'hidden', master_course: 'held', studio: 'for_sale' })
})

test('PRICE-17 D-91 what was granted is not sold either', () => {
  const course = offersFor({ ...nothing, entitlements: { ...noEntitlements, master_course: true, slack_standard: true } })
  expect(course).toMatchObject({ bundle: 'hidden', master_course: 'held', studio: 'for_sale' })
  expect(offersFor({ ...nothing, entitlements: studioHeld })).toMatchObject({ bundle: 'hidden', master_course: 'for_sale', studio: 'held' })
  expect(offersFor({ ...nothing, entitlements: allEntitlements })).toMatchObject({
    bundle: 'hidden',
    master_course: 'held',
    studio: 'held',
  })
})

test.each(['active', 'trialing', 'past_due', 'unpaid', 'incomplete', 'paused'])(
  'PRICE-16 PRICE-18 D-95 a Studio subscription that is %s can be managed',
  (status) => {
    expect(offersFor(subscription(status))).toMatchObject({ bundle: 'hidden', master_course: 'for_sale', studio: 'subscribed' })
  },
)

test.each(['canceled', 'incomplete_expired'])('PRICE-16 D-95 one that is %s is over: the Studio is for sale again', (status) => {
  expect(offersFor(subscription(status))).toEqual(offersFor(nothing))
})

test('PRICE-16 a subscription to something else is not the Studio', () => {
  expect(offersFor(subscription('active', 'another_plan'))).toEqual(offersFor(nothing))
})

test.each([
  ['bundle', { bundle: 'processing', master_course: 'processing', studio: 'processing' }],
  ['master_course', { bundle: 'waiting', master_course: 'processing', studio: 'waiting' }],
  ['studio', { bundle: 'waiting', master_course: 'waiting', studio: 'processing' }],
] as const)('MONEY-04 while the payment for the %s is processing, nothing is for sale', (offer, states) => {
  expect(offersFor({ ...nothing, processing_payments: [offer] })).toMatchObject(states)
})

test('PRICE-17 the course that an operator granted is held, also while a payment for it is processing', () => {
  const held = { ...nothing, entitlements: { ...noEntitlements, master_course: true, slack_standard: true } }
  expect(offersFor({ ...held, processing_payments: ['master_course'] }).master_course).toBe('held')
  expect(offersFor({ ...held, processing_payments: ['bundle'] }).master_course).toBe('held')
})

test('MONEY-04 a subscription whose first payment is processing cannot be managed yet', () => {
  expect(offersFor({ ...subscription('trialing'), processing_payments: ['bundle'] })).toMatchObject({
    bundle: 'processing',
    master_course: 'processing',
    studio: 'processing',
  })
})

test('PRICE-18 the bundle is offered exactly when the account holds neither half of it', () => {
  const entitlements = fc.record(
    Object.fromEntries(ENTITLEMENTS.map((name) => [name, fc.boolean()])) as Record<keyof Entitlements, fc.Arbitrary<boolean>>,
  )
  const facts = fc.record({
    entitlements,
    prices: fc.array(fc.record({ plan_id: fc.constantFrom('master_course', 'bundle', 'studio') }), { maxLength: 2 }),
    subscriptions: fc.array(fc.record({ plan_name: fc.constant('studio'), status: fc.constantFrom('active', 'canceled') }), {
      maxLength: 2,
    }),
    hide_bundle_deal: fc.boolean(),
  })
  fc.assert(
    fc.property(facts, (buyer) => {
      const { bundle, master_course, studio } = offersFor(buyer)
      expect(bundle === 'for_sale').toBe(master_course === 'for_sale' && studio === 'for_sale' && !buyer.hide_bundle_deal)
    }),
  )
})
