import { addMonths, daysUntil } from '@academy/catalog'
import { expect, test } from 'vitest'
import { type Order, sessionParameters } from './session-parameters.ts'

const NOON = new Date('2026-11-21T12:00:00Z')
const noPages = { terms: undefined, privacy: undefined, imprint: undefined, withdrawal: undefined }
const plain = { automaticTax: false, taxIds: false, invoices: false, endsRefundedStudio: false, legalPages: noPages }
const config = (changes: object = {}) => ({
  secretKey: 'sk_test_0123456789',
  webhookSecret: 'whsec_0123456789',
  baseUrl: 'https://api.stripe.com',
  prices: {},
  ...plain,
  ...changes,
})
const order: Order = {
  account_id: '5b5a3f0e-0000-4000-8000-000000000001',
  customer_id: 'cus_1',
  offer: 'master_course',
  currency: 'eur',
  seats: 0,
  gift: null,
  giftUntil: null,
  price_id: 'price_course',
  isStudioPrice: false,
  product_id: 'prod_course',
  successUrl: 'https://academy.test/dashboard?checkout_success=course',
  cancelUrl: 'https://academy.test/dashboard?checkout_cancelled=1',
  allowPromotionCodes: true,
  consent: null,
  now: NOON,
}
const metadata = { account_id: order.account_id, offer: 'master_course', currency: 'eur', price_id: 'price_course' }

test('PAY-03 D-118 the course is one payment of its price for the account; the buyer may enter a promotion code', () => {
  expect(sessionParameters(order, config())).toEqual({
    mode: 'payment',
    customer: 'cus_1',
    client_reference_id: order.account_id,
    metadata: { ...metadata, terms: expect.stringMatching(/^[0-9a-f]{64}$/) },
    line_items: [{ price: 'price_course', quantity: 1 }],
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
    adaptive_pricing: { enabled: false },
    allow_promotion_codes: true,
    billing_address_collection: 'required',
    customer_update: { address: 'auto', name: 'auto' },
    payment_intent_data: { metadata },
  })
  expect(sessionParameters({ ...order, allowPromotionCodes: false }, config())).not.toHaveProperty('allow_promotion_codes')
})

test('SEAT-11 a company gets an invoice with its tax id for seats, whatever the settings say', () => {
  const metadataOfSeats = { ...metadata, seats: '5' }
  expect(sessionParameters({ ...order, seats: 5 }, config())).toMatchObject({
    line_items: [{ price_data: { currency: 'eur', product: 'prod_course', unit_amount: 220_15, tax_behavior: 'inclusive' }, quantity: 5 }],
    metadata: metadataOfSeats,
    payment_intent_data: { metadata: metadataOfSeats },
    invoice_creation: { enabled: true, invoice_data: { metadata: metadataOfSeats } },
    tax_id_collection: { enabled: true },
  })
})

test('D-117 the Studio is a subscription with quantity 1, paid from the first month on', () => {
  const parameters = sessionParameters({ ...order, offer: 'studio', price_id: 'price_studio' }, config())
  expect(parameters).toMatchObject({
    mode: 'subscription',
    line_items: [{ price: 'price_studio', quantity: 1 }],
    subscription_data: { metadata: { account_id: order.account_id, offer: 'studio' } },
  })
  expect(parameters.subscription_data).not.toHaveProperty('trial_period_days')
  expect(parameters).not.toHaveProperty('payment_intent_data')
})

test.each([
  ['eur', '€17'],
  ['usd', '$19'],
] as const)(
  'PRICE-10 D-120 the bundle in %s is paid once and brings the Studio, free for three calendar months, and states the price after them',
  (currency, monthly) => {
    const bundle = { ...order, offer: 'bundle', currency, price_id: 'price_bundle', studio_price_id: 'price_studio' } as const
    expect(sessionParameters(bundle, config())).toMatchObject({
      mode: 'subscription',
      line_items: [
        { price: 'price_bundle', quantity: 1 },
        { price: 'price_studio', quantity: 1 },
      ],
      subscription_data: { trial_period_days: 92 },
      custom_text: { submit: { message: `The Studio is free for 3 months. After them it costs ${monthly} a month, until you cancel.` } },
    })
  },
)

