import { contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { env } from '../../env.ts'
import { type CannedApi, cannedApi } from '../../testing/canned-api.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { buyerContext, sampleContext } from '../../testing/samples.ts'

const { accounts } = contract
const checkoutPage = new URL(env.checkoutReferrer, 'https://checkout.payments.test').href
let api: CannedApi

beforeEach(() => {
  api = cannedApi()
  api.reply(accounts.context, 200, sampleContext())
})
afterEach(async () => {
  // What one visit was told is not shown to the next.
  ;(await import('../../ui/toaster.tsx')).toast.dismiss()
  api.expectNothingElse()
})

const comingFrom = (referrer: string) => vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer)
/** The settings stand for any page of the shell; this tab of theirs makes no call of its own. */
const comeBackTo = async (query: string) => {
  const router = await renderSignedIn(`/settings?tab=pricing${query}#plans`)
  await screen.findByRole('heading', { name: 'Official Launch Pricing' })
  return router
}
const greeting = () => screen.findByText('Payment Successful! 🎉')
const loads = () => api.count('GET', '/api/accounts/context')
const nothingSaid = async () => {
  // Toasts come in a chunk of their own, so one that was due could still be on its way.
  await act(() => import('../../ui/toaster.tsx'))
  expect(screen.queryByText('Payment Successful! 🎉')).toBeNull()
}

test('PAY-08 PAY-10 D-125 who comes back from a payment is told so, and the address is as it was before', async () => {
  const router = await comeBackTo('&checkout_success=studio')
  expect(await greeting()).toBeTruthy()
  await waitFor(() => expect(router.path).toBe('/settings?tab=pricing#plans'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('PAY-09 D-121 the card provider’s checkout as referrer says the same, once in this tab', async () => {
  comingFrom(checkoutPage)
  await comeBackTo('')
  expect(await greeting()).toBeTruthy()
  expect(sessionStorage.getItem('academy.checkout-return')).toBe('handled')
})

test('D-121 a reload keeps the referrer, and is no second payment', async () => {
  sessionStorage.setItem('academy.checkout-return', 'handled')
  comingFrom(checkoutPage)
  await comeBackTo('')
  await nothingSaid()
})

test('PAY-08 a second purchase in the same tab is told as well', async () => {
  sessionStorage.setItem('academy.checkout-return', 'handled')
  await comeBackTo('&checkout_success=master_course')
  expect(await greeting()).toBeTruthy()
})

test('D-121 who cancelled is not thanked, not even after a reload; the address is cleaned', async () => {
  comingFrom(checkoutPage)
  const router = await comeBackTo('&checkout_cancelled=bundle')
  await waitFor(() => expect(router.path).toBe('/settings?tab=pricing#plans'))
  expect(sessionStorage.getItem('academy.checkout-return')).toBe('handled')
  await nothingSaid()
})

test('PAY-11 D-125 three seconds later the account is loaded again, once, and what was bought is there', async () => {
  await comeBackTo('&checkout_success=master_course')
  await greeting()
  const before = loads()
  api.reply(accounts.context, 200, buyerContext())
  expect(await screen.findByText('Course Already Purchased', {}, { timeout: 8000 })).toBeTruthy()
  expect(loads()).toBe(before + 1)
})

test('PRICE-25 PRICE-26 D-99 after the bundle: congratulations, which want a full name and a job title, and send neither', async () => {
  await comeBackTo('&checkout_success=bundle')
  const dialog = within(await screen.findByRole('dialog', { name: 'Congratulations on your bundle' }))
  const name = dialog.getByLabelText<HTMLInputElement>('Full Name')
  const job = dialog.getByLabelText<HTMLInputElement>('Job Title')
  const done = () => fireEvent.click(dialog.getByRole('button', { name: 'Continue' }))
  expect([name.value, job.value]).toEqual(['Ada Lovelace', ''])
  fireEvent.change(name, { target: { value: '  ' } })
  done()
  expect([dialog.getByText('Full name is required.'), dialog.getByText('Job title is required.')]).toHaveLength(2)
  expect(document.activeElement).toBe(name)
  fireEvent.change(name, { target: { value: 'Ada King' } })
  done()
  expect([dialog.queryByText('Full name is required.'), document.activeElement]).toEqual([null, job])
  fireEvent.change(job, { target: { value: 'Analyst' } })
  const calls = api.requests.filter(({ method }) => method !== 'GET').length
  done()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(api.requests.filter(({ method }) => method !== 'GET')).toHaveLength(calls)
})

test('D-90 D-99 they wait behind the question for a name', async () => {
  api.reply(accounts.context, 200, sampleContext({ first_name: null }))
  await renderSignedIn('/settings?tab=pricing&checkout_success=bundle')
  expect(await screen.findByRole('dialog', { name: /^Welcome to/ })).toBeTruthy()
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  api.reply(accounts.updateProfile, 200, { success: true, message: 'Saved' })
  api.reply(accounts.context, 200, sampleContext())
  fireEvent.change(screen.getByLabelText('First name'), { target: { value: 'Ada' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save and continue' }))
  expect(await screen.findByRole('dialog', { name: 'Congratulations on your bundle' })).toBeTruthy()
})
