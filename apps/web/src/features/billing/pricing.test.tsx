import { OFFERS } from '@academy/catalog'
import { contract } from '@academy/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { env } from '../../env.ts'
import type { MockApi } from '../../testing/mock-api.ts'
import { mockAccount } from '../../testing/mock-services.ts'
import { storeSampleSession } from '../../testing/render-signed-in.tsx'
import { masterCourseContext, sampleContext } from '../../testing/samples.ts'
import { OfferCard } from './offer-card.tsx'
import { Pricing } from './pricing.tsx'
import { countryQuery } from './use-currency.ts'

const { accounts } = contract
const { entitlements: none } = sampleContext().data
const studio = { ...none, resources: true, my_prompts: true, slack_premium: true, slack_standard: true }
let api: MockApi
let client: ReturnType<typeof createQueryClient>

beforeEach(() => {
  storeSampleSession()
  client = createQueryClient({ retry: false })
  ;({ api } = mockAccount())
})

async function openPricing(props: Parameters<typeof Pricing>[0] = {}) {
  render(
    <QueryClientProvider client={client}>
      <Pricing {...props} />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: 'Official Launch Pricing' })
}
const offerCard = (name: string) => screen.getByRole('region', { name })
const offerCardNames = () => screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'))
const choose = (currency: 'EUR' | 'USD') => fireEvent.click(screen.getByRole('radio', { name: currency }))
const button = (name: string) => screen.getByRole('button', { name })

test('PRICE-01 PRICE-03 PRICE-04 D-97 shows the heading, the invoices note, the bundle box and two cards', async () => {
  await openPricing()
  expect(screen.getByText('Invoices are available after purchase.')).toBeTruthy()
  expect(offerCardNames()).toEqual(['Launch bundle', 'Master Course', 'Vibe Coding Studio'])
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Get the Bundle',
    'Get the Master Course',
    'Start Studio',
  ])
})

test('PRICE-02 PRICE-07 PRICE-08 PRICE-09 PRICE-13 PRICE-15 D-98 shows euro until the user chooses dollars', async () => {
  await openPricing()
  const shown = () =>
    [offerCard('Launch bundle'), offerCard('Master Course'), offerCard('Vibe Coding Studio')].map((card) => card.textContent)
  const prices = (price: string, old: string) => expect.stringContaining(`${price}Old price ${old}`)
  expect(screen.getByRole('radio', { name: 'EUR', checked: true })).toBeTruthy()
  expect(shown()).toEqual([prices('€249', '€499'), prices('€259', '€499'), prices('€17/month', '€25/month')])
  choose('USD')
  expect(shown()).toEqual([prices('$289', '$499'), prices('$299', '$499'), prices('$19/month', '$29/month')])
  expect(screen.queryByText(/€/, { selector: 'p, s' })).toBeNull()
  choose('EUR')
  expect(shown()[0]).toContain('€249')
})

test.each([
  ['DE', '€249'],
  ['ch', '€249'],
  ['US', '$289'],
  [null, '$289'],
])('PRICE-14 CONST-05 D-94 in %s the price is %s', async (country, price) => {
  api.on('GET', '/api/geo', () => Response.json({ country }))
  await openPricing()
  await waitFor(() => expect(client.getQueryData(countryQuery().queryKey)).toBe(country))
  expect(await screen.findByText(price)).toBeTruthy()
  expect(api.count('GET', '/api/geo')).toBe(1)
})

test('PRICE-14 D-94 uses dollars when the lookup names no country', async () => {
  api.on('GET', '/api/geo', () => Response.json({ ip: '192.0.2.1' }))
  await openPricing()
  expect(await screen.findByText('$289')).toBeTruthy()
})

