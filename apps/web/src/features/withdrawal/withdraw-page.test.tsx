import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { sampleSession } from '../../testing/mock-auth-provider.ts'
import { type MockServices, mockServices } from '../../testing/mock-services.ts'
import { openApp, storeSession } from '../../testing/open-app.tsx'

const { withdrawals } = contract
let api: MockServices['api']
let provider: MockServices['provider']

beforeEach(() => {
  ;({ api, provider } = mockServices())
})

const field = (name: RegExp) => within(form('Your name')).getByLabelText<HTMLInputElement>(name)
const form = (label: string) => screen.getByLabelText(label).closest('form') as HTMLFormElement
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const sent = (path: string) => api.requests.filter((request) => request.path === path)

async function open() {
  await openApp('/withdraw')
  await heading('Withdraw from a contract')
}
function fill(values: Partial<Record<'name' | 'email' | 'offer' | 'order' | 'remark', string>> = {}) {
  const { name = 'Ada Lovelace', email = 'ada@example.com', offer = 'master_course', order = 'INV-7', remark = '' } = values
  for (const [label, value] of [
    [/^Your name/, name],
    [/^Email/, email],
    [/^Contract/, offer],
    [/^Order/, order],
    [/^Remark/, remark],
  ] as const)
    fireEvent.change(field(label), { target: { value } })
}
const received = (id = '0198b1a2-3c4d-4e5f-8a9b-0c1d2e3f4a5b') => ({ id, received_at: '2027-02-03T09:30:00.000Z', is_mailed: true })

test('SELLER-20 SELLER-27 a visitor enters a withdrawal, checks it, and confirms it with a second button', async () => {
  api.reply(withdrawals.declare, 201, received())
  await open()
  fill()
  press('Continue')
  expect(await heading('Check your withdrawal')).toBe(document.activeElement)
  expect(screen.getByText('I withdraw from my contract for: Master Course').closest('[data-private]')).toBeTruthy()
  expect(sent('/api/withdrawals')).toEqual([])

  press('Confirm withdrawal')
  expect(await heading('We received your withdrawal')).toBe(document.activeElement)
  expect(screen.getByText('What happens next')).toBeTruthy()
  expect(screen.getByText(/We send an email with the contract/)).toBeTruthy()
  expect(screen.getByText('INV-7').closest('[data-private]')).toBeTruthy()
  const [request, ...more] = sent('/api/withdrawals')
  expect(more).toEqual([])
  expect(request).toMatchObject({
    token: null,
    body: {
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      offer: 'master_course',
      order_number: 'INV-7',
      remark: '',
    },
  })
})

test('SELLER-31 says that no acknowledgement is mailed, and prints the statement with its reference', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  api.reply(withdrawals.declare, 201, { ...received(), is_mailed: false })
  await open()
  fill()
  press('Continue')
  await heading('Check your withdrawal')
  press('Confirm withdrawal')
  expect((await screen.findByRole('alert')).textContent).toContain("We can't email you the confirmation")
  expect(screen.queryByText(/We send an email/)).toBeNull()
  expect(screen.getByText(String(sentIds()[0])).closest('p')?.textContent).toBe(`Reference: ${sentIds()[0]}`)
  press('Print or save as PDF')
  expect(print).toHaveBeenCalledOnce()
})

test('SELLER-27 shows each mistake at its field, focuses the first field, and sends nothing', async () => {
  await open()
  fill({ name: ' ', email: 'ada', offer: '' })
  press('Continue')
  expect(screen.getByText('Enter your name.')).toBeTruthy()
  expect(screen.getByText('Enter an address like name@example.com.')).toBeTruthy()
  expect(screen.getByText('Choose the contract that you withdraw from.')).toBeTruthy()
  expect(document.activeElement).toBe(field(/^Your name/))
  expect(api.requests).toEqual([])
})

test('SELLER-27 keeps the entered values when the user returns to the form, or when the API refuses a field', async () => {
  const message = 'Enter an email address, such as ada@example.com.'
  api.reply(withdrawals.declare, 400, {
    success: false,
    error: message,
    message,
    code: 'invalid_request',
    fields: { email: message },
  })
  await open()
  fill({ email: 'ada@example', remark: 'Sorry' })
  press('Continue')
  await heading('Check your withdrawal')
  press('Change')
  await heading('Withdraw from a contract')
  expect([field(/^Your name/).value, field(/^Contract/).value, field(/^Remark/).value]).toEqual(['Ada Lovelace', 'master_course', 'Sorry'])
  press('Continue')
  await heading('Check your withdrawal')
  press('Confirm withdrawal')
  expect(await screen.findByText(message)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field(/^Email/)))
  expect(field(/^Email/).value).toBe('ada@example')
})

