import { contract, type ProgramRequest } from '@academy/contract'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { MockApi } from '../../testing/mock-api.ts'
import { sampleSession } from '../../testing/mock-auth-provider.ts'
import { type MockServices, mockAccount } from '../../testing/mock-services.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'

const { programs } = contract
const ID = 'a-request-0000'
const LOCATION = `http://localhost:3000/oauth/authorize/${ID}?confirmation=secret`

let api: MockApi
let provider: MockServices['provider']
beforeEach(() => {
  ;({ api, provider } = mockAccount())
})

const request: ProgramRequest = {
  name: 'Claude',
  host: 'claude.example',
  redirect_host: 'claude.example',
  scopes: ['content:read', 'prompts:read'],
  expires_in_days: 90,
  created_at: '2026-11-22T12:00:00.000Z',
}
const openPage = async (change: Partial<ProgramRequest> = {}) => {
  api.reply(programs.get, 200, { ...request, ...change })
  await renderSignedIn(`/settings/tokens/connect?request=${ID}`)
  await screen.findByRole('button', { name: 'Confirm' })
  return screen.getByRole('main').textContent
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const watchLocation = () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  onTestFinished(() => assign.mockRestore())
  return assign
}

test('CONNECT-06 shows the program, its host, its scopes as sentences and where it leads', async () => {
  const text = await openPage()
  for (const part of ['Claude', 'claude.example', '90 days', 'Read the course', 'Read your own prompts', 'Leads back to'])
    expect(text).toContain(part)
  expect(screen.getByRole('alert').textContent).toMatch(/Did you start this yourself\?.*refuse/)
})

test.each<[string, Partial<ProgramRequest>]>([
  ['that registered itself', { host: null }],
  ["on the user's own machine", { redirect_host: null }],
])('CONNECT-06 marks a program %s as unverified', async (_name, change) => {
  await openPage(change)
  expect(screen.getByRole('alert').textContent).toContain('This program is unverified')
})

test.each([
  ['Confirm', true],
  ['Refuse', false],
])('CONNECT-06 "%s" sends the decision once and leads back to the program', async (button, approve) => {
  const assign = watchLocation()
  await openPage()
  api.reply(programs.decide, 200, { location: LOCATION })
  press(button)
  expect(await screen.findByText('Your decision is saved')).toBeTruthy()
  expect(assign.mock.calls).toEqual([[LOCATION]])
  expect(api.requests.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])).toEqual([
    [`/api/program-requests/${ID}/decision`, { approve }],
  ])
})

test('CONNECT-07 asks for the password when the sign-in is too old', async () => {
  const assign = watchLocation()
  await openPage()
  api.refuse(programs.decide, 403, 'fresh_sign_in_required', 'Sign in again.')
  press('Confirm')
  fireEvent.change(await screen.findByLabelText('Password'), { target: { value: 'secret' } })
  provider.signsIn(sampleSession('again', 3600))
  api.reply(programs.decide, 200, { location: LOCATION })
  press('Confirm')
  expect(await screen.findByText('Your decision is saved')).toBeTruthy()
  expect(assign).toHaveBeenCalledOnce()
})

test('CONNECT-06 says what to do about a request that is unknown, expired or decided', async () => {
  api.refuse(programs.get, 404, 'not_found', 'This request is unknown.')
  await renderSignedIn(`/settings/tokens/connect?request=${ID}`)
  expect(await screen.findByText("This request doesn't work")).toBeTruthy()
})