test.each<[string, () => Response | Promise<Response>]>([
  ['is refused', () => Response.json({ country: 'US' }, { status: 503 })],
  ['breaks', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is not JSON', () => new Response('<html>')],
])('PRICE-13 D-94 keeps euro prices when the lookup %s', async (_, respond) => {
  api.on('GET', '/api/geo', respond)
  await openPricing()
  await waitFor(() => expect(client.getQueryState(countryQuery().queryKey)?.status).toBe('error'))
  expect(screen.getByText('€249')).toBeTruthy()
})

/** Mocks a lookup of the country, which ends when the returned function is called. */
function mockPendingLookup() {
  const { promise, resolve } = Promise.withResolvers<Response>()
  api.on('GET', '/api/geo', () => promise)
  return () => resolve(Response.json({ country: 'US' }))
}

test('PRICE-13 D-94 gives up a lookup after three seconds', async () => {
  const respond = mockPendingLookup()
  const { timeout } = AbortSignal
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit) => timeout.call(AbortSignal, limit === 3000 ? 1 : limit))
  await openPricing()
  respond()
  await waitFor(() => expect(client.getQueryState(countryQuery().queryKey)?.status).toBe('error'))
  expect(screen.getByText('€249')).toBeTruthy()
})

test('PRICE-15 D-94 keeps the user’s choice when the lookup finishes later', async () => {
  const respond = mockPendingLookup()
  await openPricing()
  choose('USD')
  choose('EUR')
  respond()
  await waitFor(() => expect(client.getQueryData(countryQuery().queryKey)).toBe('US'))
  expect(screen.getByText('€249')).toBeTruthy()
})

test('PRICE-02 shows all prices in one currency', async () => {
  await openPricing()
  render(
    <QueryClientProvider client={client}>
      <Pricing />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getAllByRole('radio', { name: 'USD' })[0] as HTMLElement)
  expect(screen.getAllByText('$289')).toHaveLength(2)
})

test('PRICE-15 D-94 keeps the choice for the browser session', async () => {
  sessionStorage.setItem('academy.currency', 'usd')
  await openPricing()
  expect(screen.getByText('$289')).toBeTruthy()
  choose('EUR')
  expect(sessionStorage.getItem('academy.currency')).toBe('eur')
})

test('PRICE-13 ignores an unknown stored currency', async () => {
  sessionStorage.setItem('academy.currency', 'xyz')
  await openPricing()
  expect(screen.getByText('€249')).toBeTruthy()
})

test('D-98 strikes old prices through and labels them', async () => {
  await openPricing()
  const old = within(offerCard('Master Course')).getByText('€499')
  expect([old.tagName, old.parentElement?.textContent]).toEqual(['S', 'Old price €499'])
})

test.each([
  [true, '€200Your price as a subscriber of the Studio, in place of €259Old price €499'],
  [false, '€259€200 for subscribers of the StudioOld price €499'],
])('COURSES-13 shows the price for subscribers of the Studio with its reason: %s', (holds, prices) => {
  const studioPrice = { amounts: { ...OFFERS.master_course.amounts, eur: 200_00 }, holds }
  render(<OfferCard offer="master_course" currency="eur" headingLevel={3} action={null} terms={null} studioPrice={studioPrice} />)
  expect(offerCard('Master Course').textContent).toContain(prices)
})

