import { contract } from '@academy/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { Pricing } from '../features/billing/pricing.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { mockApi } from './mock-api.ts'
import { storeSampleSession } from './render-signed-in.tsx'
import { sampleContext } from './samples.ts'

/** Signs in a user without purchases. `redirects` lists the URLs to which the app sends the browser. */
export function mockBuyer() {
  storeSampleSession()
  const api = mockApi()
  api.reply(contract.accounts.context, 200, sampleContext())
  const redirects: string[] = []
  vi.spyOn(window.location, 'assign').mockImplementation((url) => void redirects.push(String(url)))
  return { api, redirects }
}

/** Renders the prices, with toasts. */
export function renderPricing(): void {
  render(
    <QueryClientProvider client={createQueryClient({ retry: false })}>
      <Pricing />
      <Toasts />
    </QueryClientProvider>,
  )
}
