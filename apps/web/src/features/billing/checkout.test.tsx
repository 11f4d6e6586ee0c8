import { contract } from '@academy/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { type CannedApi, cannedApi } from '../../testing/canned-api.ts'
import { storeSession } from '../../testing/render-signed-in.tsx'
import { buyerContext, sampleContext } from '../../testing/samples.ts'
import { Toasts } from '../../ui/toasts.tsx'
import { Pricing } from './pricing.tsx'

const { accounts, billing } = contract
const CHECKOUT_PAGE = 'https://checkout.payments.test/c/1'
let api: CannedApi
let left: string[]

beforeEach(() => {
  storeSession()
  api = cannedApi()
  api.reply(accounts.context, 200, sampleContext())
  left = []
  vi.spyOn(window.location, 'assign').mockImplementation((address) => void left.push(String(address)))
})
afterEach(() => api.expectNothingElse())

async function openPricing() {
  render(
    <QueryClientProvider client={createQueryClient({ retry: false })}>
      <Pricing />
      <Toasts />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: 'Official Launch Pricing' })
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const posted = (path: string) => api.requests.filter((request) => request.path === path).map(({ body }) => body)
const checkouts = () => posted('/api/payments/create-checkout-session')
const portals = () => posted('/api/payments/create-portal-session')

test.each([
  ['Get the Bundle', 'bundle', { bundle: true }],
  ['Get the Master Course', 'master_course', { masterCourse: true }],
  ['Start Studio', 'studio', { numberOfPlans: 1 }],
])('PAY-01 PAY-02 PAY-03 PAY-04 D-117 %s asks for a checkout page and goes there', async (label, offer, choice) => {
  api.reply(billing.checkout, 200, { url: CHECKOUT_PAGE })
  await openPricing()
  press(label)
  await waitFor(() => expect(left).toEqual([CHECKOUT_PAGE]))
  expect(checkouts()).toEqual([
    {
      ...choice,
      currency: 'eur',
      successUrl: `http://localhost:3000/?checkout_success=${offer}`,
      cancelUrl: `http://localhost:3000/?checkout_cancelled=${offer}`,
      allow_promotion_codes: true,
    },
  ])
})

test('PAY-02 the currency that is shown is the one that is asked for', async () => {
  api.reply(billing.checkout, 200, { url: CHECKOUT_PAGE })
  await openPricing()
  fireEvent.click(screen.getByRole('radio', { name: 'USD' }))
  press('Start Studio')
  await waitFor(() => expect(checkouts()).toMatchObject([{ numberOfPlans: 1, currency: 'usd' }]))
})

test('D-94 buying in a currency chooses it, whatever is found out about the country later', async () => {
  api.reply(billing.checkout, 200, { url: CHECKOUT_PAGE })
  await openPricing()
  expect(sessionStorage.getItem('academy.currency')).toBeNull()
  press('Start Studio')
  await waitFor(() => expect(left).toEqual([CHECKOUT_PAGE]))
  expect(sessionStorage.getItem('academy.currency')).toBe('eur')
})

test('PAY-04 from the click to the checkout page nothing can be bought a second time; coming back, it can', async () => {
  let answer = () => {}
  const after = new Promise<void>((resolve) => {
    answer = resolve
  })
  api.reply(billing.checkout, 200, { url: CHECKOUT_PAGE }, { after })
  await openPricing()
  press('Get the Bundle')
  const opening = await screen.findByRole('button', { name: 'Opening checkout...' })
  const disabled = () => screen.getAllByRole<HTMLButtonElement>('button').map((one) => one.disabled)
  expect([opening.getAttribute('aria-busy'), disabled()]).toEqual(['true', [true, true, true]])
  await act(async () => answer())
  await waitFor(() => expect(left).toEqual([CHECKOUT_PAGE]))
  expect(disabled()).toEqual([true, true, true])
  act(() => void dispatchEvent(new Event('pageshow')))
  expect(disabled()).toEqual([false, false, false])
})

test.each([
  [503, 'payments_unavailable'],
  [400, 'invalid_request'],
  [500, 'internal'],
])('ERR-35 R-05 D-127 a checkout that is refused (%i %s) is told in the page, beside its button', async (status, code) => {
  api.refuse(billing.checkout, status, code, 'Payments are not available at the moment.')
  await openPricing()
  press('Get the Master Course')
  const alert = await within(screen.getByRole('region', { name: 'Master Course' })).findByRole('alert')
  expect(alert.textContent).toBe('Error: Unable to create checkout session')
  expect([screen.getAllByRole('alert').length, left]).toEqual([1, []])
})

test('D-119 what was bought in another tab meanwhile is refused, and then shown as bought', async () => {
  api.replyOutsideTheContract(billing.checkout, 409, { success: false, error: 'Yours already.', message: '', code: 'already_purchased' })
  await openPricing()
  api.reply(accounts.context, 200, buyerContext())
  press('Get the Master Course')
  expect(await screen.findByText('Course Already Purchased')).toBeTruthy()
  expect([screen.queryByRole('button', { name: 'Get the Master Course' }), left]).toEqual([null, []])
  const card = screen.getByRole('region', { name: 'Master Course' })
  expect(within(card).getByRole('alert').textContent).toBe('Error: Unable to create checkout session')
})