const OUTAGE = {
  success: false,
  error: 'The academy is not available at the moment.',
  message: 'The academy is not available at the moment.',
  code: 'unavailable',
} as const
const sentIds = () => sent('/api/withdrawals').map(({ body }) => (body as { id: string }).id)

async function review() {
  press('Continue')
  await heading('Check your withdrawal')
}

test.each([
  ['without a response', () => api.on('POST', '/api/withdrawals', () => Promise.reject(new TypeError('Failed to fetch')))],
  ['with a server error', () => api.reply(withdrawals.declare, 503, OUTAGE)],
  ['with an unreadable response', () => api.on('POST', '/api/withdrawals', () => new Response('<html>'))],
])('SELLER-21 says that the outcome of a withdrawal %s is unknown, and sends the next one with the same id', async (_, fail) => {
  fail()
  await open()
  fill()
  await review()
  press('Confirm withdrawal')
  expect((await screen.findByRole('alert')).textContent).toBe(
    "We don't know whether your withdrawal arrivedPress “Confirm withdrawal” again: it counts once.",
  )
  api.reply(withdrawals.declare, 201, received())
  press('Confirm withdrawal')
  await heading('We received your withdrawal')
  expect([sentIds().length, new Set(sentIds()).size]).toEqual([2, 1])
})

test.each([
  ['the same id again after a return to the form without a change', 'INV-7', 1],
  ['a new id after a change', 'INV-8', 2],
])('SELLER-21 sends %s', async (_, order, ids) => {
  api.reply(withdrawals.declare, 503, OUTAGE)
  await open()
  fill()
  await review()
  press('Confirm withdrawal')
  await screen.findByRole('alert')
  press('Change')
  await heading('Withdraw from a contract')
  fill({ order })
  await review()
  api.reply(withdrawals.declare, 201, received())
  press('Confirm withdrawal')
  await heading('We received your withdrawal')
  expect([sentIds().length, new Set(sentIds()).size]).toEqual([2, ids])
})

test('SELLER-21 shows why a withdrawal was refused', async () => {
  const message = 'Too many requests. Try again in a minute.'
  api.reply(withdrawals.declare, 429, { ...OUTAGE, error: message, message, code: 'rate_limited' })
  await open()
  fill()
  await review()
  press('Confirm withdrawal')
  expect((await screen.findByRole('alert')).textContent).toBe(`Your withdrawal was not sent${message}`)
})

test('SELLER-20 fills in the email address of a signed-in user, and sends the statement without the session', async () => {
  api.reply(withdrawals.declare, 201, received())
  storeSession(sampleSession())
  await open()
  const { email } = sampleSession().user
  expect(field(/^Email/).value).toBe(email)
  fill({ email })
  press('Continue')
  await heading('Check your withdrawal')
  press('Confirm withdrawal')
  await heading('We received your withdrawal')
  expect(sent('/api/withdrawals').map(({ token, body }) => ({ token, body }))).toEqual([
    { token: null, body: expect.objectContaining({ email }) },
  ])
})

test('SELLER-20 SELLER-27 shows the form at once, with the address of an expired session, while the auth service does not respond', async () => {
  provider.repliesAfter(new Promise(() => undefined), 'POST', '/token', {})
  storeSession(sampleSession('stored', -60))
  await open()
  expect(field(/^Email/).value).toBe(sampleSession().user.email)
})

test('SELLER-27 the link to the cancellation leads to its part of the page', async () => {
  await openApp('/withdraw#cancel')
  expect(await screen.findByRole('heading', { level: 2, name: 'Cancel Vibe Coding Studio' })).toBe(document.activeElement)
})

test('SELLER-24 requests a cancellation link, and shows the message of the API', async () => {
  const message = 'If an account with this address has a subscription, we have sent a link to the address.'
  api.reply(withdrawals.requestCancellation, 202, { message })
  await open()
  const section = within(screen.getByRole('region', { name: 'Cancel Vibe Coding Studio' }))
  fireEvent.click(section.getByRole('button', { name: 'Send cancellation link' }))
  expect(section.getByText('Enter your email address.')).toBeTruthy()
  fireEvent.change(section.getByLabelText('Email of your account'), { target: { value: ' ada@example.com ' } })
  fireEvent.click(section.getByRole('button', { name: 'Send cancellation link' }))
  expect(await section.findByText(message)).toBeTruthy()
  expect(sent('/api/cancellations').map(({ body }) => body)).toEqual([{ email: 'ada@example.com' }])
})
