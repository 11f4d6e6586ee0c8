import { giftDays } from '@academy/catalog'
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

async function openGift(): Promise<void> {
  renderPricing()
  const details = (await screen.findByText('Give as a gift')).closest('details')
  await act(async () => {
    if (details) details.open = true
    if (details) fireEvent(details, new Event('toggle'))
  })
  await screen.findByLabelText("Recipient's email")
}
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const buyGift = () => fireEvent.click(screen.getByRole('button', { name: 'Buy the gift' }))

test('GIFT-13 sells the course as a gift, and sends address, day and message', async () => {
  api.reply(accounts.context, 200, masterCourseContext())
  api.reply(billing.checkout, 200, { url: CHECKOUT_PAGE })
  await openGift()
  const { first, last } = giftDays(new Date())
  expect(screen.getByLabelText<HTMLInputElement>('Day of the delivery').value).toBe(first)
  fill("Recipient's email", ' bob@example.com ')
  fill('Day of the delivery', last)
  fill('Message (optional)', 'Happy birthday!')
  buyGift()
  await waitFor(() => expect(redirects).toEqual([CHECKOUT_PAGE]))
  expect(checkouts()).toEqual([
    {
      masterCourse: true,
      gift: { email: 'bob@example.com', message: 'Happy birthday!', deliver_on: last },
      currency: 'eur',
      successUrl: 'http://localhost:3000/team?checkout={CHECKOUT_SESSION_ID}&checkout_success=gift',
      cancelUrl: 'http://localhost:3000/?checkout_cancelled=gift',
      allow_promotion_codes: true,
    },
  ])
})

test('GIFT-13 says beside the field what is wrong, also what the API refuses, and sends nothing before', async () => {
  await openGift()
  fill("Recipient's email", 'nonsense')
  fill('Day of the delivery', '2020-01-01')
  buyGift()
  expect(screen.getByText("Enter the recipient's email address.")).toBeTruthy()
  expect(screen.getByText('Choose a day from today to a year ahead.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText("Recipient's email"))
  expect(checkouts()).toEqual([])
  const message = 'This is your own address. Enter that of the person who gets the gift.'
  api.refuse(billing.checkout, 400, 'invalid_request', message, { fields: { 'gift.email': message } })
  fill("Recipient's email", 'ada@example.com')
  fill('Day of the delivery', giftDays(new Date()).first)
  buyGift()
  expect(await screen.findByText(message)).toBeTruthy()
  const described = screen.getByLabelText("Recipient's email").getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(described)?.textContent).toBe(message)
})

test('GIFT-22 sells months of the Studio as a gift, each with its price in the currency of the pricing', async () => {
  api.reply(billing.checkout, 200, { url: CHECKOUT_PAGE })
  await openGift()
  const choice = screen.getByLabelText<HTMLSelectElement>('What you give')
  expect([...choice.options].map(({ text }) => text)).toEqual([
    'Master Course, €259',
    '3 months of the Studio, €51',
    '6 months of the Studio, €102',
    '12 months of the Studio, €204',
  ])
  fill('What you give', 'studio_6_months')
  fireEvent.click(screen.getByRole('radio', { name: 'USD' }))
  expect(screen.getByText('$114')).toBeTruthy()
  expect(screen.getByText(/for 6 months from the claim on\. It ends without a card, and nothing renews\./)).toBeTruthy()
  fill("Recipient's email", 'bob@example.com')
  buyGift()
  await waitFor(() => expect(redirects).toEqual([CHECKOUT_PAGE]))
  const gift = { email: 'bob@example.com', message: '', deliver_on: giftDays(new Date()).first }
  expect(checkouts()).toMatchObject([{ numberOfPlans: 1, gift, gift_months: 6, currency: 'usd' }])
})
