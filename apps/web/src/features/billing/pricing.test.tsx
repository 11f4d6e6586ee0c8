import { contract } from '@academy/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { env } from '../../env.ts'
import { type CannedApi, cannedApi } from '../../testing/canned-api.ts'
import { storeSession } from '../../testing/render-signed-in.tsx'
import { buyerContext, sampleContext } from '../../testing/samples.ts'
import { countryQuery } from './country-query.ts'
import { Pricing } from './pricing.tsx'

const { accounts } = contract
const { entitlements: none } = sampleContext().data
const studio = { ...none, resources: true, my_prompts: true, slack_premium: true, slack_standard: true }
let api: CannedApi
let client: ReturnType<typeof createQueryClient>

beforeEach(() => {
  storeSession()
  client = createQueryClient({ retry: false })
  api = cannedApi()
  api.reply(accounts.context, 200, sampleContext())
})
afterEach(() => api.expectNothingElse())

async function openPricing(props: Parameters<typeof Pricing>[0] = {}) {
  render(
    <QueryClientProvider client={client}>
      <Pricing {...props} />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: 'Official Launch Pricing' })
}
const sheet = (name: string) => screen.getByRole('region', { name })
const sheets = () => screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'))
const choose = (currency: 'EUR' | 'USD') => fireEvent.click(screen.getByRole('radio', { name: currency }))
const button = (name: string) => screen.getByRole('button', { name })

test('PRICE-01 PRICE-03 PRICE-04 D-97 the heading, the invoices note, the bundle box and the two cards', async () => {
  await openPricing()
  expect(screen.getByText('Invoices are available after purchase.')).toBeTruthy()
  expect(sheets()).toEqual(['Launch bundle', 'Master Course', 'Vibe Coding Studio'])
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Get the Bundle',
    'Get the Master Course',
    'Start Studio',
  ])
})

test('PRICE-02 PRICE-07 PRICE-08 PRICE-09 PRICE-13 PRICE-15 D-98 prices are in euro until dollars are chosen', async () => {
  await openPricing()
  const shown = () => [sheet('Launch bundle'), sheet('Master Course'), sheet('Vibe Coding Studio')].map((one) => one.textContent)
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
])('PRICE-14 CONST-05 D-94 for somebody in %s the price is %s', async (country, price) => {
  api.on('GET', '/api/geo', () => Response.json({ country }))
  await openPricing()
  expect(await screen.findByText(price)).toBeTruthy()
  await waitFor(() => expect(api.count('GET', '/api/geo')).toBe(1))
  expect(screen.getByText(price)).toBeTruthy()
})

test('PRICE-14 D-94 an answer that names no country at all counts as elsewhere', async () => {
  api.on('GET', '/api/geo', () => Response.json({ ip: '192.0.2.1' }))
  await openPricing()
  expect(await screen.findByText('$289')).toBeTruthy()
})

test.each<[string, () => Response | Promise<Response>]>([
  ['is refused', () => Response.json({ country: 'US' }, { status: 503 })],
  ['breaks', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is no JSON', () => new Response('<html>')],
])('PRICE-13 D-94 a lookup that %s leaves the euro', async (_, answer) => {
  api.on('GET', '/api/geo', answer)
  await openPricing()
  await waitFor(() => expect(client.getQueryState(countryQuery().queryKey)?.status).toBe('error'))
  expect(screen.getByText('€249')).toBeTruthy()
})

test('PRICE-13 D-94 a lookup that takes more than three seconds is given up', async () => {
  let answer = () => {}
  const late = new Promise<Response>((resolve) => {
    answer = () => resolve(Response.json({ country: 'US' }))
  })
  api.on('GET', '/api/geo', () => late)
  const { timeout } = AbortSignal
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit) => timeout.call(AbortSignal, limit === 3000 ? 1 : limit))
  await openPricing()
  answer()
  await waitFor(() => expect(client.getQueryState(countryQuery().queryKey)?.status).toBe('error'))
  expect(screen.getByText('€249')).toBeTruthy()
})

test('PRICE-15 D-94 a choice wins over an answer that comes later', async () => {
  let answer = () => {}
  const late = new Promise<Response>((resolve) => {
    answer = () => resolve(Response.json({ country: 'US' }))
  })
  api.on('GET', '/api/geo', () => late)
  await openPricing()
  choose('USD')
  choose('EUR')
  answer()
  await waitFor(() => expect(client.getQueryData(countryQuery().queryKey)).toBe('US'))
  expect(screen.getByText('€249')).toBeTruthy()
})

test('PRICE-02 prices that are shown twice are in one currency', async () => {
  await openPricing()
  render(
    <QueryClientProvider client={client}>
      <Pricing />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getAllByRole('radio', { name: 'USD' })[0] as HTMLElement)
  expect(screen.getAllByText('$289')).toHaveLength(2)
})