test('switches on taxes, tax ids and invoices by configuration, and saves the entered address with the customer', () => {
  expect(sessionParameters(order, config({ automaticTax: true, taxIds: true, invoices: true }))).toMatchObject({
    automatic_tax: { enabled: true },
    tax_id_collection: { enabled: true },
    customer_update: { address: 'auto', name: 'auto' },
    invoice_creation: { enabled: true, invoice_data: { metadata } },
  })
  // Stripe always creates invoices for subscriptions, and refuses the parameter.
  expect(sessionParameters({ ...order, offer: 'studio' }, config({ invoices: true }))).not.toHaveProperty('invoice_creation')
})

test('SELLER-02 the buyer agrees to the terms of a seller that has any, also beside the text about the Studio', () => {
  const legalPages = {
    terms: 'https://seller.example/terms',
    privacy: 'https://seller.example/privacy',
    imprint: 'https://seller.example/imprint',
    withdrawal: 'https://seller.example/withdrawal',
  }
  const bundle = { ...order, offer: 'bundle', price_id: 'price_bundle', studio_price_id: 'price_studio' } as const
  expect(sessionParameters(bundle, config({ legalPages }))).toMatchObject({
    consent_collection: { terms_of_service: 'required' },
    custom_text: {
      submit: { message: expect.stringContaining('free for 3 months') },
      terms_of_service_acceptance: {
        message:
          'I agree to the [terms](https://seller.example/terms) and have read the [information on withdrawal](https://seller.example/withdrawal) and the [privacy policy](https://seller.example/privacy).',
      },
    },
  })
  expect(sessionParameters(order, config({ legalPages: { ...noPages, terms: legalPages.terms } })).custom_text).toEqual({
    terms_of_service_acceptance: { message: 'I agree to the [terms](https://seller.example/terms).' },
  })
  const withoutTerms = sessionParameters(order, config({ legalPages: { ...legalPages, terms: undefined } }))
  expect([withoutTerms.consent_collection, withoutTerms.custom_text]).toEqual([undefined, undefined])
})

test.each([
  ['2026-11-21T12:00:00Z', 92],
  ['2026-11-30T23:59:59Z', 90],
  ['2027-11-30T00:00:00Z', 91],
  ['2027-01-31T12:00:00Z', 89],
  ['2026-12-15T12:00:00Z', 90],
])('D-120 three months from %s are %i days', (from, days) => {
  const now = new Date(from)
  expect(daysUntil(addMonths(now, 3), now)).toBe(days)
})

test('D-118 D-123 changes the terms with everything that a buyer sees or pays', () => {
  const bundle: Order = { ...order, offer: 'bundle', price_id: 'price_bundle', studio_price_id: 'price_studio' }
  const terms = (changes: Partial<Order> = {}, settings = {}) =>
    sessionParameters({ ...bundle, ...changes }, config(settings)).metadata.terms
  expect(terms({ now: new Date('2026-11-21T18:00:00Z') })).toBe(terms())
  const consent = (id: string) => ({ id, version: '2026-11-23' })
  expect(terms({ consent: consent('a') }), 'a repeated request keeps the page').toBe(terms({ consent: consent('b') }))
  const others = [
    terms({ price_id: 'price_dearer' }),
    terms({ consent: consent('a') }),
    terms({ consent: { id: 'a', version: '2027-01-01' } }),
    terms({ studio_price_id: 'price_dearer' }),
    terms({ successUrl: 'https://academy.test/library?checkout_success=bundle' }),
    terms({ cancelUrl: 'https://academy.test/library' }),
    terms({ allowPromotionCodes: false }),
    terms({ customer_id: 'cus_2' }),
    terms({ now: new Date('2026-11-30T12:00:00Z') }),
    terms({}, { automaticTax: true }),
  ]
  expect(new Set([terms(), ...others]).size).toBe(others.length + 1)
})
