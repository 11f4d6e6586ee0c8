import { render, renderHook, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { sampleSession } from './mock-auth-provider.ts'
import { resetModules, storeSession } from './open-app.tsx'

const CENTURY_SECONDS = 100 * 365 * 86_400

/** Stores a session that needs no refresh, also when a test changes the date: the auth client looks at it every 30 seconds, and when the page is shown. */
export const storeSampleSession = () => storeSession(sampleSession('stored', CENTURY_SECONDS))

/**
 * Renders the app at `path` for a signed-in user, with the real router, guard, shell and query client without retries. Call `mockApi()`
 * before. Reuses loaded modules, which is fast; use `openApp` for a first visit.
 */
export async function renderSignedIn(path: string) {
  storeSampleSession()
  // A pending call of the previous test may have found the empty storage and ended the session.
  const { accessToken, useSession } = await import('../session/session.ts')
  await accessToken()
  if (renderHook(useSession).result.current.status === 'signed-out') resetModules()
  // Imported here, because the auth client reads the stored session on import.
  const [{ App }, { loadFirstPage }, { queryClient }] = await Promise.all([
    import('../app/app.tsx'),
    import('../app/router.tsx'),
    import('../api/query-client.ts'),
  ])
  // As main.tsx does. Otherwise the spinner stays for at least 300 ms.
  await loadFirstPage(new URL(path, window.location.href).pathname)
  queryClient.clear()
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } })
  const router = { path: '', goBack: () => {}, goTo: (_path: string) => {} }
  const RouterProbe = () => {
    const { pathname, search, hash } = useLocation()
    const navigate = useNavigate()
    router.path = pathname + search + hash
    router.goBack = () => void navigate(-1)
    router.goTo = (to) => void navigate(to)
    return null
  }
  render(
    <StrictMode>
      <MemoryRouter initialEntries={['/settings', path]} initialIndex={1}>
        <App />
        <RouterProbe />
      </MemoryRouter>
    </StrictMode>,
  )
  await screen.findByRole('main')
  return router
}
