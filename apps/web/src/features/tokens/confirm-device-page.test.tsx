import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { MockApi } from '../../testing/mock-api.ts'
import { sampleSession } from '../../testing/mock-auth-provider.ts'
import { type MockServices, mockAccount } from '../../testing/mock-services.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { takeFocus } from '../../testing/take-focus.ts'

const { deviceLogins } = contract
const CODE = 'BDFG-HJKL'

let api: MockApi
let provider: MockServices['provider']
beforeEach(() => {
  ;({ api, provider } = mockAccount())
})

const login = {
  name: 'vca on laptop',
  scopes: ['content:read' as const, 'prompts:write' as const],
  expires_in_days: 90,
  created_at: '2026-11-22T12:00:00.000Z',
  ip: '192.0.2.7',
  user_agent: 'vca/1.0 (linux)',
}
const openPage = async () => {
  api.reply(deviceLogins.get, 200, login)
  await renderSignedIn(`/settings/tokens/confirm?code=${CODE}`)
  await screen.findByText(CODE)
}
const press = (name: string) => {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}
const decisions = () => api.requests.filter(({ path }) => path === `/api/device-logins/${CODE}/decision`).map(({ body }) => body)

test('CLI-12 shows the code, the name, the scopes and where the request came from, and warns of requests by others', async () => {
  await openPage()
  const text = screen.getByRole('main').textContent
  for (const part of [login.name, login.ip, login.user_agent, '90 days', 'Read the course', 'Create, change and delete your own prompts']) {
    expect(text).toContain(part)
  }
  expect(screen.getByRole('alert').textContent).toMatch(/If someone sent you this link or code, refuse/)
})

test.each([
  ['Confirm', true, '“vca on laptop” is signed in'],
  ['Refuse', false, 'Refused'],
])('CLI-12 "%s" sends the decision once and says what happened', async (button, approve, result) => {
  await openPage()
  api.on('POST', `/api/device-logins/${CODE}/decision`, () => new Response(null, { status: 204 }))
  press(button)
  expect(await screen.findByText(result)).toBeTruthy()
  expect(decisions()).toEqual([{ approve }])
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
})

test('CLI-12 cannot be confirmed while it is being refused', async () => {
  await openPage()
  const { promise: response, resolve } = Promise.withResolvers<void>()
  api.on('POST', `/api/device-logins/${CODE}/decision`, async () => {
    await response
    return new Response(null, { status: 204 })
  })
  press('Refuse')
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm' }).disabled).toBe(true))
  resolve()
  expect(await screen.findByText('Refused')).toBeTruthy()
})

test('CLI-12 "Refuse" has the focus again after a refusal that could not be saved', async () => {
  await openPage()
  const { promise: after, resolve: respond } = Promise.withResolvers<void>()
  api.refuse(deviceLogins.decide, 500, 'internal', 'Something went wrong on our side.', { after })
  press('Refuse')
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Refuse' })
  await waitFor(() => expect(button.disabled).toBe(true))
  takeFocus()
  respond()
  await screen.findByText('Something went wrong on our side.')
  expect(document.activeElement).toBe(button)
})

test('CLI-12 asks for the password when the sign-in is too old', async () => {
  await openPage()
  api.refuse(deviceLogins.decide, 403, 'fresh_sign_in_required', 'Sign in again.')
  press('Confirm')
  const password = await screen.findByLabelText('Password')
  press('Confirm')
  expect(await screen.findByText('Enter your password.')).toBeTruthy()
  expect(document.activeElement).toBe(password)
  fireEvent.change(password, { target: { value: 'wrong' } })
  provider.refuses('POST', '/token', { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' })
  provider.knowsUser()
  press('Confirm')
  expect(await screen.findByText("That's not your password.")).toBeTruthy()
  expect(document.activeElement).toBe(password)
  fireEvent.change(password, { target: { value: 'secret' } })
  provider.signsIn(sampleSession('again', 3600))
  api.on('POST', `/api/device-logins/${CODE}/decision`, () => new Response(null, { status: 204 }))
  press('Confirm')
  expect(await screen.findByText('“vca on laptop” is signed in')).toBeTruthy()
})

test('CLI-12 a code that is unknown, expired or used leads to another code', async () => {
  api.refuse(deviceLogins.get, 404, 'not_found', 'This code is unknown.')
  await renderSignedIn(`/settings/tokens/confirm?code=${CODE}`)
  await screen.findByText("This code doesn't work")
  press('Enter another code')
  const field = await screen.findByLabelText('Code')
  await waitFor(() => expect(document.activeElement?.contains(field) && document.activeElement !== document.body).toBe(true))
  fireEvent.change(field, { target: { value: '1234' } })
  press('Continue')
  expect(await screen.findByText(/A code has eight letters/)).toBeTruthy()
  expect(document.activeElement).toBe(field)
  api.reply(deviceLogins.get, 200, login)
  fireEvent.change(screen.getByLabelText('Code'), { target: { value: 'bdfg-hjkm' } })
  press('Continue')
  const code = await screen.findByText('BDFG-HJKM')
  expect(document.activeElement?.contains(code) && document.activeElement !== document.body).toBe(true)
})