test('PRICE-10 PRICE-11 describes the bundle and both cards', async () => {
  await openPricing()
  expect(within(offerCard('Launch bundle')).getByText('The Master Course plus 3 months of Studio, free.')).toBeTruthy()
  expect(within(offerCard('Master Course')).getByText('Video tutorials, grouped into sessions')).toBeTruthy()
  expect(
    within(offerCard('Vibe Coding Studio'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'The Prompt Library',
    'My Prompts: save and reuse your own',
    'Priority support on Slack',
    'Early access to new releases (planned)',
    'Discounts on new courses (planned)',
  ])
})

test('PRICE-12 D-120 states guarantee, taxes and renewals before the click', async () => {
  await openPricing()
  expect(screen.getByText('30-day “haven’t started” money-back guarantee')).toBeTruthy()
  expect(
    screen.getByText(/Once per person: not if you used it before, also with another account and the same card or bank account/),
  ).toBeTruthy()
  expect(screen.getByText(/Prices include any tax/)).toBeTruthy()
  expect(offerCard('Launch bundle').textContent).toContain(
    '€249 once. Studio is free for 3 months, then €17/month unless you cancel first.',
  )
  expect(offerCard('Master Course').textContent).toContain('One-time payment. Nothing renews.')
  expect(offerCard('Vibe Coding Studio').textContent).toContain('Billed today, then monthly until you cancel.')
  choose('USD')
  expect(offerCard('Launch bundle').textContent).toContain('then $19/month unless you cancel')
})

test.each([
  ['used', /You got your money back for the Master Course before\. The guarantee is once per person/],
  ['started', /You have started the Master Course, so buying it, alone or in the bundle, comes without the guarantee/],
] as const)('LEARN-59 says before the payment that the purchase has no guarantee: %s', async (next_guarantee, why) => {
  api.reply(accounts.context, 200, sampleContext({ next_guarantee }))
  await openPricing()
  expect(screen.getByText('No 30-day money-back guarantee')).toBeTruthy()
  expect(screen.getByText(why)).toBeTruthy()
  expect(screen.queryByText(/a full refund within 30 days/)).toBeNull()
  const saysNone = (name: string) => offerCard(name).textContent?.includes('No money-back guarantee.')
  expect(['Launch bundle', 'Master Course', 'Vibe Coding Studio'].map(saysNone)).toEqual([true, true, false])
})

test('PRICE-17 PRICE-18 D-91 D-100 sells only the Studio to owners of the course', async () => {
  api.reply(accounts.context, 200, masterCourseContext())
  await openPricing()
  expect(offerCardNames()).toEqual(['Master Course', 'Vibe Coding Studio'])
  expect(within(offerCard('Master Course')).getByText('Course Already Purchased')).toBeTruthy()
  expect(within(offerCard('Master Course')).queryByRole('button')).toBeNull()
  expect(button('Start Studio')).toBeTruthy()
})

test('PRICE-17 recognizes the course by its purchase alone', async () => {
  api.reply(accounts.context, 200, sampleContext({ prices: [{ price_id: 'price_1', plan_id: 'bundle', status: 'active' }] }))
  await openPricing()
  expect(screen.getByText('Course Already Purchased')).toBeTruthy()
})

test('PRICE-18 hides the bundle when an operator has hidden it', async () => {
  api.reply(accounts.context, 200, sampleContext({ hide_bundle_deal: true }))
  await openPricing()
  expect(offerCardNames()).toEqual(['Master Course', 'Vibe Coding Studio'])
})

test('PRICE-18 D-91 shows a granted Studio as owned', async () => {
  api.reply(accounts.context, 200, sampleContext({ entitlements: studio }))
  await openPricing()
  expect(offerCardNames()).toEqual(['Master Course', 'Vibe Coding Studio'])
  expect(within(offerCard('Vibe Coding Studio')).getByText('You have the Studio')).toBeTruthy()
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Get the Master Course'])
})

test('MONEY-04 sells nothing while a payment is processing', async () => {
  api.reply(accounts.context, 200, sampleContext({ processing_payments: ['master_course'] }))
  await openPricing()
  expect((await screen.findByRole('status')).textContent).toMatch(
    /^Payment is processingYour bank was asked to pay for the Master Course\./,
  )
  expect(within(offerCard('Master Course')).getByText('Payment is processing')).toBeTruthy()
  for (const label of ['Get the Bundle', 'Start Studio'])
    expect(screen.getByRole('button', { name: label })).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: 'Get the Master Course' })).toBeNull()
})