test('D-119 ERR-35 the refusal of a bundle that is not on offer any more stays where the bundle stood, until the next try', async () => {
  api.replyOutsideTheContract(billing.checkout, 409, { success: false, error: 'Yours already.', message: '', code: 'already_purchased' })
  await openPricing()
  api.reply(accounts.context, 200, buyerContext())
  press('Get the Bundle')
  expect(await screen.findByText('Course Already Purchased')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Launch bundle' })).toBeNull()
  expect(screen.getByRole('alert').textContent).toBe('Error: Unable to create checkout session')
  api.reply(billing.checkout, 200, { url: CHECKOUT_PAGE })
  press('Start Studio')
  await waitFor(() => expect(left).toEqual([CHECKOUT_PAGE]))
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([[{}], [{ url: '' }], [{ url: 'javascript:alert(1)' }]])('ERR-36 R-05 an answer without a page to go to: %o', async (answer) => {
  api.replyOutsideTheContract(billing.checkout, 200, answer)
  await openPricing()
  press('Get the Bundle')
  expect((await screen.findByRole('alert')).textContent).toBe('Error: No checkout URL received')
  expect(left).toEqual([])
})

test('ERR-37 R-05 a call that breaks; another try takes the message away', async () => {
  api.breakConnection(billing.checkout)
  await openPricing()
  press('Start Studio')
  expect((await screen.findByRole('alert')).textContent).toBe('Error: Something went wrong during checkout')
  api.reply(billing.checkout, 200, { url: CHECKOUT_PAGE })
  press('Start Studio')
  await waitFor(() => expect(left).toEqual([CHECKOUT_PAGE]))
  expect(screen.queryByRole('alert')).toBeNull()
})

const subscriber = (changes: object = {}) =>
  sampleContext({
    stripe_customer_id: 'cus_1',
    subscriptions: [{ price_id: 'price_2', plan_name: 'studio', status: 'active' }],
    ...changes,
  })

test('PRICE-16 PAY-05 PAY-06 D-128 a subscriber manages the plan in the billing portal, in the same tab', async () => {
  api.reply(accounts.context, 200, subscriber())
  api.reply(billing.portal, 200, { url: 'https://billing.payments.test/p/1' })
  await openPricing()
  press('Manage plan')
  await waitFor(() => expect(left).toEqual(['https://billing.payments.test/p/1']))
  expect(portals()).toEqual([{ customer: 'cus_1', returnUrl: 'http://localhost:3000/' }])
})

test.each(['past_due', 'unpaid'])('PRICE-16 R-09 a subscription that is %s says so, where it can be mended', async (status) => {
  api.reply(accounts.context, 200, subscriber({ subscriptions: [{ price_id: 'price_2', plan_name: 'studio', status }] }))
  await openPricing()
  const card = within(screen.getByRole('region', { name: 'Vibe Coding Studio' }))
  expect(card.getByRole('alert').textContent).toContain('Your last payment did not go through')
  expect(card.getByRole('button', { name: 'Manage plan' })).toBeTruthy()
})

test.each(['canceled', 'incomplete_expired'])('PRICE-16 D-95 a subscription that is %s is over, and can be begun anew', async (status) => {
  api.reply(accounts.context, 200, subscriber({ subscriptions: [{ price_id: 'price_2', plan_name: 'studio', status }] }))
  await openPricing()
  expect(screen.getByRole('button', { name: 'Start Studio' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Manage plan' })).toBeNull()
})

test('PAY-07 ERR-18 without a customer there is nothing to manage, and no call', async () => {
  api.reply(accounts.context, 200, subscriber({ stripe_customer_id: null }))
  await openPricing()
  press('Manage plan')
  expect(await screen.findByText('No subscription found')).toBeTruthy()
  expect(screen.getByText("You don't have an active subscription to manage.")).toBeTruthy()
  expect(portals()).toEqual([])
})

test('ERR-19 ERR-20 ERR-21 a portal that does not open says which way it failed', async () => {
  api.reply(accounts.context, 200, subscriber())
  api.refuse(billing.portal, 503, 'payments_unavailable', 'Payments are not available at the moment.')
  await openPricing()
  press('Manage plan')
  expect(await screen.findByText('Unable to access billing portal')).toBeTruthy()
  api.replyOutsideTheContract(billing.portal, 200, {})
  press('Manage plan')
  expect(await screen.findByText('No billing portal URL received')).toBeTruthy()
  api.breakConnection(billing.portal)
  press('Manage plan')
  expect(await screen.findByText('Something went wrong accessing the billing portal')).toBeTruthy()
  expect(left).toEqual([])
})
