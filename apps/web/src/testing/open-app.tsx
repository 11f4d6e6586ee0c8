import { GoTrueClient } from '@supabase/auth-js'
import { render } from '@testing-library/react'
import { StrictMode } from 'react'
import { BrowserRouter } from 'react-router'
import { onTestFinished, vi } from 'vitest'

/** Stores a session in localStorage. */
export const storeSession = (session: unknown) => localStorage.setItem('academy.auth', JSON.stringify(session))

/** Records each auth client that starts. Test files share a process, in which a client would refresh the sessions of later tests every 30 seconds. */
function recordClients(): Set<GoTrueClient> {
  const clients = new Set<GoTrueClient>()
  const { initialize } = GoTrueClient.prototype
  GoTrueClient.prototype.initialize = function () {
    clients.add(this)
    return initialize.call(this)
  }
  return clients
}

/** On the class, because this module is reset as well. */
const recorded: { clients?: Set<GoTrueClient> } = GoTrueClient as object
recorded.clients ??= recordClients()
const { clients } = recorded

/** Resets all modules, so that the next import runs them again as on a first visit. The auth clients of the modules before stop. */
export function resetModules() {
  vi.resetModules()
  for (const client of clients) void client.dispose()
  clients.clear()
  // The auth library warns about a second client instance.
  Object.assign(GoTrueClient, { nextInstanceID: {} })
}

/** Renders the app at a URL with fresh modules, as on a first visit. Call `mockApi()` before. */
export async function openApp(currentPath: string) {
  resetModules()
  window.history.replaceState(null, '', currentPath)
  const [{ App }, { loadFirstPage }, { authClient }, { queryClient }, { reportReachable }, session] = await Promise.all([
    import('../app/app.tsx'),
    import('../app/router.tsx'),
    import('../session/auth-client.ts'),
    import('../api/query-client.ts'),
    import('../api/reachability.ts'),
    import('../session/session.ts'),
  ])
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } })
  onTestFinished(() => authClient.dispose())
  // setup.ts ends only the pings of the newest modules.
  onTestFinished(reportReachable)
  // As main.tsx does. Otherwise the spinner stays for at least 300 ms.
  await loadFirstPage(window.location.pathname)
  const rendered = render(
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>,
  )
  return { ...rendered, authClient, queryClient, session }
}

/** Returns the current path with query and hash. */
export const currentPath = () => window.location.pathname + window.location.search + window.location.hash

/** Returns the router state of the current history entry. */
export const navigationState = (): unknown => (window.history.state as { usr?: unknown } | null)?.usr