test('PRICE-15 D-94 the choice holds for the browser session', async () => {
  sessionStorage.setItem('academy.currency', 'usd')
  await openPricing()
  expect(screen.getByText('$289')).toBeTruthy()
  choose('EUR')
  expect(sessionStorage.getItem('academy.currency')).toBe('eur')
})

test('PRICE-13 a choice that is none of ours is not believed', async () => {
  sessionStorage.setItem('academy.currency', 'gbp')
  await openPricing()
  expect(screen.getByText('€249')).toBeTruthy()
})

test('D-98 old prices are struck through, and named as such for those who cannot see it', async () => {
  await openPricing()
  const old = within(sheet('Master Course')).getByText('€499')
  expect([old.tagName, old.parentElement?.textContent]).toEqual(['S', 'Old price €499'])
})

test('PRICE-10 PRICE-11 the bundle is the course and three months of the Studio; the cards say what each is', async () => {
  await openPricing()
  expect(within(sheet('Launch bundle')).getByText('The Master Course, and 3 months of the Vibe Coding Studio free.')).toBeTruthy()
  expect(within(sheet('Master Course')).getByText('Video tutorials, grouped into sessions')).toBeTruthy()
  expect(
    within(sheet('Vibe Coding Studio'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'The Prompt Library',
    'My Prompts: your own prompts, saved',
    'Priority support on Slack',
    'Early access to what is new',
    'Discounts on new courses',
  ])
})

test('PRICE-12 D-120 the guarantee, the taxes and every renewal are said before the click', async () => {
  await openPricing()
  expect(screen.getByText('30-day “haven’t started” money-back guarantee')).toBeTruthy()
  expect(screen.getByText(/Any tax is shown at checkout, before you pay/)).toBeTruthy()
  expect(sheet('Launch bundle').textContent).toContain(
    'Charged once. After the 3 free months the Studio renews at €17/month, unless you cancel before.',
  )
  expect(sheet('Master Course').textContent).toContain('Charged once. Nothing renews.')
  expect(sheet('Vibe Coding Studio').textContent).toContain('Charged today, and again every month until you cancel.')
  choose('USD')
  expect(sheet('Launch bundle').textContent).toContain('renews at $19/month')
})

test('PRICE-17 PRICE-18 D-91 D-100 a purchased course is not sold again, nor is the bundle; the Studio is', async () => {
  api.reply(accounts.context, 200, buyerContext())
  await openPricing()
  expect(sheets()).toEqual(['Master Course', 'Vibe Coding Studio'])
  expect(within(sheet('Master Course')).getByText('Course Already Purchased')).toBeTruthy()
  expect(within(sheet('Master Course')).queryByRole('button')).toBeNull()
  expect(button('Start Studio')).toBeTruthy()
})

test('PRICE-17 it is also recognised by its purchase alone', async () => {
  api.reply(accounts.context, 200, sampleContext({ prices: [{ price_id: 'price_1', plan_id: 'bundle', status: 'active' }] }))
  await openPricing()
  expect(screen.getByText('Course Already Purchased')).toBeTruthy()
})

test('PRICE-18 an operator can take the bundle away', async () => {
  api.reply(accounts.context, 200, sampleContext({ hide_bundle_deal: true }))
  await openPricing()
  expect(sheets()).toEqual(['Master Course', 'Vibe Coding Studio'])
})

test('PRICE-18 D-91 a Studio that was granted is said to be there, and not sold', async () => {
  api.reply(accounts.context, 200, sampleContext({ entitlements: studio }))
  await openPricing()
  expect(sheets()).toEqual(['Master Course', 'Vibe Coding Studio'])
  expect(within(sheet('Vibe Coding Studio')).getByText('You have the Studio')).toBeTruthy()
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Get the Master Course'])
})

test('ACCESS-09 CTX-10 while nobody knows what this person has, no price is shown', async () => {
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

test('D-105 without an account nothing is sold: the error, and a way to try again', async () => {
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

test('PRICE-05 R-06 the launch is over: no countdown', async () => {
  await openPricing()
  expect(screen.queryByRole('timer')).toBeNull()
})

test('PRICE-05 before its end the countdown is shown, unless switched off', async () => {
  vi.spyOn(env.launchDeadline, 'getTime').mockReturnValue(Date.now() + 3_600_000)
  await openPricing()
  expect(screen.getByRole('timer').textContent).toMatch(/^The launch ends in (01:00:00|00:59:5\d)$/)
})

test('PRICE-05 switched off, it is not shown', async () => {
  vi.spyOn(env.launchDeadline, 'getTime').mockReturnValue(Date.now() + 3_600_000)
  await openPricing({ countdown: false })
  expect(screen.queryByRole('timer')).toBeNull()
})
