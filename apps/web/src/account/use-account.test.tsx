import { contract } from '@academy/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { type CannedApi, cannedApi } from '../testing/canned-api.ts'
import { storeSession } from '../testing/render-signed-in.tsx'
import { buyerContext, sampleContext } from '../testing/samples.ts'
import { courseAccess } from './access-rules.ts'
import { nothingHeld } from './account-context.ts'
import { AccountErrorNotice } from './account-error-notice.tsx'
import { useAccount } from './use-account.ts'

const { context } = contract.accounts
let api: CannedApi
let client: ReturnType<typeof createQueryClient>

beforeEach(() => {
  storeSession()
  api = cannedApi()
  client = createQueryClient({ retry: false })
})
afterEach(() => {
  api.expectNothingElse()
})

const Provider = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>
const renderAccount = () => renderHook(() => useAccount(), { wrapper: Provider }).result
const settled = (account: { current: { status: string } }) => waitFor(() => expect(account.current.status).not.toBe('loading'))

test('CTX-08 CTX-10 ACCESS-05 entitlements go from loading, when nothing is held, to loaded', async () => {
  let answer = () => {}
  const after = new Promise<void>((resolve) => {
    answer = resolve
  })
  api.reply(context, 200, buyerContext(), { after })
  const account = renderAccount()
  expect(account.current).toMatchObject({ status: 'loading', entitlements: nothingHeld })
  expect(courseAccess(account.current)).toBe(false)
  answer()
  await settled(account)
  expect(account.current).toMatchObject({
    status: 'loaded',
    context: { first_name: 'Ada' },
    entitlements: { master_course: true, is_admin: false },
  })
  expect(courseAccess(account.current)).toBe(true)
})

test('CTX-07 ACCESS-02 ACCESS-03 ACCESS-04 the server says who is admin; the admin holds all six and has the course', async () => {
  api.reply(context, 200, sampleContext({ is_admin: true }))
  const account = renderAccount()
  await settled(account)
  expect(account.current.entitlements).toEqual({
    master_course: true,
    resources: true,
    slack_standard: true,
    slack_premium: true,
    my_prompts: true,
    aha_sessions: true,
    is_admin: true,
  })
  expect(courseAccess(account.current)).toBe(true)
})

test('CTX-09 ERR-38 D-106 a refused load leaves nothing held and keeps the error, with the reason phrase', async () => {
  api.refuse(context, 500, 'internal', 'Something went wrong on our side.')
  const account = renderAccount()
  await settled(account)
  expect(account.current).toMatchObject({
    status: 'error',
    error: 'Failed to fetch account context: Internal Server Error',
    entitlements: nothingHeld,
  })
  expect(account.current.context).toBeUndefined()
})

test('CTX-09 a broken connection is told in its own words', async () => {
  api.breakConnection(context)
  const account = renderAccount()
  await settled(account)
  expect(account.current).toMatchObject({ status: 'error', error: 'The academy cannot be reached. Check your connection and try again.' })
})

test('ERR-39 success false without an error', async () => {
  api.replyOutsideTheContract(context, 200, { success: false })
  const account = renderAccount()
  await settled(account)
  expect(account.current).toMatchObject({ status: 'error', error: 'Failed to fetch account context', entitlements: nothingHeld })
})

test('ERR-40 a missing context: the error says so, and every check says no', async () => {
  api.replyOutsideTheContract(context, 200, { success: true })
  const account = renderAccount()
  await settled(account)
  expect(account.current).toMatchObject({ status: 'error', error: 'Failed to get account context', entitlements: nothingHeld })
  expect(courseAccess(account.current)).toBe(false)
})

test('D-107 everybody who asks shares one load; reload asks again', async () => {
  api.reply(context, 200, sampleContext())
  const accounts = [renderAccount(), renderAccount(), renderAccount()]
  await Promise.all(accounts.map(settled))
  expect(api.count('GET', '/api/accounts/context')).toBe(1)
  api.reply(context, 200, buyerContext())
  await act(() => accounts[0]?.current.reload())
  expect(api.count('GET', '/api/accounts/context')).toBe(2)
  await waitFor(() => expect(accounts[2]?.current.entitlements.master_course).toBe(true))
})

test('a later load that fails keeps what is known, and says so', async () => {
  api.reply(context, 200, buyerContext())
  const account = renderAccount()
  await settled(account)
  api.refuse(context, 503, 'unavailable', 'Back in a minute.')
  await act(() => account.current.reload())
  await waitFor(() => expect(account.current.error).toBe('Failed to fetch account context: Service Unavailable'))
  expect(account.current.status).toBe('loaded')
  expect(account.current.entitlements.master_course).toBe(true)
})

test('D-105 the notice shows the error and tries again; then it is gone', async () => {
  api.refuse(context, 500, 'internal', 'Something went wrong on our side.')
  render(<AccountErrorNotice />, { wrapper: Provider })
  expect(await screen.findByText('Failed to fetch account context: Internal Server Error')).toBeTruthy()
  api.reply(context, 200, sampleContext())
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
