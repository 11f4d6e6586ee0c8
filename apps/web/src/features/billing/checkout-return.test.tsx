import { contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { env } from '../../env.ts'
import type { MockApi } from '../../testing/mock-api.ts'
import { mockAccount } from '../../testing/mock-services.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { masterCourseContext, sampleContext } from '../../testing/samples.ts'

const { accounts } = contract
const boughtStudio = () => {
  const { entitlements } = sampleContext().data
  return sampleContext({ entitlements: { ...entitlements, resources: true, my_prompts: true, slack_premium: true, slack_standard: true } })
}
const checkoutPage = new URL(env.checkoutReferrer, 'https://checkout.payments.test').href
let api: MockApi

beforeEach(() => {
  ;({ api } = mockAccount())
})

const comingFrom = (referrer: string) => vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer)
/** Opens a settings tab that sends no requests of its own. */
const comeBackTo = async (query: string) => {
  const router = await renderSignedIn(`/settings?tab=pricing${query}#plans`)
  await screen.findByRole('heading', { name: 'Official Launch Pricing' })
  return router
}
const greeting = () => screen.findByText('Payment Successful! 🎉')
/** Comes back from the checkout within the app, under fake timers: they begin when the code for it, which loads in real time, has run. */
async function comeBackPaid(router: { goTo: (path: string) => void }, path: string): Promise<void> {
  await act(async () => router.goTo(path))
  while (screen.queryByText('Payment Successful! 🎉') === null) await act(() => new Promise((resolve) => setImmediate(resolve)))
}
const loads = () => api.count('GET', '/api/accounts/context')
const expectNoGreeting = () => expect(screen.queryByText('Payment Successful! 🎉')).toBeNull()

test('PAY-08 PAY-10 D-125 shows the payment toast and cleans the URL', async () => {
  const router = await comeBackTo('&checkout_success=studio')
  expect(await greeting()).toBeTruthy()
  await waitFor(() => expect(router.path).toBe('/settings?tab=pricing#plans'))
})

test.each([
  ['studio', boughtStudio(), 'Welcome to the Vibe Coding Studio', ['/resources', '/my-prompts', '/premium-slack']],
  [
    'master_course',
    masterCourseContext(),
    'Welcome to the Master Course',
    ['/courses/master-course', '/community', '/settings?tab=pricing'],
  ],
  ['bundle', masterCourseContext(), 'Congratulations on your bundle', ['/courses/master-course', '/resources', '/community']],
])('BUY-06 after buying %s a dialog shows three next steps, which close it', async (offer, context, title, targets) => {
  api.reply(accounts.context, 200, context)
  await comeBackTo(`&checkout_success=${offer}`)
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  const steps = dialog.getAllByRole('link')
  expect(steps.map((step) => step.getAttribute('href'))).toEqual(targets)
  const last = steps.at(-1)
  if (last) fireEvent.click(last)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull())
})

test('BUY-06 the dialog says that the payment is checked, without next steps, until the account has the purchase', async () => {
  const router = await comeBackTo('')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await comeBackPaid(router, '/settings?tab=pricing&checkout_success=master_course')
    await act(() => vi.advanceTimersByTimeAsync(2000))
    const checking = screen.getByRole('dialog', { name: "We're checking your payment" })
    expect(within(checking).queryAllByRole('link')).toEqual([])
    expect(screen.getByText('Payment Successful! 🎉')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(2000))
    expect(screen.getByRole('dialog', { name: "Your payment isn't confirmed yet" }).textContent).toContain('opens as soon as')
  } finally {
    vi.useRealTimers()
  }
  api.reply(accounts.context, 200, masterCourseContext())
  const { queryClient } = await import('../../api/query-client.ts')
  await act(() => queryClient.refetchQueries())
  const welcome = await screen.findByRole('dialog', { name: 'Welcome to the Master Course' })
  expect(within(welcome).getAllByRole('link')).toHaveLength(3)
  expect(document.activeElement?.textContent).toBe('Welcome to the Master Course')
})

