import { render, renderHook, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { sampleSession } from './canned-provider.ts'
import { forgetModules, keepSession } from './open-app.tsx'

/** Signs somebody in, as far as this browser knows; for hours, so that no call to the provider is needed. */
export const storeSession = () => keepSession(sampleSession('stored', 36_000))

/**
 * Renders the whole app at `path` for a signed-in person: real router, guard, shell and query client, which tries nothing
 * twice here. Answers come from `cannedApi()`, which must stand before. Modules are those of the test before, which is quick;
 * what begins with a first visit is `openApp`'s.
 */
export async function renderSignedIn(path: string) {
  storeSession()
  // What the test before left on its way may have met the emptied storage, and ended the session for good. Questions are answered in turn.
  const { accessToken, useSession } = await import('../session/session.ts')
  await accessToken()
  if (renderHook(useSession).result.current.status === 'signed-out') forgetModules()
  // Loaded only now: the auth client reads the stored session when its module starts.
  const [{ App }, { queryClient }] = await Promise.all([import('../app/app.tsx'), import('../api/query-client.ts')])
  queryClient.clear()
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } })
  const router = { path: '', goBack: () => {} }
  const Address = () => {
    const { pathname, search, hash } = useLocation()
    const navigate = useNavigate()
    router.path = pathname + search + hash
    router.goBack = () => void navigate(-1)
    return null
  }
  render(
    <StrictMode>
      <MemoryRouter initialEntries={['/settings', path]} initialIndex={1}>
        <App />
        <Address />
      </MemoryRouter>
    </StrictMode>,
  )
  await screen.findByRole('main')
  return router
}