test('ACCESS-09 CTX-10 shows no price while the account loads', async () => {
  api.reply(accounts.context, 200, sampleContext(), { after: new Promise(() => {}) })
  render(
    <QueryClientProvider client={client}>
      <Pricing />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(api.count('GET', '/api/accounts/context')).toBe(1))
  expect(screen.getByRole('status').textContent).toBe('Loading...')
  expect([screen.queryByRole('heading'), screen.queryByRole('button'), screen.queryByText(/[€$]/)]).toEqual([null, null, null])
})

test('D-105 shows an error with a retry when the account failed to load', async () => {
  api.refuse(accounts.context, 500, 'internal', 'Something went wrong on our side.')
  render(
    <QueryClientProvider client={createQueryClient({ retry: false })}>
      <Pricing />
    </QueryClientProvider>,
  )
  const problem = await screen.findByRole('alert')
  expect(problem.textContent).toContain('Failed to fetch account context: Internal Server Error')
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Try again'])
  api.reply(accounts.context, 200, sampleContext())
  fireEvent.click(button('Try again'))
  await waitFor(() => expect(button('Get the Bundle')).toBeTruthy())
})

test('PRICE-05 R-06 shows no countdown after the launch', async () => {
  await openPricing()
  expect(screen.queryByRole('timer')).toBeNull()
})

test('PRICE-05 shows the countdown before the deadline', async () => {
  vi.spyOn(env.launchDeadline, 'getTime').mockReturnValue(Date.now() + 3_600_000)
  await openPricing()
  expect(screen.getByRole('timer').textContent).toMatch(/^The launch ends in (01:00:00|00:59:5\d)$/)
})

test('PRICE-05 hides the countdown when disabled', async () => {
  vi.spyOn(env.launchDeadline, 'getTime').mockReturnValue(Date.now() + 3_600_000)
  await openPricing({ countdown: false })
  expect(screen.queryByRole('timer')).toBeNull()
})

test('BUY-09 opens on the offer that the user chose, and says why the bundle costs less than the course', async () => {
  await openPricing({ reason: 'resources' })
  expect(offerCardNames()).toEqual(['Vibe Coding Studio', 'Master Course', 'Launch bundle'])
  expect(button('Start Studio').className).not.toBe(button('Get the Bundle').className)
  expect(offerCard('Launch bundle').textContent).toContain('Why €10 less than the course alone? It starts a Studio subscription')
  choose('USD')
  expect(offerCard('Launch bundle').textContent).toContain('Why $10 less')
})

test('BUY-09 the course says what the bundle costs less, while the bundle is for sale', async () => {
  await openPricing()
  expect(within(offerCard('Master Course')).getByText(/The Launch bundle costs €10 less\.$/)).toBeTruthy()
  cleanup()
  api.reply(accounts.context, 200, sampleContext({ hide_bundle_deal: true }))
  client.clear()
  await openPricing()
  expect(screen.queryByText(/costs €10 less/)).toBeNull()
})

test('PRICE-04 the price of each card stands before what it includes, and the button after it', async () => {
  await openPricing()
  for (const card of screen.getAllByRole('region')) {
    const [price, item, buy] = [
      within(card).getByText(/^Old price/),
      within(card).getAllByRole('listitem')[0],
      within(card).getByRole('button'),
    ]
    expect(item && price.compareDocumentPosition(item) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(item && item.compareDocumentPosition(buy) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  }
})

test('BUY-07 asks once about the plan, so that the page works soon without an answer of Stripe', async () => {
  client = createQueryClient()
  const subscriptions = [{ price_id: 'price_studio', plan_name: 'studio', status: 'active' }]
  api.reply(accounts.context, 200, sampleContext({ entitlements: studio, subscriptions }))
  api.refuse(contract.billing.plans, 502, 'payment_provider_error', 'The payment provider cannot be reached at the moment.')
  await openPricing()
  expect(button('Manage plan')).toBeTruthy()
  expect(api.count('GET', '/api/payments/plans')).toBe(1)
})
