import { ENTITLEMENTS, type Entitlement } from '@academy/catalog'
import { contract } from '@academy/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { type MockApi, mockApi } from '../testing/mock-api.ts'
import { storeSampleSession } from '../testing/render-signed-in.tsx'
import { sampleContext } from '../testing/samples.ts'
import { FeatureGate } from './feature-gate.tsx'
import { PricingDialogProvider, usePricingRequest } from './pricing-dialog-context.tsx'
import { type FeatureAccess, useFeatureAccess } from './use-feature-access.ts'

const { context } = contract.accounts
const { entitlements: none } = sampleContext().data
let api: MockApi
let access: FeatureAccess
let go: (path: string) => void
/** Every pricing reason that was rendered, in order. */
let requests: (string | null)[]

beforeEach(() => {
  storeSampleSession()
  api = mockApi()
  requests = []
})

afterEach(() => void vi.useRealTimers())

function Watcher() {
  const request = usePricingRequest()?.reason ?? null
  access = useFeatureAccess()
  const navigate = useNavigate()
  go = (path) => void navigate(path)
  if (requests.at(-1) !== request) requests.push(request)
  return <p>at {useLocation().pathname}</p>
}

const renderAt = (path: string, routes?: ReactNode) =>
  render(
    <QueryClientProvider client={createQueryClient({ retry: false })}>
      <MemoryRouter initialEntries={[path]}>
        <PricingDialogProvider>
          <Watcher />
          <Routes>
            {routes}
            <Route path="*" element={<p>ungated</p>} />
          </Routes>
        </PricingDialogProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
const gated = (path: string, feature: Entitlement, redirectTo?: string) => (
  <Route
    path={path}
    element={
      <FeatureGate feature={feature} locked={<p>behind the dialog</p>} loading={<p>one moment</p>} {...(redirectTo && { redirectTo })}>
        <p>inside</p>
      </FeatureGate>
    }
  />
)
const holding = (...entitlements: Entitlement[]) =>
  sampleContext({ entitlements: { ...none, ...Object.fromEntries(entitlements.map((name) => [name, true])) } })
const accountLoaded = () => waitFor(() => expect(api.count('GET', '/api/accounts/context')).toBe(1)).then(() => act(async () => {}))

/** Delays the context response until `answer` is called. */
function heldBack() {
  const { promise: after, resolve: respond } = Promise.withResolvers<void>()
  api.reply(context, 200, holding(), { after })
  return () => act(async () => respond())
}

test.each(ENTITLEMENTS)('ACCESS-07 ACCESS-08 requesting %s without it opens the pricing dialog for it', async (feature) => {
  api.reply(context, 200, holding(...ENTITLEMENTS.filter((other) => other !== feature)))
  renderAt('/')
  await accountLoaded()
  expect([access.has(feature), access.request(feature)]).toEqual([false, false])
  await waitFor(() => expect(requests).toEqual([null, feature]))
})

test('ACCESS-07 allows a held feature without a dialog', async () => {
  api.reply(context, 200, holding('my_prompts'))
  renderAt('/')
  await accountLoaded()
  expect([access.has('my_prompts'), access.request('my_prompts')]).toEqual([true, true])
  expect(requests).toEqual([null])
})

test('ACCESS-05 allows every feature to the admin', async () => {
  api.reply(context, 200, sampleContext({ is_admin: true }))
  renderAt('/')
  await accountLoaded()
  expect(ENTITLEMENTS.map((feature) => access.request(feature))).toEqual(ENTITLEMENTS.map(() => true))
  expect(requests).toEqual([null])
})

test('ACCESS-09 D-10 refuses requests and opens no dialog while entitlements load', async () => {
  const respond = heldBack()
  renderAt('/')
  expect(access.request('resources')).toBe(false)
  access.openBundlePricing()
  await respond()
  expect(requests).toEqual([null])
})

test('DASH-12 opens the pricing dialog for the bundle on request', async () => {
  api.reply(context, 200, holding())
  renderAt('/')
  await accountLoaded()
  act(() => access.openBundlePricing())
  expect(requests).toEqual([null, 'bundle'])
})

test('CTX-09 SIGNIN-13 D-105 after a failed load a gate neither redirects nor sells, and opens once the account has loaded', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true })
  api.refuse(context, 500, 'internal', 'Something went wrong on our side.')
  renderAt('/resources', gated('/resources', 'resources', '/dashboard'))
  await accountLoaded()
  act(() => access.openBundlePricing())
  expect([access.has('resources'), access.isLocked('resources'), access.request('resources')]).toEqual([false, false, false])
  expect(screen.getByText('one moment')).toBeTruthy()
  api.reply(context, 200, holding('resources'))
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  expect(await screen.findByText('inside')).toBeTruthy()
  expect([requests, screen.queryByText('at /resources') !== null]).toEqual([[null], true])
})

test('ACCESS-07 a gate shows its children to users with the feature', async () => {
  api.reply(context, 200, holding('resources'))
  renderAt('/resources', gated('/resources', 'resources', '/dashboard'))
  expect(await screen.findByText('inside')).toBeTruthy()
  expect(requests).toEqual([null])
})

test('ACCESS-09 CTX-10 a gate neither opens, redirects nor opens the dialog while entitlements load', async () => {
  const respond = heldBack()
  renderAt('/resources', gated('/resources', 'resources', '/dashboard'))
  expect(screen.getByText('one moment')).toBeTruthy()
  expect([requests, screen.queryByText('at /resources') !== null]).toEqual([[null], true])
  await respond()
  expect(await screen.findByText('at /dashboard')).toBeTruthy()
  expect(requests).toEqual([null, 'resources'])
})

test('LIB-22 LIB-23 D-52 one pricing dialog survives the redirects from a resource to the library to the dashboard', async () => {
  api.reply(context, 200, holding('master_course'))
  renderAt('/resources/brief', [
    <Route key="gates">
      {gated('/resources/:id', 'resources', '/resources')}
      {gated('/resources', 'resources', '/dashboard')}
    </Route>,
  ])
  expect(await screen.findByText('at /dashboard')).toBeTruthy()
  expect(requests).toEqual([null, 'resources'])
})

test('D-68 a gate without redirect keeps users on the page behind the dialog', async () => {
  api.reply(context, 200, holding())
  renderAt('/my-prompts', gated('/my-prompts', 'my_prompts'))
  expect(await screen.findByText('behind the dialog')).toBeTruthy()
  expect(screen.getByText('at /my-prompts')).toBeTruthy()
  expect(requests).toEqual([null, 'my_prompts'])
})

test('closes the dialog when a user who stayed leaves the page', async () => {
  api.reply(context, 200, holding())
  renderAt('/my-prompts', gated('/my-prompts', 'my_prompts'))
  await screen.findByText('behind the dialog')
  act(() => go('/dashboard'))
  expect(screen.getByText('at /dashboard')).toBeTruthy()
  expect(requests).toEqual([null, 'my_prompts', null])
})
