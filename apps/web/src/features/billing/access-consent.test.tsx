import { ACCESS_CONSENT, SEATS_CONSENT } from '@academy/catalog'
import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { MockApi } from '../../testing/mock-api.ts'
import { mockBuyer, renderPricing } from '../../testing/open-pricing.tsx'

// Settings are read when the app is loaded.
vi.hoisted(() => vi.stubEnv('VITE_WITHDRAWAL_URL', 'https://seller.example/withdrawal'))

const { billing } = contract
let api: MockApi
let redirects: string[]

beforeEach(() => {
  ;({ api, redirects } = mockBuyer())
})

/** Opens the pricing, and returns the card of the course. */
async function openCourse() {
  renderPricing()
  const card = within(await screen.findByRole('region', { name: 'Master Course' }))
  const box = () => card.getByRole<HTMLInputElement>('checkbox', { name: ACCESS_CONSENT.text })
  const button = () => card.getByRole('button', { name: 'Get the Master Course' })
  return { card, box, button }
}
const checkouts = () => api.requests.filter(({ path }) => path === '/api/payments/create-checkout-session')

test('SELLER-10 without the tick the buy button says what is missing, and sends nothing', async () => {
  const { card, box, button } = await openCourse()
  expect([box().checked, screen.getAllByRole('checkbox').length]).toEqual([false, 3])
  expect(card.getByRole('link', { name: 'Information on withdrawal' }).getAttribute('href')).toBe('https://seller.example/withdrawal')
  fireEvent.click(button())
  const error = card.getByText('Tick this box to continue to the checkout.')
  const described = [box(), button()].map((element) => document.getElementById(element.getAttribute('aria-describedby') ?? ''))
  expect(described.map((description) => description?.contains(error))).toEqual([true, true])
  expect([box().getAttribute('aria-invalid'), document.activeElement === box()]).toEqual(['true', true])
  expect([screen.getAllByText('Tick this box to continue to the checkout.').length, checkouts()]).toEqual([1, []])
})

test('SELLER-10 with the tick the checkout carries the version of the shown text', async () => {
  api.reply(billing.checkout, 200, { url: 'https://checkout.payments.test/c/1' })
  const { card, box, button } = await openCourse()
  fireEvent.click(button())
  fireEvent.click(box())
  expect(card.queryByText('Tick this box to continue to the checkout.')).toBeNull()
  fireEvent.click(button())
  await waitFor(() => expect(redirects).toEqual(['https://checkout.payments.test/c/1']))
  expect(checkouts().map(({ body }) => body)).toMatchObject([{ masterCourse: true, access_consent: ACCESS_CONSENT.version }])
})

test('SEAT-13 the buyer of seats ticks a text of its own, whose version the checkout carries', async () => {
  api.reply(billing.checkout, 200, { url: 'https://checkout.payments.test/c/1' })
  renderPricing()
  const details = (await screen.findByText('Buy for a team')).closest('details') ?? document.body
  // jsdom opens it without the event.
  details.setAttribute('open', '')
  fireEvent(details, new Event('toggle'))
  fireEvent.click(await screen.findByRole('checkbox', { name: SEATS_CONSENT.text }))
  fireEvent.click(screen.getByRole('button', { name: 'Buy seats' }))
  await waitFor(() => expect(redirects).toEqual(['https://checkout.payments.test/c/1']))
  expect(checkouts().map(({ body }) => body)).toMatchObject([{ seats: 5, access_consent: SEATS_CONSENT.version }])
})

test('SELLER-10 an outdated text shows what the API says about it', async () => {
  const text = 'Your consent to immediate access is missing or outdated.'
  api.replyOutsideTheContract(billing.checkout, 400, {
    success: false,
    error: text,
    message: text,
    code: 'invalid_request',
    fields: { access_consent: text },
  })
  const { card, box, button } = await openCourse()
  fireEvent.click(box())
  fireEvent.click(button())
  expect((await card.findByRole('alert')).textContent).toBe(text)
  expect(redirects).toEqual([])
})
