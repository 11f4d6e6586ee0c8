import { contract } from '@academy/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { type MockApi, mockApi } from '../testing/mock-api.ts'
import { storeSampleSession } from '../testing/render-signed-in.tsx'
import { masterCourseContext, sampleContext } from '../testing/samples.ts'
import { hasCourseAccess } from './access-rules.ts'
import { noAccountEntitlements } from './account-context.ts'
import { AccountErrorNotice } from './account-error-notice.tsx'
import { useAccount } from './use-account.ts'

const { context } = contract.accounts
let api: MockApi
let client: ReturnType<typeof createQueryClient>

beforeEach(() => {
  storeSampleSession()
  api = mockApi()
  client = createQueryClient({ retry: false })
})

const Provider = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>
const renderAccount = () => renderHook(() => useAccount(), { wrapper: Provider }).result
const settled = (account: { current: { status: string; error: string | undefined } }) =>
  waitFor(() => expect(account.current.status === 'loaded' || account.current.error !== undefined).toBe(true))

test('CTX-08 CTX-10 ACCESS-05 holds nothing while loading, then the loaded entitlements', async () => {
  const { promise: after, resolve: respond } = Promise.withResolvers<void>()
  api.reply(context, 200, masterCourseContext(), { after })
  const account = renderAccount()
  expect(account.current).toMatchObject({ status: 'loading', entitlements: noAccountEntitlements })
  expect(hasCourseAccess(account.current)).toBe(false)
  respond()
  await settled(account)
  expect(account.current).toMatchObject({
    status: 'loaded',
    context: { first_name: 'Ada' },
    entitlements: { master_course: true, is_admin: false },
  })
  expect(hasCourseAccess(account.current)).toBe(true)
})

test('CTX-07 ACCESS-02 ACCESS-03 ACCESS-04 takes the admin role from the server and gives the admin all entitlements and the course', async () => {
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
  expect(hasCourseAccess(account.current)).toBe(true)
})

test('CTX-09 ERR-38 D-106 holds nothing after an error response and shows its reason phrase', async () => {
  api.refuse(context, 500, 'internal', 'Something went wrong on our side.')
  const account = renderAccount()
  await settled(account)
  expect(account.current).toMatchObject({
    status: 'loading',
    error: 'Failed to fetch account context: Internal Server Error',
    entitlements: noAccountEntitlements,
  })
  expect(account.current.context).toBeUndefined()
})

test.each([
  [503, 'Back at noon', 'Back at noon'],
  [503, '', 'Service Unavailable'],
  [408, '', 'Request Timeout'],
  [410, '', 'Gone'],
  [422, '', 'Unprocessable Content'],
  [431, '', 'Request Header Fields Too Large'],
  [501, '', 'Not Implemented'],
  // Not registered: those of proxies.
  [418, '', 'HTTP 418'],
  [499, '', 'HTTP 499'],
  [522, '', 'HTTP 522'],
])('ERR-38 D-106 after %i with the status text "%s" it shows "%s"', async (status, statusText, phrase) => {
  api.on(context.method, context.path, () => Response.json({}, { status, statusText }))
  const account = renderAccount()
  await settled(account)
  expect(account.current).toMatchObject({ status: 'loading', error: `Failed to fetch account context: ${phrase}` })
})

test('CTX-09 shows the connection error after a failed connection', async () => {
  api.breakConnection(context)
  const account = renderAccount()
  await settled(account)
  expect(account.current).toMatchObject({ status: 'loading', error: "We can't reach the academy. Check your connection and try again." })
})

test('ERR-39 shows the catalog text for success: false without an error', async () => {
  api.replyOutsideTheContract(context, 200, { success: false })
  const account = renderAccount()
  await settled(account)
  expect(account.current).toMatchObject({
    status: 'loading',
    error: 'Failed to fetch account context',
    entitlements: noAccountEntitlements,
  })
})

test('ERR-40 shows the catalog text for a missing context and gives no access', async () => {
  api.replyOutsideTheContract(context, 200, { success: true })
  const account = renderAccount()
  await settled(account)
  expect(account.current).toMatchObject({ status: 'loading', error: 'Failed to get account context', entitlements: noAccountEntitlements })
  expect(hasCourseAccess(account.current)).toBe(false)
})

test('D-107 shares one request between callers; reload sends another', async () => {
  api.reply(context, 200, sampleContext())
  const accounts = [renderAccount(), renderAccount(), renderAccount()]
  await Promise.all(accounts.map(settled))
  expect(api.count('GET', '/api/accounts/context')).toBe(1)
  api.reply(context, 200, masterCourseContext())
  await act(() => accounts[0]?.current.reload())
  expect(api.count('GET', '/api/accounts/context')).toBe(2)
  await waitFor(() => expect(accounts[2]?.current.entitlements.master_course).toBe(true))
})

test('keeps the loaded account and reports the error when a later load fails', async () => {
  api.reply(context, 200, masterCourseContext())
  const account = renderAccount()
  await settled(account)
  api.refuse(context, 503, 'unavailable', 'Back in a minute.')
  await act(() => account.current.reload())
  await waitFor(() => expect(account.current.error).toBe('Failed to fetch account context: Service Unavailable'))
  expect(account.current.status).toBe('loaded')
  expect(account.current.entitlements.master_course).toBe(true)
})

test('D-105 the notice shows the error and disappears after a successful retry', async () => {
  api.refuse(context, 500, 'internal', 'Something went wrong on our side.')
  render(<AccountErrorNotice />, { wrapper: Provider })
  expect(await screen.findByText('Failed to fetch account context: Internal Server Error')).toBeTruthy()
  api.reply(context, 200, sampleContext())
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