test('BUY-06 D-121 shows no steps for an unknown offer', async () => {
  await comeBackTo('&checkout_success=1')
  expect(await greeting()).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('MONEY-04 shows that a bank debit is processing, without congratulations', async () => {
  api.reply(accounts.context, 200, sampleContext({ processing_payments: ['bundle'] }))
  await comeBackTo('&checkout_success=bundle')
  expect(await screen.findByText('Your payment is processing')).toBeTruthy()
  expectNoGreeting()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('MONEY-04 shows no congratulations after a bank debit that was processing has failed', async () => {
  api.reply(accounts.context, 200, sampleContext({ processing_payments: ['bundle'] }))
  await comeBackTo('&checkout_success=bundle')
  await screen.findByText('Your payment is processing')
  api.reply(accounts.context, 200, sampleContext())
  const { queryClient } = await import('../../api/query-client.ts')
  await act(() => queryClient.refetchQueries())
  await waitFor(() => expect(screen.queryAllByText('Payment is processing')).toEqual([]))
  // The dialog has a chunk of its own.
  await act(() => import('./purchase-welcome.tsx'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expectNoGreeting()
})

test('PAY-09 D-121 shows the toast for the checkout referrer once in a tab', async () => {
  comingFrom(checkoutPage)
  await comeBackTo('')
  expect(await greeting()).toBeTruthy()
  expect(sessionStorage.getItem('academy.checkout-return')).toBe('handled')
})

test('D-121 shows no second toast after a reload', async () => {
  sessionStorage.setItem('academy.checkout-return', 'handled')
  comingFrom(checkoutPage)
  await comeBackTo('')
  expectNoGreeting()
})

test('PAY-08 shows the toast for a second purchase in the same tab', async () => {
  sessionStorage.setItem('academy.checkout-return', 'handled')
  await comeBackTo('&checkout_success=master_course')
  expect(await greeting()).toBeTruthy()
})

test('D-121 shows no toast for a cancelled checkout and cleans the URL', async () => {
  comingFrom(checkoutPage)
  const router = await comeBackTo('&checkout_cancelled=bundle')
  await waitFor(() => expect(router.path).toBe('/settings?tab=pricing#plans'))
  expect(sessionStorage.getItem('academy.checkout-return')).toBe('handled')
  expectNoGreeting()
})

test('PAY-11 D-125 refetches the account once after 3 seconds and shows the purchase', async () => {
  const router = await comeBackTo('')
  api.reply(accounts.context, 200, masterCourseContext())
  const before = loads()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
  try {
    await comeBackPaid(router, '/settings?tab=pricing&checkout_success=master_course#plans')
    await pass(2900)
    expect(loads()).toBe(before)
    await pass(100)
    expect(loads()).toBe(before + 1)
    await pass(7000)
    expect(loads()).toBe(before + 1)
  } finally {
    vi.useRealTimers()
  }
  expect(await screen.findByText('Course Already Purchased')).toBeTruthy()
})

test('PAY-11 D-125 refetches an account that took longer than 3 seconds to load', async () => {
  const loading = Promise.withResolvers<void>()
  api.reply(accounts.context, 200, sampleContext(), { after: loading.promise })
  const router = await renderSignedIn('/settings?tab=pricing')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
  await act(async () => router.goTo('/settings?tab=pricing&checkout_success=master_course'))
  await pass(3000)
  api.reply(accounts.context, 200, masterCourseContext())
  loading.resolve()
  expect(await greeting()).toBeTruthy()
  await pass(3000)
  expect(await screen.findByText('Course Already Purchased')).toBeTruthy()
})

test('PRICE-25 PRICE-26 D-99 congratulates after the bundle, requires full name and job title and sends neither', async () => {
  api.reply(accounts.context, 200, masterCourseContext())
  await comeBackTo('&checkout_success=bundle')
  const dialog = within(await screen.findByRole('dialog', { name: 'Congratulations on your bundle' }))
  const name = dialog.getByLabelText<HTMLInputElement>('Full Name')
  const job = dialog.getByLabelText<HTMLInputElement>('Job Title')
  const done = () => fireEvent.click(dialog.getByRole('button', { name: 'Continue' }))
  expect([name.value, job.value]).toEqual(['Ada Lovelace', 'Entrepreneur'])
  fireEvent.change(name, { target: { value: '  ' } })
  fireEvent.change(job, { target: { value: '' } })
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

test('D-90 D-99 congratulations wait behind the profile dialog', async () => {
  api.reply(accounts.context, 200, sampleContext({ first_name: null }))
  await renderSignedIn('/settings?tab=pricing&checkout_success=bundle')
  expect(await screen.findByRole('dialog', { name: /^Welcome to/ })).toBeTruthy()
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  api.reply(accounts.updateProfile, 200, { success: true, message: 'Saved' })
  api.reply(accounts.context, 200, masterCourseContext())
  fireEvent.change(screen.getByLabelText('First name'), { target: { value: 'Ada' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save and continue' }))
  expect(await screen.findByRole('dialog', { name: 'Congratulations on your bundle' })).toBeTruthy()
})
