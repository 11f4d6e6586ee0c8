import { HANDLED_TYPES, openStripe, STRIPE_API_VERSION, STRIPE_WEBHOOK_PATH } from '@academy/api/stripe-account'
import { OFFERS, offerOfKey, PRICE_KEYS } from '@academy/catalog'
import { type Standins, startStandins } from '@academy/standins'
import { newTestDatabase } from '@academy/standins/testing/test-database'
import Stripe from 'stripe'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { readSetupSettings, runStripeSetup } from './run-stripe-setup.ts'
import { setUpStripe } from './set-up-stripe.ts'

let standins: Standins
let stripe: Stripe
beforeEach(async () => {
  const databaseUrl = await newTestDatabase('standins')
  standins = await startStandins({ databaseUrl, siteUrl: 'http://localhost:3000' })
  stripe = openStripe({ secretKey: standins.stripeSecretKey, baseUrl: standins.stripeBaseUrl })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await standins.stop()
})

const webhookUrl = `https://academy.example.com${STRIPE_WEBHOOK_PATH}`
const setUp = (changes: object = {}) =>
  setUpStripe(stripe, { webhookUrl, renewWebhook: false, webOrigin: 'https://academy.example.com', ...changes })
const doneBy = ({ lines }: Awaited<ReturnType<typeof setUp>>) => new Set(lines.map(({ done }) => done))

test('R-14 fills an empty account from the catalog with the amounts that the academy shows', async () => {
  const report = await setUp()
  expect(doneBy(report)).toEqual(new Set(['created']))
  expect(report.webhookSecret).toMatch(/^whsec_/)
  const { data } = await stripe.prices.list({ lookup_keys: [...PRICE_KEYS], expand: ['data.product'], limit: 100 })
  expect(data.map(({ lookup_key }) => lookup_key).toSorted()).toEqual(PRICE_KEYS.toSorted())
  for (const { lookup_key, unit_amount, currency, recurring, product, tax_behavior } of data) {
    const offer = OFFERS[offerOfKey(lookup_key ?? '') ?? 'bundle']
    expect([unit_amount, recurring?.interval]).toEqual([offer.amounts[currency as 'eur'], offer.kind === 'monthly' ? 'month' : undefined])
    expect(product).toMatchObject({ name: offer.title })
    expect(tax_behavior).toBe('inclusive')
  }
  const [endpoint] = (await stripe.webhookEndpoints.list()).data
  expect(endpoint).toMatchObject({ url: webhookUrl, enabled_events: HANDLED_TYPES, api_version: STRIPE_API_VERSION, status: 'enabled' })
  const [portal] = (await stripe.billingPortal.configurations.list()).data
  expect(portal?.features.subscription_cancel).toMatchObject({ enabled: true, mode: 'at_period_end' })
})

test('a second run changes nothing and shows no secret', async () => {
  await setUp()
  const report = await setUp()
  expect([doneBy(report), report.webhookSecret]).toEqual([new Set(['unchanged']), undefined])
})

test('corrects wrong objects and changes nothing else', async () => {
  await setUp()
  const { data } = await stripe.prices.list({ lookup_keys: ['studio_eur', 'bundle_usd'] })
  const [studio, bundle] = ['studio_eur', 'bundle_usd'].map((key) => data.find(({ lookup_key }) => lookup_key === key))
  await stripe.prices.update(bundle?.id ?? '', { active: false })
  const cheaper = await stripe.prices.create({
    product: String(studio?.product),
    currency: 'eur',
    unit_amount: 1_00,
    recurring: { interval: 'month' },
    lookup_key: 'studio_eur',
    transfer_lookup_key: true,
  })
  const [endpoint] = (await stripe.webhookEndpoints.list()).data
  await stripe.webhookEndpoints.update(endpoint?.id ?? '', { disabled: true, enabled_events: ['invoice.paid', 'product.created'] })
  await stripe.products.update('academy_studio', { active: false })

  const { lines } = await setUp()
  const changed = lines.filter(({ done }) => done !== 'unchanged').map(({ what, done }) => [what, done])
  expect(changed).toEqual([
    ['product Vibe Coding Studio', 'updated'],
    ['price bundle_usd, $289', 'updated'],
    ['price studio_eur, €17 a month', 'updated'],
    [`webhook ${webhookUrl}`, 'updated'],
  ])
  expect((await stripe.prices.retrieve(cheaper.id)).active, 'new customers do not pay the wrong price').toBe(false)
  const [mended] = (await stripe.webhookEndpoints.list()).data
  expect(mended?.enabled_events).toEqual(expect.arrayContaining([...HANDLED_TYPES, 'product.created']))
  expect(doneBy(await setUp())).toEqual(new Set(['unchanged']))
})

test('R-14 D-155 sets a price without a tax behavior to inclusive, and keeps the price', async () => {
  await setUp()
  const [price] = (await stripe.prices.list({ lookup_keys: ['master_course_usd'] })).data
  const open = await stripe.prices.create({
    product: String(price?.product),
    currency: 'usd',
    unit_amount: OFFERS.master_course.amounts.usd,
    lookup_key: 'master_course_usd',
    transfer_lookup_key: true,
  })
  const { lines } = await setUp()
  expect(lines.filter(({ done }) => done !== 'unchanged')).toMatchObject([{ id: open.id, done: 'updated' }])
  expect(await stripe.prices.retrieve(open.id)).toMatchObject({ tax_behavior: 'inclusive', lookup_key: 'master_course_usd' })
  expect(doneBy(await setUp())).toEqual(new Set(['unchanged']))
})

