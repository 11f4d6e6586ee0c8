import { contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { MockApi } from '../../testing/mock-api.ts'
import { mockBuyer, renderPricing } from '../../testing/open-pricing.tsx'
import { masterCourseContext, sampleContext } from '../../testing/samples.ts'

const { accounts, billing } = contract
const CHECKOUT_PAGE = 'https://checkout.payments.test/c/1'
let api: MockApi
let redirects: string[]

beforeEach(() => {
  ;({ api, redirects } = mockBuyer())
})

const checkouts = () => api.requests.filter(({ path }) => path === '/api/payments/create-checkout-session').map(({ body }) => body)
const type = (value: string) => fireEvent.change(screen.getByLabelText('Number of seats'), { target: { value } })
const price = () => screen.getByRole('status').textContent
const buy = () => fireEvent.click(screen.getByRole('button', { name: 'Buy seats' }))

/** Opens what the pricing offers for a team. */
async function openTeam(): Promise<void> {
  renderPricing()
  const summary = await screen.findByText('Buy for a team')
  const details = summary.closest('details')
  // jsdom opens it without the event.
  await act(async () => {
    if (details) details.open = true
    if (details) fireEvent(details, new Event('toggle'))
  })
  await screen.findByLabelText('Number of seats')
}

test('SEAT-18 shows the price of the seats at once, in the currency of the pricing, and sends their number', async () => {
  api.reply(billing.checkout, 200, { url: CHECKOUT_PAGE })
  await openTeam()
  expect(price()).toBe('€1,100.755 seats at €220.15 each, 15% less than €259')
  type('2')
  expect(price()).toBe('€5182 seats at €259 each')
  type('10')
  expect(price()).toBe('€1,942.5010 seats at €194.25 each, 25% less than €259')
  fireEvent.click(screen.getByRole('radio', { name: 'USD' }))
  expect(price()).toContain('$')
  buy()
  await waitFor(() => expect(redirects).toEqual([CHECKOUT_PAGE]))
  expect(checkouts()).toEqual([
    {
      masterCourse: true,
      seats: 10,
      currency: 'usd',
      successUrl: 'http://localhost:3000/team?checkout={CHECKOUT_SESSION_ID}&checkout_success=seats',
      cancelUrl: 'http://localhost:3000/?checkout_cancelled=seats',
      allow_promotion_codes: true,
    },
  ])
})

test.each(['1', '51', '2.5', ''])('SEAT-18 says what is wrong with %o seats, shows no price, and sends nothing', async (value) => {
  await openTeam()
  type(value)
  buy()
  const input = screen.getByLabelText('Number of seats')
  const error = document.getElementById(input.getAttribute('aria-describedby') ?? '')
  expect([error?.textContent, document.activeElement === input, price()]).toEqual(['Enter a whole number from 2 to 50.', true, ''])
  expect(checkouts()).toEqual([])
  type('50')
  expect(screen.queryByText('Enter a whole number from 2 to 50.')).toBeNull()
})

test('SEAT-18 offers seats to owners of the course, and shows why they are refused', async () => {
  api.reply(accounts.context, 200, masterCourseContext())
  await openTeam()
  const message = 'Your last payment is processing. You can buy again when it has ended. Nothing more was charged.'
  api.replyOutsideTheContract(billing.checkout, 409, { success: false, error: message, message, code: 'already_purchased' })
  buy()
  expect((await screen.findByRole('alert')).textContent).toBe(message)
})

test('SEAT-18 while the payment of seats is processing the pricing says so, and sells none', async () => {
  api.reply(accounts.context, 200, sampleContext({ processing_payments: ['seats'] }))
  renderPricing()
  await screen.findByText(/We asked your bank to pay for the seats of your team/)
  expect(screen.queryByText('Buy for a team')).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Get the Master Course' }).disabled).toBe(true)
})
