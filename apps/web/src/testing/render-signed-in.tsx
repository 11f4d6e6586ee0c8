import { render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'

// Browsers have it, happy-dom does not. What is reported in a test fails the run, as any uncaught error does.
globalThis.reportError ??= (error: unknown) =>
  queueMicrotask(() => {
    throw error
  })

/** A session as the auth client keeps it, good for hours: no call to the provider is needed. */
const session = () => ({
  access_token: 'access-token',
  refresh_token: 'refresh-token',
  token_type: 'bearer',
  expires_in: 36_000,
  expires_at: Math.floor(Date.now() / 1000) + 36_000,
  user: {
    id: '0198b1a2-3c4d-7e5f-8a9b-0c1d2e3f4a5b',
    aud: 'authenticated',
    email: 'ada@example.com',
    app_metadata: {},
    user_metadata: {},
    created_at: '2026-01-01T00:00:00Z',
  },
})

/** Signs somebody in, as far as this browser knows. */
export const storeSession = () => localStorage.setItem('academy.auth', JSON.stringify(session()))

/**
 * Renders the whole app at `path` for a signed-in person: real router, guard, shell and query client, which tries nothing
 * twice here. Answers come from `cannedApi()`, which must stand before.
 */
export async function renderSignedIn(path: string) {
  storeSession()
  // Loaded only now: the auth client reads the stored session when its module starts.
  const [{ App }, { queryClient }] = await Promise.all([import('../app/app.tsx'), import('../api/query-client.ts')])
  queryClient.clear()
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } })
  const router = { path: '', entries: 0, goBack: () => {} }
  const Address = () => {
    const { pathname, search, hash, key } = useLocation()
    const navigate = useNavigate()
    router.path = pathname + search + hash
    router.goBack = () => void navigate(-1)
    return <output data-testid="history-entry">{key}</output>
  }
  render(
    <MemoryRouter initialEntries={['/settings', path]} initialIndex={1}>
      <App />
      <Address />
    </MemoryRouter>,
  )
  await screen.findByRole('main')
  return router
}
