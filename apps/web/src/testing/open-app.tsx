import { GoTrueClient } from '@supabase/auth-js'
import { render } from '@testing-library/react'
import { StrictMode } from 'react'
import { BrowserRouter } from 'react-router'
import { onTestFinished, vi } from 'vitest'

/** Puts a session where the browser keeps it between visits. */
export const keepSession = (session: unknown) => localStorage.setItem('academy.auth', JSON.stringify(session))

/** Every module starts anew at its next import, the provider's client among them, as on a first visit. */
export function forgetModules() {
  vi.resetModules()
  // The library counts its clients and complains about a second one; here each belongs to a visit of its own.
  Object.assign(GoTrueClient, { nextInstanceID: {} })
}

/**
 * Opens the whole app at an address, as a browser does on a first visit: every module reads the address and the storage that it
 * finds. Answers come from `cannedApi()`, which must stand before.
 */
export async function openApp(address: string) {
  forgetModules()
  window.history.replaceState(null, '', address)
  const [{ App }, { authClient }, { queryClient }, session] = await Promise.all([
    import('../app/app.tsx'),
    import('../session/auth-client.ts'),
    import('../api/query-client.ts'),
    import('../session/session.ts'),
  ])
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } })
  onTestFinished(() => authClient.dispose())
  const rendered = render(
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>,
  )
  return { ...rendered, authClient, queryClient, session }
}

/** The address shown now. */
export const address = () => window.location.pathname + window.location.search + window.location.hash

/** What the last navigation brought along. */
export const navigationState = (): unknown => (window.history.state as { usr?: unknown } | null)?.usr
