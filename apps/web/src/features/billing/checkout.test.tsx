import { OFFER_NAMES } from '@academy/catalog'
import { contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { MockApi } from '../../testing/mock-api.ts'
import { mockBuyer, renderPricing } from '../../testing/open-pricing.tsx'
import { masterCourseContext, sampleContext } from '../../testing/samples.ts'
import { expectToast } from '../../testing/toasts.ts'

const { accounts, billing } = contract
const CHECKOUT_PAGE = 'https://checkout.payments.test/c/1'
let api: MockApi
let redirects: string[]

beforeEach(() => {
  ;({ api, redirects } = mockBuyer())
})

async function openPricing() {
  renderPricing()
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
  await waitFor(() => expect(redirects).toEqual([CHECKOUT_PAGE]))
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

test('PAY-02 sends the currency that is shown', async () => {
  api.reply(billing.checkout, 200, { url: CHECKOUT_PAGE })
  await openPricing()
  fireEvent.click(screen.getByRole('radio', { name: 'USD' }))
  press('Start Studio')
  await waitFor(() => expect(checkouts()).toMatchObject([{ numberOfPlans: 1, currency: 'usd' }]))
})

test('D-94 buying stores the currency, whatever the country lookup returns later', async () => {
  api.reply(billing.checkout, 200, { url: CHECKOUT_PAGE })
  await openPricing()
  expect(sessionStorage.getItem('academy.currency')).toBeNull()
  press('Start Studio')
  await waitFor(() => expect(redirects).toEqual([CHECKOUT_PAGE]))
  expect(sessionStorage.getItem('academy.currency')).toBe('eur')
})

test('PAY-04 disables buying while the checkout opens and enables it after coming back', async () => {
  const { promise: after, resolve: answer } = Promise.withResolvers<void>()
  api.reply(billing.checkout, 200, { url: CHECKOUT_PAGE }, { after })
  await openPricing()
  press('Get the Bundle')
  const opening = await screen.findByRole('button', { name: 'Opening checkout...' })
  const allDisabled = OFFER_NAMES.map(() => true)
  const disabled = () => screen.getAllByRole<HTMLButtonElement>('button').map((button) => button.disabled)
  expect([opening.getAttribute('aria-busy'), disabled()]).toEqual(['true', allDisabled])
  await act(async () => answer())
  await waitFor(() => expect(redirects).toEqual([CHECKOUT_PAGE]))
  expect(disabled()).toEqual(allDisabled)
  act(() => void dispatchEvent(new Event('pageshow')))
  expect(disabled()).not.toContain(true)
})

test('PAY-04 enables buying again when the checkout page does not open', async () => {
  api.reply(billing.checkout, 200, { url: CHECKOUT_PAGE })
  await openPricing()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  press('Get the Bundle')
  await waitFor(() => expect(redirects).toEqual([CHECKOUT_PAGE]))
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  const buy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Get the Bundle' })
  expect(buy.disabled).toBe(false)
})

test.each([
  [503, 'payments_unavailable'],
  [400, 'invalid_request'],
  [500, 'internal'],
])('ERR-35 R-05 D-127 a checkout that is refused (%i %s) shows an error beside its button', async (status, code) => {
  api.refuse(billing.checkout, status, code, 'Payments are not available at the moment.')
  await openPricing()
  press('Get the Master Course')
  const alert = await within(screen.getByRole('region', { name: 'Master Course' })).findByRole('alert')
  expect(alert.textContent).toBe('Error: Unable to create checkout session')
  expect([screen.getAllByRole('alert').length, redirects]).toEqual([1, []])
})

test('D-119 shows an offer as owned after a refused second purchase', async () => {
  api.replyOutsideTheContract(billing.checkout, 409, { success: false, error: 'Yours already.', message: '', code: 'already_purchased' })
  await openPricing()
  api.reply(accounts.context, 200, masterCourseContext())
  press('Get the Master Course')
  expect(await screen.findByText('Course Already Purchased')).toBeTruthy()
  expect([screen.queryByRole('button', { name: 'Get the Master Course' }), redirects]).toEqual([null, []])
  const card = screen.getByRole('region', { name: 'Master Course' })
  expect(within(card).getByRole('alert').textContent).toBe('Error: Unable to create checkout session')
})

test('D-119 ERR-35 keeps the error of a refused bundle in place of the hidden bundle', async () => {
  api.replyOutsideTheContract(billing.checkout, 409, { success: false, error: 'Yours already.', message: '', code: 'already_purchased' })
  await openPricing()
  api.reply(accounts.context, 200, masterCourseContext())
  press('Get the Bundle')
  expect(await screen.findByText('Course Already Purchased')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Launch bundle' })).toBeNull()
  expect(screen.getByRole('alert').textContent).toBe('Error: Unable to create checkout session')
  api.reply(billing.checkout, 200, { url: CHECKOUT_PAGE })
  press('Start Studio')
  await waitFor(() => expect(redirects).toEqual([CHECKOUT_PAGE]))
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([[{}], [{ url: '' }], [{ url: 'javascript:alert(1)' }]])(
  'ERR-36 R-05 shows an error for a response without a valid URL: %o',
  async (answer) => {
    api.replyOutsideTheContract(billing.checkout, 200, answer)
    await openPricing()
    press('Get the Bundle')
    expect((await screen.findByRole('alert')).textContent).toBe('Error: No checkout URL received')
    expect(redirects).toEqual([])
  },
)

test('ERR-37 R-05 shows an error for a failed connection until the next attempt', async () => {
  api.breakConnection(billing.checkout)
  await openPricing()
  press('Start Studio')
  expect((await screen.findByRole('alert')).textContent).toBe('Error: Something went wrong during checkout')
  api.reply(billing.checkout, 200, { url: CHECKOUT_PAGE })
  press('Start Studio')
  await waitFor(() => expect(redirects).toEqual([CHECKOUT_PAGE]))
  expect(screen.queryByRole('alert')).toBeNull()
})

const subscriber = (changes: object = {}) =>
  sampleContext({
    stripe_customer_id: 'cus_1',
    subscriptions: [{ price_id: 'price_2', plan_name: 'studio', status: 'active' }],
    ...changes,
  })

test('PRICE-16 PAY-05 PAY-06 D-128 Manage plan opens the billing portal in the same tab', async () => {
  api.reply(accounts.context, 200, subscriber())
  api.reply(billing.portal, 200, { url: 'https://billing.payments.test/p/1' })
  await openPricing()
  press('Manage plan')
  await waitFor(() => expect(redirects).toEqual(['https://billing.payments.test/p/1']))
  expect(portals()).toEqual([{ customer: 'cus_1', returnUrl: 'http://localhost:3000/' }])
})

test.each([
  ['past_due', 'Your last payment did not go through', 'update your payment method'],
  ['unpaid', 'Your last payment did not go through', 'pay the open invoice'],
  ['incomplete', 'Your first payment is not complete', 'pay the open invoice'],
  ['paused', 'Your subscription is paused', 'add a payment method'],
])('PRICE-16 R-18 a subscription that is %s says what to fix, and Manage plan opens the portal', async (status, title, fix) => {
  api.reply(accounts.context, 200, subscriber({ subscriptions: [{ price_id: 'price_2', plan_name: 'studio', status }] }))
  api.reply(billing.portal, 200, { url: 'https://billing.payments.test/p/1' })
  await openPricing()
  const card = within(screen.getByRole('region', { name: 'Vibe Coding Studio' }))
  expect(card.getByRole('alert').textContent).toContain(title)
  expect(card.getByRole('alert').textContent).toContain(fix)
  press('Manage plan')
  await waitFor(() => expect(redirects).toEqual(['https://billing.payments.test/p/1']))
  expect(screen.queryByText('No subscription found')).toBeNull()
})

test.each(['canceled', 'incomplete_expired'])('PRICE-16 D-95 offers the Studio again after a subscription is %s', async (status) => {
  api.reply(accounts.context, 200, subscriber({ subscriptions: [{ price_id: 'price_2', plan_name: 'studio', status }] }))
  await openPricing()
  expect(screen.getByRole('button', { name: 'Start Studio' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Manage plan' })).toBeNull()
})

test.each([
  ['without a customer record', { stripe_customer_id: null }],
  ['with a subscription of an unknown status', { subscriptions: [{ price_id: 'price_2', plan_name: 'studio', status: 'unheard_of' }] }],
])('PAY-07 ERR-18 R-18 %s no subscription is found, and the portal is not called', async (_, changes) => {
  api.reply(accounts.context, 200, subscriber(changes))
  api.reply(billing.portal, 200, { url: 'https://billing.payments.test/p/1' })
  await openPricing()
  press('Manage plan')
  await expectToast('error', 'No subscription found', "You don't have an active subscription to manage.")
  expect(portals()).toEqual([])
})

test('ERR-19 ERR-20 ERR-21 shows why the portal did not open', async () => {
  api.reply(accounts.context, 200, subscriber())
  api.refuse(billing.portal, 503, 'payments_unavailable', 'Payments are not available at the moment.')
  await openPricing()
  press('Manage plan')
  await expectToast('error', 'Error', 'Unable to access billing portal')
  api.replyOutsideTheContract(billing.portal, 200, {})
  press('Manage plan')
  await expectToast('error', 'Error', 'No billing portal URL received')
  api.breakConnection(billing.portal)
  press('Manage plan')
  await expectToast('error', 'Error', 'Something went wrong accessing the billing portal')
  expect(redirects).toEqual([])
})

const plan = {
  status: 'active',
  amount: 17_00,
  currency: 'eur',
  is_discounted: false,
  renews_at: '2027-02-22T12:00:00.000Z',
  free_until: null,
  ends_at: null,
  pay_until: null,
}

test.each([
  [{}, 'Renews Feb 22, 2027 for €17/month'],
  [{ is_discounted: true }, 'Renews Feb 22, 2027 for €17/month less your discount'],
  [{ status: 'trialing', free_until: '2027-02-22T12:00:00.000Z' }, 'Free until Feb 22, 2027, then €17/month'],
  [{ status: 'trialing', free_until: '2027-02-22T12:00:00.000Z', ends_at: '2027-02-22T12:00:00.000Z' }, 'Ends Feb 22, 2027'],
  [{ status: 'past_due', pay_until: '2027-03-01T12:00:00.000Z' }, 'Payment failed: update your payment method by Mar 1, 2027'],
])('BUY-07 a plan with %j says: %s', async (changes, text) => {
  api.reply(accounts.context, 200, subscriber())
  api.reply(billing.plans, 200, [{ ...plan, ...changes }])
  await openPricing()
  expect(within(screen.getByRole('region', { name: 'Vibe Coding Studio' })).getByText(text)).toBeTruthy()
})

test('BUY-07 the prices of a subscriber are those of the contract, whatever the country and the choice say', async () => {
  sessionStorage.setItem('academy.currency', 'usd')
  api.reply(accounts.context, 200, subscriber())
  api.reply(billing.plans, 200, [{ ...plan, amount: 15_00 }])
  await openPricing()
  expect(screen.getByRole('region', { name: 'Vibe Coding Studio' }).textContent).toContain('€15/month')
  expect(screen.getByRole('region', { name: 'Master Course' }).textContent).toContain('€259')
  expect(screen.queryByRole('radio')).toBeNull()
})

test('BUY-07 without an answer about the plan everything else works', async () => {
  api.reply(accounts.context, 200, subscriber())
  api.refuse(billing.plans, 502, 'payment_provider_error', 'The payment provider cannot be reached at the moment.')
  await openPricing()
  expect(screen.getByRole('button', { name: 'Manage plan' })).toBeTruthy()
  expect(screen.queryByText(/^Renews/)).toBeNull()
})