test('SELLER-03 gives products a tax code, and keeps the one that the seller chose', async () => {
  await setUp()
  const codeOf = async (id: string) => (await stripe.products.retrieve(id)).tax_code
  expect(await codeOf('academy_bundle')).toBe('txcd_10000000')
  await stripe.products.update('academy_bundle', { tax_code: 'txcd_20060000' })
  await stripe.products.update('academy_studio', { tax_code: '' })
  expect((await setUp()).lines.filter(({ done }) => done !== 'unchanged')).toMatchObject([{ id: 'academy_studio', done: 'updated' }])
  expect([await codeOf('academy_bundle'), await codeOf('academy_studio')]).toEqual(['txcd_20060000', 'txcd_10000000'])
})

test('SELLER-04 the billing portal links to the terms and the privacy policy', async () => {
  await setUp()
  const pages = { termsUrl: 'https://seller.example/terms', privacyUrl: 'https://seller.example/privacy' }
  expect((await setUp(pages)).lines.filter(({ done }) => done !== 'unchanged')).toMatchObject([{ what: 'billing portal', done: 'updated' }])
  expect((await stripe.billingPortal.configurations.list()).data[0]?.business_profile).toMatchObject({
    terms_of_service_url: pages.termsUrl,
    privacy_policy_url: pages.privacyUrl,
  })
  expect(doneBy(await setUp(pages))).toEqual(new Set(['unchanged']))
})

test('replaces the endpoint to get a new signing secret', async () => {
  await setUp()
  const before = (await stripe.webhookEndpoints.list()).data
  const { webhookSecret } = await setUp({ renewWebhook: true })
  expect(webhookSecret).toMatch(/^whsec_/)
  const after = (await stripe.webhookEndpoints.list()).data
  expect(after.map(({ url }) => url)).toEqual([webhookUrl])
  expect(after[0]?.id).not.toBe(before[0]?.id)
})

test('shows the signing secret also if the old endpoint cannot be deleted, and names that endpoint', async () => {
  const settings = { webhookUrl, renewWebhook: true, webOrigin: 'https://academy.example.com' }
  const { stripeBaseUrl: baseUrl, stripeSecretKey: secretKey } = standins
  const renew = async () => {
    const output: string[] = []
    await runStripeSetup({ ...settings, baseUrl, secretKey }, (line) => output.push(line))
    return output.join('\n')
  }
  await setUp()
  const [old] = (await stripe.webhookEndpoints.list()).data
  const deletion = vi.spyOn(Object.getPrototypeOf(stripe.webhookEndpoints), 'del')
  onTestFinished(() => deletion.mockRestore())
  deletion.mockRejectedValueOnce(new Error('the connection was lost'))
  expect(await renew()).toMatch(new RegExp(`STRIPE_WEBHOOK_SECRET=whsec_[\\s\\S]*Delete the endpoint ${old?.id} `))
  const gone = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such webhook endpoint' } as const
  deletion.mockRejectedValue(new Stripe.errors.StripeInvalidRequestError(gone))
  expect(await renew()).toMatch(/STRIPE_WEBHOOK_SECRET=whsec_\w+\n[^\n]+only once\.$/)
})

test('prints the results and the next steps', async () => {
  await setUp()
  const output: string[] = []
  const env = {
    STRIPE_SECRET_KEY: standins.stripeSecretKey,
    STRIPE_BASE_URL: standins.stripeBaseUrl,
    WEB_ORIGIN: 'https://academy.example.com/',
    PUBLIC_API_URL: 'https://api.example.com',
  }
  await runStripeSetup(readSetupSettings([], env), (line) => output.push(line))
  expect(output.join('\n')).toMatch(
    /test mode[\s\S]*unchanged +price studio_eur[\s\S]*created +webhook https:\/\/api\.example\.com[\s\S]*STRIPE_WEBHOOK_SECRET=whsec_/,
  )
})

test('explains a wrong key and a wrong URL', async () => {
  const settings = { webhookUrl: undefined, renewWebhook: false, webOrigin: 'http://localhost:3000' }
  const { stripeBaseUrl: baseUrl, stripeSecretKey: secretKey } = standins
  const quiet = () => undefined
  await expect(runStripeSetup({ ...settings, baseUrl, secretKey: 'sk_test_0123456789' }, quiet)).rejects.toThrow(
    'does not accept STRIPE_SECRET_KEY',
  )
  await expect(runStripeSetup({ ...settings, baseUrl: 'http://127.0.0.1:1', secretKey }, quiet)).rejects.toThrow('Nothing responds at')
})

test.each([
  [[], {}, 'STRIPE_SECRET_KEY is not set'],
  [[], { STRIPE_SECRET_KEY: 'pk_test_1', WEB_ORIGIN: 'https://a.example' }, 'is not a secret key'],
  [[], { STRIPE_SECRET_KEY: 'sk_test_1' }, 'WEB_ORIGIN is not set'],
  [['--nonsense'], {}, '--nonsense'],
])('names the missing setting, with the usage: %j with %j', (args, env, message) => {
  expect(() => readSetupSettings(args as string[], env)).toThrow(message)
  expect(() => readSetupSettings(args as string[], env)).toThrow('academy stripe:setup')
})

test('creates an endpoint only for https URLs', () => {
  const settings = readSetupSettings([], { STRIPE_SECRET_KEY: 'sk_test_1', WEB_ORIGIN: 'http://localhost:3000' })
  expect(settings).toMatchObject({ webhookUrl: undefined, baseUrl: 'https://api.stripe.com' })
})
