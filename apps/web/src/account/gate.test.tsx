import { ENTITLEMENTS, type Entitlement } from '@academy/catalog'
import { contract } from '@academy/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { type CannedApi, cannedApi } from '../testing/canned-api.ts'
import { storeSession } from '../testing/render-signed-in.tsx'
import { sampleContext } from '../testing/samples.ts'
import { Gate } from './gate.tsx'
import { PricingWishes, usePricingWish } from './pricing-wish.tsx'
import { type FeatureAccess, useFeatureAccess } from './use-feature-access.ts'

const { context } = contract.accounts
const { entitlements: none } = sampleContext().data
let api: CannedApi
let access: FeatureAccess
let go: (path: string) => void
/** Every wish that was there, in order. */
let wishes: (string | null)[]

beforeEach(() => {
  storeSession()
  api = cannedApi()
  wishes = []
})
afterEach(() => api.expectNothingElse())

function Watcher() {
  const wish = usePricingWish()
  access = useFeatureAccess()
  const navigate = useNavigate()
  go = (path) => void navigate(path)
  if (wishes.at(-1) !== wish) wishes.push(wish)
  return <p>at {useLocation().pathname}</p>
}

const renderAt = (path: string, routes?: ReactNode) =>
  render(
    <QueryClientProvider client={createQueryClient({ retry: false })}>
      <MemoryRouter initialEntries={[path]}>
        <PricingWishes>
          <Watcher />
          <Routes>
            {routes}
            <Route path="*" element={<p>ungated</p>} />
          </Routes>
        </PricingWishes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
const gated = (path: string, feature: Entitlement, redirectTo?: string) => (
  <Route
    path={path}
    element={
      <Gate feature={feature} locked={<p>behind the dialog</p>} loading={<p>one moment</p>} {...(redirectTo && { redirectTo })}>
        <p>inside</p>
      </Gate>
    }
  />
)
const holding = (...held: Entitlement[]) =>
  sampleContext({ entitlements: { ...none, ...Object.fromEntries(held.map((name) => [name, true])) } })
const known = () => waitFor(() => expect(api.count('GET', '/api/accounts/context')).toBe(1)).then(() => act(async () => {}))

/** The context is on its way until `answer` is called. */
function heldBack() {
  let answer = () => {}
  const after = new Promise<void>((resolve) => {
    answer = resolve
  })
  api.reply(context, 200, holding(), { after })
  return () => act(async () => answer())
}

test.each(ENTITLEMENTS)('ACCESS-07 ACCESS-08 asking for %s, which is lacking, opens the pricing dialog for it', async (feature) => {
  api.reply(context, 200, holding(...ENTITLEMENTS.filter((other) => other !== feature)))
  renderAt('/')
  await known()
  expect([access.has(feature), access.request(feature)]).toEqual([false, false])
  await waitFor(() => expect(wishes).toEqual([null, feature]))
})

test('ACCESS-07 what is held goes ahead, without any dialog', async () => {
  api.reply(context, 200, holding('my_prompts'))
  renderAt('/')
  await known()
  expect([access.has('my_prompts'), access.request('my_prompts')]).toEqual([true, true])
  expect(wishes).toEqual([null])
})

test('ACCESS-05 the admin goes ahead everywhere', async () => {
  api.reply(context, 200, sampleContext({ is_admin: true }))
  renderAt('/')
  await known()
  expect(ENTITLEMENTS.map((feature) => access.request(feature))).toEqual(ENTITLEMENTS.map(() => true))
  expect(wishes).toEqual([null])
})

test('ACCESS-09 D-10 while entitlements load a request says no, and nothing opens; nor does the bundle', async () => {
  const answer = heldBack()
  renderAt('/')
  expect(access.request('resources')).toBe(false)
  access.showBundle()
  await answer()
  expect(wishes).toEqual([null])
})

test('DASH-12 the bundle’s prices open for whoever asks', async () => {
  api.reply(context, 200, holding())
  renderAt('/')
  await known()
  act(() => access.showBundle())
  expect(wishes).toEqual([null, 'bundle'])
})

test('CTX-09 ACCESS-08 after a failed load nothing is held, and the dialog that opens says so', async () => {
  api.refuse(context, 500, 'internal', 'Something went wrong on our side.')
  renderAt('/')
  await known()
  act(() => void access.request('resources'))
  expect(wishes).toEqual([null, 'resources'])
})

test('ACCESS-07 a gate shows what is behind it to those who have the feature', async () => {
  api.reply(context, 200, holding('resources'))
  renderAt('/resources', gated('/resources', 'resources', '/dashboard'))
  expect(await screen.findByText('inside')).toBeTruthy()
  expect(wishes).toEqual([null])
})

test('ACCESS-09 CTX-10 while entitlements load a gate neither opens, nor sends away, nor sells', async () => {
  const answer = heldBack()
  renderAt('/resources', gated('/resources', 'resources', '/dashboard'))
  expect(screen.getByText('one moment')).toBeTruthy()
  expect([wishes, screen.queryByText('at /resources') !== null]).toEqual([[null], true])
  await answer()
  expect(await screen.findByText('at /dashboard')).toBeTruthy()
  expect(wishes).toEqual([null, 'resources'])
})

test('LIB-22 LIB-23 D-52 from a resource to the library to the dashboard: one wish survives both redirects', async () => {
  api.reply(context, 200, holding('master_course'))
  renderAt('/resources/brief', [
    <Route key="gates">
      {gated('/resources/:id', 'resources', '/resources')}
      {gated('/resources', 'resources', '/dashboard')}
    </Route>,
  ])
  expect(await screen.findByText('at /dashboard')).toBeTruthy()
  expect(wishes).toEqual([null, 'resources'])
})

test('D-68 without a place to go to, people stay behind the dialog', async () => {
  api.reply(context, 200, holding())
  renderAt('/my-prompts', gated('/my-prompts', 'my_prompts'))
  expect(await screen.findByText('behind the dialog')).toBeTruthy()
  expect(screen.getByText('at /my-prompts')).toBeTruthy()
  expect(wishes).toEqual([null, 'my_prompts'])
})

test('whoever stays behind the dialog and then leaves the page leaves the dialog too', async () => {
  api.reply(context, 200, holding())
  renderAt('/my-prompts', gated('/my-prompts', 'my_prompts'))
  await screen.findByText('behind the dialog')
  act(() => go('/dashboard'))
  expect(screen.getByText('at /dashboard')).toBeTruthy()
  expect(wishes).toEqual([null, 'my_prompts', null])
})
